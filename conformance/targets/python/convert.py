"""The closed list of conversions that lose nothing (`spec/benign-conversions.json`)."""

import re

from jsontext import Number, same, shortest
from schema import is_kind, kind_of

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
    elif kind == "string" and own == "number" and not same(value, Number("-0")):
        return shortest(value)
    return value


def convert(value, node, schema, host):
    """(value, paths converted) with every listed conversion done, on a copy."""
    done = []
    return _convert(value, node, schema, host, (), done), done


def _convert(value, node, schema, host, path, done):
    node = schema.resolve(node)
    if not isinstance(node, dict) or schema.fits(value, node):
        return value
    names = node.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_kind(value, name) for name in names):
        results = [made for made in (scalar(value, name) for name in names) if not same(made, value)]
        if results and all(same(made, results[0]) for made in results):
            done.append(path)
            return results[0]
        if host["wrapsSingleValue"] and "array" in names and not isinstance(value, (list, dict)) and value is not None:
            if schema.fits([value], node):
                done.append(path)
                return [value]
        return value
    if isinstance(value, dict):
        value = _members(value, node, schema, host, path, done)
    elif isinstance(value, list):
        first = node.get("prefixItems", [])
        value = [
            _convert(item, first[at] if at < len(first) else node.get("items", True), schema, host, path + (at,), done)
            for at, item in enumerate(value)
        ]
    for branch in node.get("allOf", []):
        value = _convert(value, branch, schema, host, path, done)
    for union in ("anyOf", "oneOf"):
        if union in node and not schema.fits(value, {union: node[union]}):
            value = _branch(value, node[union], schema, host, path, done)
    return value


def _members(value, node, schema, host, path, done):
    made = {}
    for key, member in value.items():
        schemas, _ = schema.child(node, key)
        optional = key not in node.get("required", [])
        if member is None and optional and host["dropsOptionalNull"] and any(not schema.fits(None, child) for child in schemas):
            done.append(path + (key,))
            continue
        for child in schemas:
            member = _convert(member, child, schema, host, path + (key,), done)
        made[key] = member
    return made


def _branch(value, branches, schema, host, path, done):
    """The one value that all branches which accept a conversion agree on."""
    results = []
    for branch in branches:
        made, places = convert(value, branch, schema, host)
        if places and schema.fits(made, branch):
            results.append(made)
    if results and all(same(made, results[0]) for made in results):
        done.append(path)
        return results[0]
    return value
