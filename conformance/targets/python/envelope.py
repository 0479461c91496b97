"""From raw argument text to a value: decoding, control characters, a one-item list. Nothing is completed or guessed."""

import re

import jsontext
from changes import change

LIMITS = {"maxInputBytes": 262144, "maxNestingDepth": 64, "maxDecodeAttempts": 3}
FENCE = re.compile(r"\A```(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?```\Z", re.DOTALL)
ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def without_wrapping(text):
    """The text without byte order mark, white space and one JSON fence around it."""
    bare = text.lstrip("\ufeff").strip(" \t\r\n")
    fenced = FENCE.match(bare)
    return fenced.group(1).strip(" \t\r\n") if fenced else bare


def escape_controls(text):
    """The text with raw control characters inside its JSON strings escaped."""
    if not any(character < " " for character in text):
        return text
    out, inside, escaped = [], False, False
    for character in text:
        if inside and character < " " and not escaped:
            out.append(ESCAPES.get(character, "\\u%04x" % ord(character)))
            escaped = False
            continue
        if inside:
            inside = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            inside = True
        out.append(character)
    return "".join(out)


def decode(text, limits):
    """(value, control characters were escaped) of a model's JSON text. Raises ValueError or Unsafe."""
    if jsontext.byte_length(text) > limits["maxInputBytes"]:
        raise ValueError("too long")
    bare = without_wrapping(text)
    try:
        value, escaped = jsontext.read_once(bare), False
    except ValueError:
        value, escaped = jsontext.read_once(escape_controls(bare)), True
    if jsontext.depth(value) > limits["maxNestingDepth"]:
        raise ValueError("too deep")
    return value, escaped


def recover(raw, schema, tool, limits):
    """(value, changes) of raw arguments; the value is the raw one where nothing can be done."""
    value, changes, attempts = raw, [], 0
    while isinstance(value, str) and attempts < limits["maxDecodeAttempts"]:
        try:
            decoded, escaped = decode(value, limits)
        except (ValueError, jsontext.Unsafe, RecursionError):
            return raw, []
        if not isinstance(decoded, (str, dict, list)):
            return raw, []
        attempts += 1
        value = decoded
        if escaped:
            changes.append(change("envelope.escape-control-character", "envelope", f"Control characters in the arguments of {tool} were escaped."))
    if isinstance(value, str):
        return raw, []
    if isinstance(value, list):
        single = len(value) == 1 and isinstance(value[0], dict) and not schema.fits(value)
        if not single or not wants_object(schema):
            return raw, []
        value = value[0]
        changes.append(change("envelope.unwrap-singleton-object-array", "envelope", f"The arguments of {tool} are one object, not a list with one."))
    if attempts:
        changes.insert(0, change("envelope.decode-json", "envelope", f"The arguments of {tool} were JSON text; send an object."))
    return value, changes


def wants_object(schema):
    node = schema.resolve(schema.root)
    if not isinstance(node, dict):
        return False
    names = node.get("type", [])
    return names == "object" or "object" in names or "properties" in node or any(key in node for key in ("anyOf", "oneOf", "allOf"))
