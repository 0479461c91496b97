"""A value under a schema: a strict check, and the places where it misses it."""

from dialect import Dialect, is_kind
from jsontext import Number, same


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


class Schema(Dialect):
    """A schema that values are judged by."""

    def __init__(self, root):
        super().__init__(root)
        self.forget()

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

    def chosen(self, value, branches):
        """The branches that are left: the one whose constants the value has, if there is one."""
        for branch in branches if isinstance(value, dict) else []:
            fields = [(key, child) for part in self.parts(branch) for key, child in part.get("properties", {}).items()]
            met = [self.fits(value[key], child) for key, child in fields if key in value and self.is_constant(child)]
            if met and all(met):
                return [branch]
        return branches

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
        if "const" in node and not same(value, node["const"], zeros_differ=False):
            found.append(Issue(place, "const", self.wanted(node)))
        if "enum" in node and not any(same(value, member, zeros_differ=False) for member in node["enum"]):
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
            if any(same(a, b, zeros_differ=False) for at, a in enumerate(value) for b in value[:at]):
                found.append(Issue(place, "uniqueItems", "array"))
