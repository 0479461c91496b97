"""The closed list of conversions that lose nothing (`spec/benign-conversions.json`)."""

import re

from dialect import is_kind, kind_of
from jsontext import Number, same, shortest

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
BOOLEANS = {"true": True, "false": False, "True": True, "False": False, "1": True, "0": False}


def scalar(value, kind):
    """The value as this type where the list allows it, else the value itself."""
    own = kind_of(value)
    if is_kind(value, kind):
        return value
    if own == "string" and kind in ("number", "integer"):
        form = NUMBER if kind == "number" else INTEGER
        if form.fullmatch(value):
            number = Number(value)
            if abs(number) != float("inf") and shortest(number) == value:
                return number
    elif own == "string" and kind == "boolean":
        return BOOLEANS.get(value, value)
    elif kind == "string" and own == "boolean":
        return "true" if value else "false"
    elif kind == "string" and own == "number" and shortest(value) == value.text:
        return shortest(value)
    return value


def convert(value, node, schema, host):
    """(value, paths converted) with every listed conversion done; the value itself where there is none."""
    key = (id(value), id(node))
    if key not in schema.converted:
        # The value and its schema are kept, so that their ids stay their own.
        schema.converted[key] = value, node, _convert(value, node, schema, host)
    return schema.converted[key][2]


def _convert(value, node, schema, host):
    node = schema.resolve(node)
    if not isinstance(node, dict) or schema.fits(value, node):
        return value, []
    names = node.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_kind(value, name) for name in names):
        return _retyped(value, node, names, schema, host)
    if isinstance(value, dict):
        value, done = _members(value, node, schema, host)
    elif isinstance(value, list):
        value, done = _items(value, node, schema, host)
    else:
        done = []
    for branch in node.get("allOf", []):
        value, more = convert(value, branch, schema, host)
        done = done + more
    for union in ("anyOf", "oneOf"):
        if union in node and not schema.fits(value, {union: node[union]}):
            value, more = _branch(value, node[union], schema, host)
            done = done + more
    return value, done


def _retyped(value, node, names, schema, host):
    results = [made for made in (scalar(value, name) for name in names) if not same(made, value)]
    as_text = isinstance(value, str) and "array" in names and "string" in schema.kinds(schema.item(node, 0))
    if results and not as_text and all(same(made, results[0]) for made in results):
        return results[0], [()]
    if host["wrapsSingleValue"] and "array" in names and not isinstance(value, (list, dict)) and value is not None:
        if schema.fits([value], node):
            return [value], [()]
    return value, []


def _items(value, node, schema, host):
    made, done = [], []
    for at, item in enumerate(value):
        item, places = convert(item, schema.item(node, at), schema, host)
        done.extend((at, *place) for place in places)
        made.append(item)
    return (made, done) if done else (value, done)


def _members(value, node, schema, host):
    made, done = {}, []
    for key, member in value.items():
        schemas, _ = schema.child(node, key)
        optional = key not in node.get("required", [])
        if member is None and optional and host["dropsOptionalNull"] and any(not schema.fits(None, child) for child in schemas):
            done.append((key,))
            continue
        for child in schemas:
            member, places = convert(member, child, schema, host)
            done.extend((key, *place) for place in places)
        made[key] = member
    return (made, done) if done else (value, done)


def _branch(value, branches, schema, host):
    """The one value that all branches which accept a conversion agree on."""
    results = []
    for branch in schema.chosen(value, branches):
        made, places = convert(value, branch, schema, host)
        if places and schema.fits(made, branch):
            results.append(made)
    if results and all(same(made, results[0]) for made in results):
        return results[0], [()]
    return value, []
