"""The named transforms and owner hooks of the protocol page."""

import re

import jsontext
from jsontext import Number

RANGE = re.compile(r"(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})")
# pi's own names for the fields of an edit, first name first (the aliases of its `edit` tool).
OLD = "oldText old_string oldString old_str oldStr old_text oldValue old_value oldContent old_content old from search".split()
NEW = "newText new_string newString new_str newStr new_text newValue new_value newContent new_content new to replace".split()


def one_text(value, names):
    found = [value[name] for name in names if name in value]
    certain = found and isinstance(found[0], str) and all(jsontext.same(found[0], other) for other in found[1:])
    return found[0] if certain else None


class TwoMeanings(Exception):
    """A value that says the same thing in two ways, which may differ."""


def edit_fold(value):
    if not isinstance(value, dict):
        return None
    flat = any(name in value for name in OLD + NEW)
    if flat and value.get("edits") not in (None, "", [], {}):
        raise TwoMeanings
    old, new = one_text(value, OLD), one_text(value, NEW)
    if old is None or new is None:
        return None
    kept = {key: member for key, member in value.items() if key != "edits" and key not in OLD and key not in NEW}
    return {**kept, "edits": [{"oldText": old, "newText": new}]}


def split_range(value):
    if not isinstance(value, dict) or "start" in value or "end" in value:
        return None
    found = RANGE.fullmatch(value["range"]) if isinstance(value.get("range"), str) else None
    if found is None:
        return None
    kept = {key: member for key, member in value.items() if key != "range"}
    return {**kept, "start": Number(found.group(1)), "end": Number(found.group(2))}


def fold_note(value):
    flat = ", ".join(f"`{name}`" for name in OLD + NEW if name in value)
    return f"{flat} belong in `edits` as `oldText` and `newText`."


TRANSFORMS = {
    "edit-fold": (edit_fold, fold_note),
    "split-range": (split_range, lambda value: "`range` is given as `start` and `end`."),
}


class Failed(Exception):
    """The owner's hook failed, or gave no JSON value."""


def lower_in_place(value):
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        value["path"] = value["path"].lower()


def lower_path(value):
    lower_in_place(value)
    return value


def fails_after_mutate(value):
    lower_in_place(value)
    raise Failed


def rename(value):
    if not isinstance(value, dict):
        return value
    return {("path" if key == "location" else key): member for key, member in value.items()}


OWNER_HOOKS = {
    "identity": lambda value: value,
    "lower-path": lower_path,
    "return-undefined-after-mutate": lower_path,
    "throw-after-mutate": fails_after_mutate,
    "return-promise": fails_after_mutate,
    "return-function": fails_after_mutate,
    "rename-through-this": rename,
}


def run_owner_hook(name, value):
    """The owner's arguments: on a copy, which a failure throws away."""
    if name is None:
        return value
    try:
        return OWNER_HOOKS[name](jsontext.copy(value))
    except Failed:
        return value
