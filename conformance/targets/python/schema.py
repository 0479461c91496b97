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
    """One miss: where (a chain of steps, last first), which keyword, and the type that was wanted."""

    __slots__ = ("place", "keyword", "wanted")

    def __init__(self, place, keyword, wanted):
        self.place, self.keyword, self.wanted = place, keyword, wanted

    @property
    def path(self):
        """The keys and indices from the root on."""
        steps, place = [], self.place
        while place:
            place, step = place
            steps.append(step)
        return steps[::-1]


def below(place, step):
    """The place of a member: a link to its holder's, as copies of paths would cost their length at every level."""
    return None if place is None else (place, step)


class Schema:
    """A schema that was read once; `root` resolves local references."""

    def __init__(self, root):
        self.root = root
        self.patterns = {}
        self.targets = {}
        self.forget()
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
        return target

    def forget(self):
        """What is known of values holds until one of them is changed in place."""
        self.known, self.converted = {}, {}

    def fits(self, value, node=None):
        return self._fits(value, self.root if node is None else node)

    def issues(self, value, node):
        """Every miss, in a fixed order. Unions and negations count as one at their own place."""
        self.forget()
        found = []
        self._visit(value, node, (), found)
        return found

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

    def _fits(self, value, node):
        found = []
        self._visit(value, node, None, found)
        return not found

    def _visit(self, value, node, place, found):
        """Adds the misses of a value. What stands at one place is judged once by one schema, whatever leads there."""
        if node is True or node == {}:
            return
        node = self.resolve(node)
        key = (id(value), id(node), place is None)
        if key in self.known:
            found.extend(self.known[key][2])
            return
        before = len(found)
        self._judge(value, node, place, found)
        if isinstance(value, (dict, list)):
            # The value and its schema are kept, so that their ids stay their own.
            self.known[key] = value, node, found[before : before + 1]

    def _judge(self, value, node, place, found):
        if not isinstance(node, dict):
            if node is False:
                found.append(Issue(place, "false", "nothing"))
            return
        names = node.get("type")
        if names is not None:
            if not any(is_kind(value, name) for name in ([names] if isinstance(names, str) else names)):
                found.append(Issue(place, "type", self.wanted(node)))
                return
        if "const" in node and not same(value, node["const"]):
            found.append(Issue(place, "const", self.wanted(node)))
        if "enum" in node and not any(same(value, member) for member in node["enum"]):
            found.append(Issue(place, "enum", self.wanted(node)))
        if isinstance(value, str):
            self._string(value, node, place, found)
        elif isinstance(value, Number):
            self._number(value, node, place, found)
        elif isinstance(value, dict):
            self._object(value, node, place, found)
        elif isinstance(value, list):
            self._array(value, node, place, found)
        self._combined(value, node, place, found)

    def _combined(self, value, node, place, found):
        for branch in node.get("allOf", []):
            self._visit(value, branch, place, found)
        if "anyOf" in node and self._count(value, node["anyOf"], 1) != 1:
            found.append(Issue(place, "anyOf", "any"))
        if "oneOf" in node and self._count(value, node["oneOf"], 2) != 1:
            found.append(Issue(place, "oneOf", "any"))
        if "not" in node and self._fits(value, node["not"]):
            found.append(Issue(place, "not", "any"))
        if "if" in node:
            then = "then" if self._fits(value, node["if"]) else "else"
            if then in node:
                self._visit(value, node[then], place, found)

    def _count(self, value, branches, enough):
        """How many branches fit, as far as that is asked. (A loop: `any` would use the machine's stack at every level.)"""
        count = 0
        for branch in branches:
            count += self._fits(value, branch)
            if count == enough:
                break
        return count

    def _string(self, value, node, place, found):
        if len(value) < node.get("minLength", 0) or len(value) > node.get("maxLength", len(value)):
            found.append(Issue(place, "length", "string"))
        if "pattern" in node and not self._pattern(node["pattern"]).search(value):
            found.append(Issue(place, "pattern", "string"))

    def _number(self, value, node, place, found):
        wrong = (
            ("minimum" in node and value < node["minimum"])
            or ("maximum" in node and value > node["maximum"])
            or ("exclusiveMinimum" in node and value <= node["exclusiveMinimum"])
            or ("exclusiveMaximum" in node and value >= node["exclusiveMaximum"])
        )
        if wrong:
            found.append(Issue(place, "range", "number"))
        if "multipleOf" in node:
            times = value / node["multipleOf"]
            if abs(times - round(times)) > 1e-9:
                found.append(Issue(place, "multipleOf", "number"))

    def _object(self, value, node, place, found):
        for name in node.get("required", []):
            if name not in value:
                wanted = self.wanted(node.get("properties", {}).get(name))
                found.append(Issue(below(place, name), "required", wanted))
        for name, needed in node.get("dependentRequired", {}).items():
            if name in value:
                for other in needed:
                    if other not in value:
                        found.append(Issue(below(place, other), "dependentRequired", "any"))
        for name, extra in node.get("dependentSchemas", {}).items():
            if name in value:
                self._visit(value, extra, place, found)
        if len(value) < node.get("minProperties", 0) or len(value) > node.get("maxProperties", len(value)):
            found.append(Issue(place, "size", "object"))
        for key, member in value.items():
            for schema in self.child(node, key)[0]:
                self._visit(member, schema, below(place, key), found)
            if "propertyNames" in node and not self._fits(key, node["propertyNames"]):
                found.append(Issue(place, "propertyNames", "object"))

    def _array(self, value, node, place, found):
        if len(value) < node.get("minItems", 0) or len(value) > node.get("maxItems", len(value)):
            found.append(Issue(place, "size", "array"))
        first = node.get("prefixItems", [])
        for at, item in enumerate(value):
            if at < len(first):
                self._visit(item, first[at], below(place, at), found)
            elif "items" in node:
                self._visit(item, node["items"], below(place, at), found)
        if "contains" in node:
            count = sum(self._fits(item, node["contains"]) for item in value)
            if count < node.get("minContains", 1) or count > node.get("maxContains", count):
                found.append(Issue(place, "contains", "array"))
        if node.get("uniqueItems") is True:
            if any(same(a, b) for at, a in enumerate(value) for b in value[:at]):
                found.append(Issue(place, "uniqueItems", "array"))
