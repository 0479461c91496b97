"""What a repair says of itself."""

import re

UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff<>]")


def change(rule, stage, note, silent=False):
    """One change; its note names a field or the tool."""
    made = {"ruleId": rule, "stage": stage, "note": plain(note)}
    if silent:
        made["silent"] = True
    return made


def plain(text, limit=300):
    """Text that cannot act on a terminal or close a tag."""
    return UNSAFE.sub("?", text)[:limit]


def fingerprint(text):
    """Eight hex digits (FNV-1a over UTF-8)."""
    value = 0x811C9DC5
    for byte in text.encode("utf-8", "surrogatepass"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return "%08x" % value


def place(path):
    """A JSON Pointer for a person."""
    return "/" + "/".join(str(step) for step in path)
