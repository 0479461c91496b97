"""JSON Schema, draft 2020-12, as far as tools use it: a strict check, and the places where a value misses it."""

import re

from jsontext import Number, same


class Unreadable(Exception):
    """The schema cannot be read: the layer stands aside."""


KINDS = ("null", "boolean", "object", "array", "number", "integer", "string")
MAX_REFERENCES = 64
NUMBERS = "minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems minContains maxContains minProperties maxProperties".split()
OBJECTS = "properties patternProperties $defs definitions dependentSchemas dependentRequired".split()
LISTS = "anyOf oneOf allOf prefixItems enum required".split()
SHAPES = ((NUMBERS, Number), (OBJECTS, dict), (LISTS, list), (("type",), (str, list)), (("pattern",), str))


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


class Issue:
    """One miss: where (tuple of keys and indices), which keyword, and the type that was wanted."""

    __slots__ = ("path", "keyword", "wanted")

    def __init__(self, path, keyword, wanted):
        self.path, self.keyword, self.wanted = path, keyword, wanted


class Schema:
    """A schema that was read once; `root` resolves local references."""

    def __init__(self, root):
        self.root = root
        self.patterns = {}
        self._survey(root, 0)

    def _survey(self, node, level):
        """Everything that could not be read later is found here, at the start."""
        if isinstance(node, bool):
            return
        if not isinstance(node, dict) or level > 100:
            raise Unreadable("not a schema")
        for keys, kind in SHAPES:
            if any(key in node and not isinstance(node[key], kind) for key in keys):
                raise Unreadable("a keyword of another type")
        names = node.get("type", [])
        for name in [names] if isinstance(names, str) else names:
            if name not in KINDS:
                raise Unreadable("an unknown type")
        if "$ref" in node:
            self.resolve(node)
        for text in [node["pattern"]] if "pattern" in node else []:
            self._pattern(text)
        for text in node.get("patternProperties", {}):
            self._pattern(text)
        for key in ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"):
            for child in node.get(key, {}).values():
                self._survey(child, level + 1)
        for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for child in node.get(key, []):
                self._survey(child, level + 1)
        for key in ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"):
            if key in node:
                self._survey(node[key], level + 1)

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
        for _ in range(MAX_REFERENCES):
            if not isinstance(node, dict) or "$ref" not in node:
                return node
            reference = node["$ref"]
            if not isinstance(reference, str) or not reference.startswith("#"):
                raise Unreadable("a reference that is not local")
            target = self.root
            for step in reference[1:].split("/")[1:]:
                step = step.replace("~1", "/").replace("~0", "~")
                if isinstance(target, list) and step.isdigit() and int(step) < len(target):
                    target = target[int(step)]
                elif isinstance(target, dict) and step in target:
                    target = target[step]
                else:
                    raise Unreadable("a reference to nothing")
            others = {key: value for key, value in node.items() if key not in ("$ref", "$defs", "description", "title")}
            node = {"allOf": [target, others]} if others else target
        raise Unreadable("a reference without end")

    def fits(self, value, node=None):
        return next(self.issues(value, self.root if node is None else node), None) is None

    def wanted(self, node):
        """The type names of a node, as one text."""
        if not isinstance(node, dict):
            return "any"
        names = node.get("type", "any")
        return names if isinstance(names, str) else "|".join(names)

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

    def issues(self, value, node, path=()):
        """Every miss, in a fixed order. Unions and negations count as one at their own place."""
        if node is True or node == {}:
            return
        if node is False:
            yield Issue(path, "false", "nothing")
            return
        node = self.resolve(node)
        if not isinstance(node, dict):
            if node is False:
                yield Issue(path, "false", "nothing")
            return
        names = node.get("type")
        if names is not None:
            if not any(is_kind(value, name) for name in ([names] if isinstance(names, str) else names)):
                yield Issue(path, "type", self.wanted(node))
                return
        if "const" in node and not same(value, node["const"]):
            yield Issue(path, "const", self.wanted(node))
        if "enum" in node and not any(same(value, member) for member in node["enum"]):
            yield Issue(path, "enum", self.wanted(node))
        if isinstance(value, str):
            yield from self._string(value, node, path)
        elif isinstance(value, Number):
            yield from self._number(value, node, path)
        elif isinstance(value, dict):
            yield from self._object(value, node, path)
        elif isinstance(value, list):
            yield from self._array(value, node, path)
        yield from self._combined(value, node, path)

    def _combined(self, value, node, path):
        for branch in node.get("allOf", []):
            yield from self.issues(value, branch, path)
        if "anyOf" in node and not any(self.fits(value, branch) for branch in node["anyOf"]):
            yield Issue(path, "anyOf", "any")
        if "oneOf" in node and sum(self.fits(value, branch) for branch in node["oneOf"]) != 1:
            yield Issue(path, "oneOf", "any")
        if "not" in node and self.fits(value, node["not"]):
            yield Issue(path, "not", "any")
        if "if" in node:
            then = "then" if self.fits(value, node["if"]) else "else"
            if then in node:
                yield from self.issues(value, node[then], path)

    def _string(self, value, node, path):
        if len(value) < node.get("minLength", 0) or len(value) > node.get("maxLength", len(value)):
            yield Issue(path, "length", "string")
        if "pattern" in node and not self._pattern(node["pattern"]).search(value):
            yield Issue(path, "pattern", "string")

    def _number(self, value, node, path):
        wrong = (
            ("minimum" in node and value < node["minimum"])
            or ("maximum" in node and value > node["maximum"])
            or ("exclusiveMinimum" in node and value <= node["exclusiveMinimum"])
            or ("exclusiveMaximum" in node and value >= node["exclusiveMaximum"])
        )
        if wrong:
            yield Issue(path, "range", "number")
        if "multipleOf" in node:
            times = value / node["multipleOf"]
            if abs(times - round(times)) > 1e-9:
                yield Issue(path, "multipleOf", "number")

    def _object(self, value, node, path):
        for name in node.get("required", []):
            if name not in value:
                wanted = self.wanted(node.get("properties", {}).get(name))
                yield Issue(path + (name,), "required", wanted)
        for name, needed in node.get("dependentRequired", {}).items():
            if name in value:
                for other in needed:
                    if other not in value:
                        yield Issue(path + (other,), "dependentRequired", "any")
        for name, extra in node.get("dependentSchemas", {}).items():
            if name in value:
                yield from self.issues(value, extra, path)
        if len(value) < node.get("minProperties", 0) or len(value) > node.get("maxProperties", len(value)):
            yield Issue(path, "size", "object")
        for key, member in value.items():
            for schema in self.child(node, key)[0]:
                yield from self.issues(member, schema, path + (key,))
            if "propertyNames" in node and not self.fits(key, node["propertyNames"]):
                yield Issue(path, "propertyNames", "object")

    def _array(self, value, node, path):
        if len(value) < node.get("minItems", 0) or len(value) > node.get("maxItems", len(value)):
            yield Issue(path, "size", "array")
        first = node.get("prefixItems", [])
        for at, item in enumerate(value):
            if at < len(first):
                yield from self.issues(item, first[at], path + (at,))
            elif "items" in node:
                yield from self.issues(item, node["items"], path + (at,))
        if "contains" in node:
            count = sum(self.fits(item, node["contains"]) for item in value)
            if count < node.get("minContains", 1) or count > node.get("maxContains", count):
                yield Issue(path, "contains", "array")
        if node.get("uniqueItems") is True:
            if any(same(a, b) for at, a in enumerate(value) for b in value[:at]):
                yield Issue(path, "uniqueItems", "array")
