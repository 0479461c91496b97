"""Repair where a value misses its schema, and nowhere else."""

import re

import jsontext
from changes import change
from convert import convert, scalar
from dialect import is_kind
from envelope import decode, read_by
from preprocess import names_tool

NOT_A_STRING = re.compile(r"""\A\s*(?:\[["'{\[]|\{"|```)""")


class Mender:
    def __init__(self, schema, aliases, host, limits, tool):
        self.schema, self.aliases, self.host, self.limits, self.tool = schema, aliases, host, limits, tool
        self.changes = []
        self.level = 0  # how deep the value stands that is looked at

    def note(self, rule, text):
        self.changes.append(change(rule, "schema-repair", text))

    def close_enough(self, value, node):
        """True if nothing but listed conversions is missing: then no rule fires."""
        if self.schema.fits(value, node):
            return True
        made, _ = convert(value, node, self.schema, self.host)
        return self.schema.fits(made, node)

    def mend(self, value, node, name):
        """The value, mended as far as one certain reading goes. `name` is the field for the notes."""
        if self.close_enough(value, node):
            return value
        node = self.schema.resolve(node)
        if not isinstance(node, dict):
            return value
        for union in ("anyOf", "oneOf"):
            if union in node:
                return self.mend_union(value, node, node[union], name)
        for branch in node.get("allOf", []):
            value = self.mend(value, branch, name)
        if "if" in node:
            value = self.mend(value, node.get("then" if self.schema.fits(value, node["if"]) else "else", True), name)
        names = node.get("type", [])
        names = [names] if isinstance(names, str) else names
        if names and not any(is_kind(value, kind) for kind in names):
            value = self.mend_type(value, node, names, name)
        if isinstance(value, dict) and ("properties" in node or "required" in node or "additionalProperties" in node or "patternProperties" in node):
            return self.mend_object(value, node)
        if isinstance(value, list) and ("items" in node or "prefixItems" in node):
            return self.mend_list(value, node, name)
        return value

    def mend_list(self, value, node, name):
        before = len(self.changes)
        self.level += 1
        made = [self.mend(item, self.schema.item(node, at), name) for at, item in enumerate(value)]
        self.level -= 1
        wrapped = sum(new == [old] for new, old in zip(made, value))
        if wrapped > 1:  # they may be one list or several
            del self.changes[before:]
            return value
        return made

    def mend_type(self, value, node, names, name):
        if isinstance(value, str) and ("array" in names or "object" in names):
            made = self.parsed(value, names, node, name)
            if made is not None:
                return made
        if "array" not in names or self.host["wrapsSingleValue"] and self.schema.fits([value], node):
            return value
        items = self.schema.item(node, 0)
        if any(not jsontext.same(scalar(value, kind), value) for kind in names):
            return value
        if isinstance(value, str) and not NOT_A_STRING.match(value) and value.strip() and self.takes_text(items):
            self.note("wrapBareStringAsArray", f"`{name}` is a list; one text was given.")
            return [value]
        if isinstance(value, dict) and value:
            item = self.inner(value, items, name)
            if item is not None:
                self.note("schema-repair.wrap-object", f"`{name}` is a list; one object was given.")
                return [item]
        return value

    def takes_text(self, node):
        node = self.schema.resolve(node)
        return isinstance(node, dict) and "string" in node.get("type", []) or node == {"type": "string"}

    def inner(self, value, node, name):
        """The object as an item, if it is one or can become one."""
        node = self.schema.resolve(node)
        if not isinstance(node, dict) or "object" not in str(node.get("type", "")):
            return None
        before = len(self.changes)
        made = self.mend(value, node, name)
        if self.close_enough(made, node):
            return made
        del self.changes[before:]
        return None

    def parsed(self, text, names, node, name):
        if not text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", "`", "~", '"'):
            return None
        limits = {**self.limits, "maxNestingDepth": self.limits["maxNestingDepth"] - self.level}
        value, rules, attempts = text, [], 0
        try:
            while isinstance(value, str) and attempts < limits["maxDecodeAttempts"]:
                value, more = decode(value, limits)
                rules, attempts = rules + more, attempts + 1
        except (ValueError, jsontext.Unsafe, RecursionError):
            return None
        if isinstance(value, list) and "array" in names:
            rule = "parseJsonStringifiedArray"
        elif isinstance(value, dict) and "object" in names:
            rule = "parseJsonStringifiedObject"
        elif isinstance(value, dict) and "array" in names:
            item = self.inner(value, self.schema.item(node, 0), name)
            if item is None:
                return None
            self.note("schema-repair.wrap-object", f"`{name}` is a list; one object was given.")
            value, rule = [item], "parseJsonStringifiedObject"
        else:
            return None
        self.changes.extend(read_by(rules, f"`{name}`"))
        self.note(rule, f"`{name}` was JSON text.")
        return value

    def mend_object(self, value, node):
        value = dict(value)
        required = node.get("required", [])
        for name in required:
            if name not in value or (value[name] == "" and not self.schema.fits("", node.get("properties", {}).get(name, True))):
                self.rename(value, name, node)
        made = {}
        self.level += 1
        for key, member in value.items():
            schemas, _ = self.schema.child(node, key)
            missed = [child for child in schemas if not self.close_enough(member, child)]
            optional = key not in required
            if missed and optional and member is None and not self.host["dropsOptionalNull"]:
                self.note("dropNullOrUndefinedField", f"`{self.said(key, node)}` may be left out; null is no value.")
                continue
            if missed and optional and member == {} and self.wants_array(missed):
                self.note("dropEmptyObjectPlaceholder", f"`{self.said(key, node)}` may be left out; it is a list.")
                continue
            for child in missed:
                member = self.mend(member, child, self.said(key, node))
            made[key] = member
        self.level -= 1
        return made

    def said(self, key, node):
        """A key for a note: the schema's own, or none that a model made up."""
        return key if key in node.get("properties", {}) else self.tool

    def wants_array(self, nodes):
        return any("array" in str(self.schema.resolve(node).get("type", "")) for node in nodes if isinstance(node, dict))

    def rename(self, value, name, node):
        def is_declared(key):
            return self.schema.child(node, key)[1]

        found = [
            alias
            for alias in self.aliases.get(name, [])
            if alias in value and value[alias] not in (None, "") and not names_tool(value, alias, is_declared) and not is_declared(alias)
        ]
        if not found or any(not jsontext.same(value[alias], value[found[0]]) for alias in found[1:]):
            return
        moved = {name if key == found[0] else key: member for key, member in value.items() if key != name and key not in found[1:]}
        value.clear()
        value.update(moved)
        self.note("renameAliasedField", f"The field is `{name}`, not `{found[0]}`.")

    def mend_union(self, value, node, branches, name):
        results = []
        for branch in self.schema.chosen(value, branches):
            attempt = Mender(self.schema, self.aliases, self.host, self.limits, self.tool)
            attempt.level = self.level
            made = attempt.mend(value, branch, name)
            if attempt.changes and attempt.close_enough(made, node):
                results.append((made, attempt.changes))
        if results and all(jsontext.same(made, results[0][0]) for made, _ in results):
            self.changes.extend(results[0][1])
            return results[0][0]
        return value
