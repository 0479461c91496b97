"""Configured clean-up: aliases, auto-links in paths, one string for a list, declared scalars, named folds."""

import re

import jsontext
from changes import change
from convert import scalar
from hooks import TRANSFORMS
from jsontext import Unsafe, read_once, same

INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
LINK = re.compile(r"\[([^\[\]]+)\]\(https?://([^()\s]+)\)")


def steps_of(selector):
    return [step.replace("~1", "/").replace("~0", "~") for step in selector.split("/")[1:]]


def holders(value, steps, path=()):
    """(container, key, path) of everything that a selector's steps select; missing keys of objects included."""
    if not steps:
        return
    step, rest = steps[0], steps[1:]
    if step == "*" and isinstance(value, list):
        keys = range(len(value))
    elif isinstance(value, list) and INDEX.fullmatch(step) and int(step) < len(value):
        keys = [int(step)]
    elif isinstance(value, dict) and step != "*":
        keys = [step]
    else:
        return
    for key in keys:
        if not rest:
            yield value, key, path + (key,)
        elif isinstance(value, list) or key in value:
            yield from holders(value[key], rest, path + (key,))


def declared(schema, path):
    """True if the schema declares the last key of the path at its place."""
    nodes = [schema.root]
    for at, key in enumerate(path):
        following = []
        for node in nodes:
            following.extend(children(schema, schema.resolve(node), key))
        if at == len(path) - 1:
            return any(sure for _, sure in following)
        nodes = [node for node, _ in following]
    return False


def children(schema, node, key):
    if not isinstance(node, dict):
        return []
    found = []
    if isinstance(key, int):
        first = node.get("prefixItems", [])
        child = first[key] if key < len(first) else node.get("items")
        found = [] if child is None else [(child, True)]
    else:
        schemas, sure = schema.child(node, key)
        found = [(child, sure) for child in schemas]
    branches = [branch for union in ("anyOf", "oneOf", "allOf") for branch in node.get(union, [])]
    branches.extend(node[name] for name in ("if", "then", "else") if name in node)
    branches.extend(node.get("dependentSchemas", {}).values())
    for branch in branches:
        found.extend(children(schema, schema.resolve(branch), key))
    return found


def named(path):
    """The last key of a path that is a name."""
    return next((str(step) for step in reversed(path) if isinstance(step, str)), "")


ACCEPTS = {"string": str, "boolean": bool, "array": list, "object": dict, "number": float}


def is_empty(value):
    return value is None or value == "" or value == [] or value == {}


class Conflict(Exception):
    """Two aliases of one field hold different values; `beside_empty` if the field is there and holds nothing."""

    def __init__(self, field, beside_empty):
        super().__init__(field)
        self.field, self.beside_empty = field, beside_empty


def names_tool(holder, name, is_declared):
    """`name` beside the arguments of a call is the tool's name in its envelope, and no field."""
    held = [holder.get(key) for key in ("arguments", "input", "parameters", "args") if not is_declared(key)]
    return name == "name" and any(isinstance(one, dict) or (isinstance(one, str) and one.lstrip().startswith("{")) for one in held)


def apply_alias(rule, schema, value, changes):
    for holder, field, path in list(holders(value, steps_of(rule["selector"]))):
        if not isinstance(holder, dict):
            continue
        if not is_missing(rule, holder, field, schema, path):
            continue

        def is_declared(key):
            return declared(schema, path[:-1] + (key,))

        wanted = ACCEPTS.get(rule.get("accepts"), object)
        found = [
            name
            for name in rule["aliases"]
            if name in holder
            and not names_tool(holder, name, is_declared)
            and not is_empty(holder[name])
            and isinstance(holder[name], wanted)
            and not is_declared(name)
        ]
        if not found:
            continue
        if any(not same(holder[name], holder[found[0]]) for name in found[1:]):
            raise Conflict(field, field in holder)
        moved = {field if key == found[0] else key: member for key, member in holder.items() if key not in found[1:] and key != field}
        holder.clear()
        holder.update(moved)
        changes.append(change("preprocess.exact-alias", "preprocess", f"The field is `{field}`, not `{found[0]}`."))


def is_missing(rule, holder, field, schema, path):
    if field not in holder:
        return True
    if holder[field] is None:
        return not declared(schema, path)
    return holder[field] == "" and empty_is_missing(rule, schema, path)


def empty_is_missing(rule, schema, path):
    if rule.get("emptyEquivalentToMissing"):
        return True
    nodes = [schema.root]
    for key in path:
        nodes = [child for node in nodes for child, _ in children(schema, schema.resolve(node), key)]
    return any(not schema.fits("", node) for node in nodes)


def unlinked(text):
    """The text with each link whose text is its URL without the protocol replaced by that text, innermost first."""
    while True:
        made = LINK.sub(lambda found: found[1] if found[1] == found[2] else found[0], text)
        if made == text:
            return text
        text = made


def apply_path(rule, value, changes):
    for holder, key, path in list(holders(value, steps_of(rule["selector"]))):
        if isinstance(holder, dict) and key not in holder:
            continue
        old = holder[key]
        if rule["kind"] == "filesystem-path-array" and isinstance(old, list):
            new = [unlinked(item) if isinstance(item, str) else item for item in old]
        elif rule["kind"] == "filesystem-path" and isinstance(old, str):
            new = unlinked(old)
        else:
            continue
        if not same(old, new):
            holder[key] = new
            changes.append(change("preprocess." + rule["kind"], "valid-value", f"`{named(path)}` is a path, not a link."))


def listed(text):
    """A text as a list: the one that it holds as JSON, or one item; text that is broken JSON stays."""
    if not text.lstrip()[:1] in ("[", "{", "`"):
        return [text]
    try:
        value = read_once(text)
    except (ValueError, Unsafe):
        return [text] if not text.lstrip().startswith(("[\"", "['", "[{", "[[", "{\"", "```")) else text
    return value if isinstance(value, list) else text


def apply_shape(rule, value, changes):
    for holder, key, path in list(holders(value, steps_of(rule["selector"]))):
        if isinstance(holder, dict) and key not in holder:
            continue
        old = holder[key]
        if rule["kind"] == "string-or-array":
            new = listed(old) if isinstance(old, str) else old
        else:
            new = scalar(old, rule.get("scalarType", "string"))
        if not same(old, new):
            holder[key] = new
            changes.append(change("preprocess." + rule["kind"], "preprocess", f"`{named(path)}` has another type."))


def apply_structural(rule, value, changes):
    """The value with a named transform done at its selector; the root itself may be replaced."""
    transform, note = TRANSFORMS[rule["transform"]]
    if rule["selector"] == "":
        made = transform(value)
        if made is None:
            return value
        changes.append(change(rule["ruleId"], "preprocess", note(value)))
        return made
    for holder, key, _ in list(holders(value, steps_of(rule["selector"]))):
        made = transform(holder[key]) if isinstance(holder, list) or key in holder else None
        if made is not None:
            changes.append(change(rule["ruleId"], "preprocess", note(holder[key])))
            holder[key] = made
    return value


def preprocess(value, rules, schema, transforms_allowed):
    """(value, changes); the value may be changed in place. Raises Conflict."""
    changes = []
    # What has moved to another name of a field moves on, in whatever order they are listed.
    aliases = [rule for rule in rules if rule["kind"] == "alias"]
    for rule in [*rules, *aliases * (len(aliases) - 1)]:
        kind = rule["kind"]
        if kind == "alias":
            apply_alias(rule, schema, value, changes)
        elif kind in ("filesystem-path", "filesystem-path-array") and transforms_allowed:
            apply_path(rule, value, changes)
        elif kind in ("string-or-array", "scalar") and (transforms_allowed or not schema.fits(jsontext.copy(value))):
            apply_shape(rule, value, changes)
        elif kind == "structural":
            value = apply_structural(rule, value, changes)
    return value, changes
