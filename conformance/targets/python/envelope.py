"""From raw argument text to a value: decoding, control characters, a one-item list. Nothing is completed or guessed."""

import re

import jsontext
from changes import change

LIMITS = {"maxInputBytes": 262144, "maxNestingDepth": 64, "maxDecodeAttempts": 3}
FENCE = re.compile(r"\A(```+|~~~+)(?:json|JSON)?[ \t]*\r?\n(.*)\r?\n {0,3}\1[ \t]*\Z", re.DOTALL)
ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def without_wrapping(text):
    """(the text without byte order mark, white space and one JSON fence around it, whether there was a fence)."""
    bare = text.lstrip("\ufeff").strip(" \t\r\n")
    fenced = FENCE.match(bare)
    return (fenced.group(2).strip(" \t\r\n"), True) if fenced else (bare, False)


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
    """(value, the rules that made it readable) of a model's JSON text. Raises ValueError or Unsafe."""
    if jsontext.byte_length(text) > limits["maxInputBytes"]:
        raise ValueError("too long")
    bare, fenced = without_wrapping(text)
    rules = ["envelope.unwrap-fence"] if fenced else []
    try:
        value = jsontext.read_once(bare)
    except ValueError:
        value = jsontext.read_once(escape_controls(bare))
        rules.append("envelope.escape-control-character")
    if jsontext.depth(value) > limits["maxNestingDepth"]:
        raise ValueError("too deep")
    return value, rules


READING = {
    "envelope.unwrap-fence": "A fence around {} was dropped.",
    "envelope.escape-control-character": "Control characters in {} were escaped.",
}


def read_by(rules, what):
    """The changes of the rules that made a text readable."""
    return [change(rule, "envelope", READING[rule].format(what)) for rule in rules]


def recover(raw, schema, tool, limits):
    """(value, changes) of raw arguments; the value is the raw one where nothing can be done."""
    value, changes, attempts = raw, [], 0
    kinds = schema.kinds(schema.root)
    wants_object = "object" in kinds and not (isinstance(raw, list) and "array" in kinds)
    if isinstance(raw, str) and ("string" in kinds or not wants_object):
        return raw, []
    while isinstance(value, str) and attempts < limits["maxDecodeAttempts"]:
        try:
            decoded, rules = decode(value, limits)
        except (ValueError, jsontext.Unsafe, RecursionError):
            return raw, []
        if not isinstance(decoded, (str, dict, list)):
            return raw, []
        attempts += 1
        value = decoded
        changes.extend(read_by(rules, f"the arguments of {tool}"))
    if isinstance(value, str):
        return raw, []
    if isinstance(value, list):
        single = len(value) == 1 and isinstance(value[0], dict) and not schema.fits(value)
        if not single or not wants_object:
            return raw, []
        value = value[0]
        changes.append(change("envelope.unwrap-singleton-object-array", "envelope", f"The arguments of {tool} are one object, not a list with one."))
    if attempts:
        changes.insert(0, change("envelope.decode-json", "envelope", f"The arguments of {tool} were JSON text; send an object."))
    return value, changes
