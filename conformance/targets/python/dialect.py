"""JSON Schema, draft 2020-12, as far as tools use it: whether it can be read, and what it says of types and members."""

import re

from jsontext import Number


class Unreadable(Exception):
    """The schema cannot be read: the layer stands aside."""


KINDS = ("null", "boolean", "object", "array", "number", "integer", "string")
MAX_REFERENCES = 64
COUNTS = "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties".split()
NUMBERS = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split()
MAPS = "properties patternProperties $defs definitions dependentSchemas".split()
LISTS = "anyOf oneOf allOf prefixItems".split()
PARTS = "items additionalProperties propertyNames unevaluatedProperties unevaluatedItems contains not if then else".split()


def is_names(value):
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def is_type(value):
    names = [value] if isinstance(value, str) else value
    return is_names(names) and names != [] and all(name in KINDS for name in names)


WELL_FORMED = (
    (COUNTS, lambda value: isinstance(value, Number) and value >= 0 and value.is_whole()),
    (NUMBERS, lambda value: isinstance(value, Number)),
    (("multipleOf",), lambda value: value > 0),
    (MAPS, lambda value: isinstance(value, dict)),
    (LISTS, lambda value: isinstance(value, list) and value != []),
    (("dependentRequired",), lambda value: isinstance(value, dict) and all(map(is_names, value.values()))),
    (("required",), is_names),
    (("enum",), lambda value: isinstance(value, list)),
    (("uniqueItems",), lambda value: isinstance(value, bool)),
    (("pattern",), lambda value: isinstance(value, str)),
    (("type",), is_type),
)


def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    return "string" if isinstance(value, str) else "number"


def is_kind(value, kind):
    own = kind_of(value)
    return own == kind or (kind == "integer" and own == "number" and value.is_whole())


class Dialect:
    """A schema that was read once; `root` resolves local references."""

    def __init__(self, root):
        self.root = root
        self.patterns = {}
        self.targets = {}
        self._survey(root, 0)

    def _survey(self, node, level):
        """Everything that could not be read later is found here, at the start."""
        if isinstance(node, bool):
            return
        if not isinstance(node, dict) or level > 100:
            raise Unreadable("not a schema")
        for keys, is_right in WELL_FORMED:
            if any(key in node and not is_right(node[key]) for key in keys):
                raise Unreadable("a keyword with another value than it may have")
        if "$dynamicRef" in node:
            raise Unreadable("a reference that is found while it is followed")
        if "$ref" in node:
            self.resolve(node)
        for text in [*([node["pattern"]] if "pattern" in node else []), *node.get("patternProperties", {})]:
            self._pattern(text)
        children = [node[key] for key in PARTS if key in node]
        children.extend(child for key in MAPS for child in node.get(key, {}).values())
        children.extend(child for key in LISTS for child in node.get(key, []))
        for child in children:
            self._survey(child, level + 1)

    def _pattern(self, text):
        if text not in self.patterns:
            try:
                # Python's final $ also matches before a line feed, ECMAScript's does not.
                ends = text.endswith("$") and not text.endswith("\\$")
                self.patterns[text] = re.compile(text[:-1] + r"\Z" if ends else text)
            except (re.error, TypeError):
                raise Unreadable("a bad pattern") from None
        return self.patterns[text]

    def resolve(self, node):
        """The schema behind a chain of references; siblings of a reference are kept as an `allOf`."""
        if not isinstance(node, dict) or "$ref" not in node:
            return node
        if id(node) not in self.targets:
            self.targets[id(node)] = self._follow(node)
        return self.targets[id(node)]

    def _follow(self, node):
        for _ in range(MAX_REFERENCES):
            if not isinstance(node, dict) or "$ref" not in node:
                return node
            target = self._at(node["$ref"])
            others = {key: value for key, value in node.items() if key not in ("$ref", "$defs", "description", "title")}
            node = {"allOf": [target, others]} if others else target
        raise Unreadable("a reference without end")

    def _at(self, reference):
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            raise Unreadable("a reference that is no pointer into the schema")
        target = self.root
        for step in reference[1:].split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            if isinstance(target, list) and step.isdigit() and int(step) < len(target):
                target = target[int(step)]
            elif isinstance(target, dict) and step in target:
                target = target[step]
            else:
                raise Unreadable("a reference to nothing")
        return target

    def wanted(self, node):
        """The type names of a node, as one text."""
        if not isinstance(node, dict):
            return "any"
        names = node.get("type", "any")
        return names if isinstance(names, str) else "|".join(names)

    def kinds(self, node, level=0):
        """The types that a node takes, as far as types, parts and branches say."""
        node = self.resolve(node)
        if not isinstance(node, dict) or level > MAX_REFERENCES:
            return set() if node is False else set(KINDS)
        names = node.get("type", KINDS)
        taken = {names} if isinstance(names, str) else set(names)
        for part in node.get("allOf", []):
            taken &= self.kinds(part, level + 1)
        for union in ("anyOf", "oneOf"):
            if union in node:
                taken &= set().union(*(self.kinds(branch, level + 1) for branch in node[union]))
        return taken

    def parts(self, node):
        """A node and what its `allOf` adds to it."""
        node = self.resolve(node)
        if not isinstance(node, dict):
            return []
        return [node, *(inner for part in node.get("allOf", []) for inner in self.parts(part))]

    def is_constant(self, node):
        return any("const" in part or "enum" in part for part in self.parts(node))

    def item(self, node, at):
        """The schema of an item of a list."""
        first = node.get("prefixItems", [])
        return first[at] if at < len(first) else node.get("items", True)

    def child(self, node, key):
        """The schemas that speak of this key of an object, and whether one of them declares it."""
        found = []
        properties = node.get("properties", {})
        if key in properties:
            found.append(properties[key])
        found.extend(
            schema for text, schema in node.get("patternProperties", {}).items() if self._pattern(text).search(key)
        )
        if found:
            return found, True
        extra = node.get("additionalProperties", True)
        return ([extra], isinstance(extra, dict) and extra != {}) if "additionalProperties" in node else ([], False)
