"""The pipeline of one repair call: envelope, clean-up, strict check, repair at issues, conversions, strict check."""

import re
from functools import lru_cache

import jsontext
from changes import change, fingerprint, place, plain
from convert import convert
from dialect import Unreadable
from envelope import LIMITS, recover
from hooks import TwoMeanings, run_owner_hook
from mend import Mender
from preprocess import Conflict, preprocess
from schema import Schema

RULES = [
    "envelope.decode-json",
    "envelope.unwrap-fence",
    "envelope.escape-control-character",
    "envelope.unwrap-singleton-object-array",
    "envelope.unwrap-single-key",
    "preprocess.exact-alias",
    "preprocess.filesystem-path",
    "preprocess.filesystem-path-array",
    "preprocess.string-or-array",
    "preprocess.scalar",
    "renameAliasedField",
    "dropNullOrUndefinedField",
    "dropEmptyObjectPlaceholder",
    "parseJsonStringifiedArray",
    "parseJsonStringifiedObject",
    "wrapBareStringAsArray",
    "wrapRootStringAsObject",
    "schema-repair.wrap-object",
    "final-validation.host-conversion",
]
PASSES = 4
WRAPPERS = ("arguments", "input", "parameters", "args")
# What garbage begins with; a bare text that begins so must not become a command or a path.
GARBAGE = re.compile(
    r"""\A\s*(?:(?:json|javascript|tool_call)[ \t]*\r?\n\s*)?"""
    r"""(?:\{\s*(?:["'\u2018-\u201f\u00ab\u00bb}]|//|/\*|<[|\uff5c\w/])|\{\s*[\w-]+\s*["'\u2018-\u201f]?\s*:|\[["'\u2018-\u201f{\[]|\[[A-Z_]{3,}\]|```|<[|\uff5c\w/]|"|[\[{]\s*\Z)"""
)


@lru_cache(maxsize=200)
def schema_of(text):
    """The schema, or None if it cannot be read."""
    try:
        return Schema(jsontext.read(text))
    except (Unreadable, RecursionError, ValueError, AttributeError, TypeError):
        return None


class Refused(Exception):
    """No certain reading: the call is unrepairable. `field` is what it is about where the schema misses nothing."""

    def __init__(self, field=""):
        super().__init__()
        self.field = field


def settings_of(call):
    host = call.get("host") or {"dropsOptionalNull": False, "wrapsSingleValue": False}
    profile = call.get("profile", "adaptive")
    return host, profile in ("adaptive", "recover"), {**LIMITS, **call.get("limits", {})}


def repair(call):
    """The answer to a repair call."""
    text, tool = call["input"], call["toolName"]
    schema = schema_of(call["schema"])
    if schema is None:
        observation = {"channel": "tool", "stage": "strict-validation", "ruleId": "schema-unreadable"}
        return {"outcome": "valid", "args": text, "changes": [], "observations": [observation]}
    try:
        return repaired(text, tool, schema, call)
    except (Unreadable, RecursionError):
        return {"outcome": "valid", "args": text, "changes": []}
    finally:
        schema.forget()  # the schema is kept for the next call, this one's values are not


def repaired(text, tool, schema, call):
    original = jsontext.read(text)
    try:
        value, changes = answered(call, original, schema)
    except Refused as refused:
        return unrepairable(text, tool, schema, original, refused.field)
    if jsontext.same(value, original):
        return {"outcome": "valid", "args": text, "changes": []}
    if not changes:  # the owner's hook alone has replaced it
        return {"outcome": "valid", "args": jsontext.write(value), "changes": []}
    summary, mark, _ = shape(tool, schema, original)
    answer = {"outcome": "repaired", "args": jsontext.write(value), "changes": changes}
    return {**answer, "issueSummary": summary, "fingerprint": mark} if summary else answer


def answered(call, original, schema):
    """(value, changes) of the call, or of the one that it wraps. Raises Refused."""
    if isinstance(original, dict) and schema.fits(original):
        try:
            value, changes = unwrapped(call, original, schema, Refused())
            if is_call(value, schema):
                return value, changes
        except Refused:
            pass
    try:
        return attempt(call, original, schema)
    except Refused as refused:
        return unwrapped(call, original, schema, refused)


def is_call(value, schema):
    """True if the value says that it is meant for this tool."""
    root = schema.resolve(schema.root)
    return any(schema.child(root, key)[1] for key in value) if value else bool(root.get("properties"))


def unwrapped(call, original, schema, refused, before=()):
    """The same for what an object of one known and undeclared key holds. Raises what the call itself was refused by."""
    tool, limits = call["toolName"], settings_of(call)[2]
    outer, decoding = recover(original, schema, tool, limits)
    only = next(iter(outer)) if isinstance(outer, dict) and len(outer) == 1 else None
    root = schema.resolve(schema.root)
    if only not in WRAPPERS or not isinstance(root, dict) or schema.child(root, only)[1] or only in root.get("required", []):
        raise refused
    inner, more = recover(outer[only], schema, tool, limits)
    if not isinstance(inner, dict):
        raise refused
    note = change("envelope.unwrap-single-key", "envelope", f"The arguments of {tool} stand alone, not in an object.")
    before = [*before, *decoding, note, *more]
    try:
        return attempt(call, inner, schema, before)
    except Refused:
        return unwrapped(call, inner, schema, refused, before)


def attempt(call, original, schema, before=()):
    """(value, changes) of a call that is valid or can be repaired, after other changes. Raises Refused."""
    host, transforms, limits = settings_of(call)
    tool = call["toolName"]
    schema.forget()
    if isinstance(original, str) and schema.fits(original):
        return original, [*before]
    if not schema.fits(original) and jsontext.depth(original) > limits["maxNestingDepth"]:
        raise Refused
    value, changes = recover(original, schema, tool, limits)
    if isinstance(value, str) and "object" in schema.kinds(schema.root):
        value, changes = root_string(value, call)
    changes = [*before, *changes]
    value = run_owner_hook(call.get("ownerHook"), jsontext.copy(value))
    prepared = jsontext.copy(value)
    try:
        value, done = preprocess(value, call.get("preprocessors", []), schema, transforms)
        changes = changes + done
    except TwoMeanings:
        raise Refused from None
    except Conflict as conflict:
        if conflict.beside_empty or not schema.fits(prepared):
            raise Refused(conflict.field) from None
        value = prepared
    schema.forget()  # the clean-up has changed the value in place
    aliases = call.get("legacyConfig", {}).get("fieldAliases", {})
    for _ in range(PASSES):
        mender = Mender(schema, aliases, host, limits, tool)
        value = mender.mend(value, schema.root, tool)
        changes = changes + mender.changes
        if not mender.changes:
            break
    return finish(value, changes, schema, host)


def finish(value, changes, schema, host):
    """Listed conversions where a rule has fired; nothing where none has."""
    if schema.fits(value):
        return value, changes
    converted, places = convert(value, schema.root, schema, host)
    if not schema.fits(converted):
        raise Refused
    if not changes:
        return value, []
    silent = [
        change("final-validation.host-conversion", "final-validation", f"{place(path)} was converted.", silent=True)
        for path in places
    ]
    return converted, changes + silent


def root_string(text, call):
    """A bare text, or one as a JSON string, becomes the tool's configured field."""
    root = call.get("legacyConfig", {}).get("rootString")
    if jsontext.byte_length(text) > settings_of(call)[2]["maxInputBytes"]:
        raise Refused
    try:
        for _ in range(settings_of(call)[2]["maxDecodeAttempts"]):
            decoded = jsontext.read_once(text.strip())
            if isinstance(decoded, (dict, list)):
                raise Refused
            if not isinstance(decoded, str):
                break
            text = decoded
    except ValueError:
        pass
    except (jsontext.Unsafe, RecursionError):
        raise Refused from None
    if root is None or not text.strip() or GARBAGE.match(text) or text.lstrip().startswith(root["field"] + ":"):
        raise Refused
    field = root["field"]
    value = {field: [text] if root.get("wrapInArray") else text}
    return value, [change("wrapRootStringAsObject", "schema-repair", f"A bare text was taken as `{field}` of {call['toolName']}.")]


def unrepairable(text, tool, schema, value, field):
    summary, mark, first = shape(tool, schema, value)
    where, issue = first if first else ("/" + field, None)
    missed = f"{issue.keyword}, expected {issue.wanted}" if issue else "ambiguous"
    message = f"The arguments of {plain(tool, 200)} do not fit its schema at {plain(where)}: {plain(missed)}. Send them again."
    return {
        "outcome": "unrepairable",
        "args": text,
        "changes": [],
        "issueSummary": summary,
        "fingerprint": mark,
        "retryMessage": message,
    }


def shape(tool, schema, value):
    """(summary, fingerprint, the first miss and its place) of what a value misses."""
    shapes = set()
    first = None
    for issue in schema.issues(value, schema.root):
        steps = shape_of(issue, schema)
        shapes.add(f"{steps} {issue.keyword} {issue.wanted}")
        first = first or (steps, issue)
        if len(shapes) >= 64:
            break
    summary = "; ".join(sorted(shapes))
    return plain(summary, 2000), fingerprint(tool + "\n" + summary), first


def shape_of(issue, schema):
    """The path with indices as `*` and undeclared keys as `?`."""
    node, steps = schema.root, []
    for step in issue.path:
        node = schema.resolve(node)
        if not isinstance(node, dict):
            node = {}
        if isinstance(step, int):
            steps.append("*")
            first = node.get("prefixItems", [])
            node = first[step] if step < len(first) else node.get("items", {})
        else:
            known = step in node.get("properties", {})
            steps.append(step if known else "?")
            node = node["properties"][step] if known else {}
    return "/" + "/".join(steps)
