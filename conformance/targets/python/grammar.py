"""Calls that a model printed as text: found outside code, cut, and promoted only behind every gate."""

import hashlib
import re

import jsontext
from dialect import Unreadable
from families import FAMILIES, OPENER, read_call
from schema import Schema

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
SENTENCE_END = re.compile(r"""[.!?\u2026\u3002\uff01\uff1f]["'”’)\]]*[ \t]*\Z""")
SPAN = re.compile(r"(`+)(?:[^`\n]+)\1")
THINK = re.compile(r"<think>.*?</think>", re.DOTALL)


def code_ranges(text):
    """Fenced and indented code, block quotes, code spans and closed <think> blocks, as (start, end)."""
    ranges, at, fence, opened, blank = [], 0, None, 0, True
    for line in text.split("\n"):
        end = at + len(line) + 1
        found = FENCE.match(line)
        if fence is not None:
            if found and found.group(1)[0] == fence[0] and len(found.group(1)) >= len(fence) and not line.strip().strip(fence[0]):
                ranges.append((opened, end))
                fence = None
        elif found and not (found.group(1)[0] == "`" and "`" in line[found.end() :]):
            fence, opened = found.group(1), at
        elif line.lstrip(" ").startswith(">") or (blank and (line.startswith("    ") or line.startswith("\t"))):
            ranges.append((at, end))
        else:
            ranges.extend((at + span.start(), at + span.end()) for span in SPAN.finditer(line))
        blank = not line.strip()
        at = end
    if fence is not None:
        ranges.append((opened, len(text) + 1))
    ranges.extend((block.start(), block.end()) for block in THINK.finditer(text))
    return ranges


def calls_in(text, families):
    """(every complete call outside code in printed order, whether an opener had no complete call behind it)."""
    if OPENER.search(text) is None:
        return [], False
    hidden = code_ranges(text)
    calls, at, broken = [], 0, False
    while True:
        found = OPENER.search(text, at)
        if found is None:
            return calls, broken
        covering = next((end for start, end in hidden if start <= found.start() < end), None)
        if covering is not None:
            at = covering
            continue
        call = read_call(text, found, families)
        if call is None:
            broken, at = True, found.end()
        else:
            calls.append(call)
            at = call.end


def stands_alone(text, call, calls):
    """Position is evidence: a line's start or a finished sentence before, nothing but calls after on its last line."""
    before = text[: call.start]
    others = [other for other in calls if other.end <= call.start]
    if others and not before[others[-1].end :].strip():
        before = text[: others[0].start] if all_adjacent(text, others) else before
    line = before[before.rfind("\n") + 1 :]
    starts = not line.strip() or line.rstrip().endswith("</think>") or SENTENCE_END.search(line) is not None
    rest = text[call.end :]
    for other in calls:
        if other.start >= call.end and not rest[: other.start - call.end].strip():
            rest = text[other.end :]
            call = other
    return starts and not rest.split("\n", 1)[0].strip()


def all_adjacent(text, calls):
    return all(not text[left.end : right.start].strip() for left, right in zip(calls, calls[1:]))


def typed(call, schema_text):
    """The arguments with the types of the tool's schema: texts stay, other fields are read as JSON."""
    if schema_text is None:
        return call.arguments
    try:
        schema = Schema(jsontext.read(schema_text))
    except (Unreadable, ValueError):
        return call.arguments
    made = {}
    properties = schema.root.get("properties", {}) if isinstance(schema.root, dict) else {}
    for key, value in call.arguments.items():
        node = properties.get(key)
        if isinstance(value, str) and isinstance(node, dict) and not schema.fits(value, node):
            try:
                read = jsontext.read_once(value.strip())
                value = read if schema.fits(read, node) else value
            except (ValueError, jsontext.Unsafe):
                pass
        made[key] = value
    return made


def squeezed(text):
    return re.sub(r"\s+", "", text)


def allowed(call_request, name):
    if "allowedTools" not in call_request:
        return True
    listed = jsontext.read(call_request["allowedTools"])
    return isinstance(listed, list) and name in listed


def may_promote(request, message, parts, found):
    """True if every gate is open for every call of the message."""
    if request["mode"] != "recover" or message.get("stopReason") != "stop":
        return False
    if any(isinstance(part, dict) and part.get("type") == "toolCall" for part in parts):
        return False
    if not found or len(found) > request.get("maxPromoted", 16):
        return False
    seen = [squeezed(text) for text in request.get("seenTexts", [])]
    for index, text, call, evident in found:
        if not evident or not call.arguments or call.name not in request["knownTools"] or not allowed(request, call.name):
            return False
        if any(squeezed(text[call.start : call.end]) in other for other in seen):
            return False
    last_index, text, call, _ = found[-1]
    later = [part for part in parts[last_index + 1 :] if isinstance(part, dict) and part.get("type") == "text"]
    return not text[call.end :].strip() and not any(part.get("text", "").strip() for part in later)


def cut(text, calls):
    """The text without the calls, and without the blank line that a cut would leave."""
    for call in reversed(calls):
        before, after = text[: call.start], text[call.end :]
        if not after.strip():
            text = before.rstrip() + (after if before.strip() == "" else "")
        elif before == "" or before.endswith("\n"):
            text = before + after.lstrip(" \t").removeprefix("\r").removeprefix("\n")
        else:
            text = before + after
    return text


def ids(request, message_text, count):
    """Ids of calls: equal for equal inputs, never one in use."""
    used, made, salt = set(request.get("idsInUse", [])), [], 0
    while len(made) < count:
        name = "call_" + hashlib.sha256(f"{salt}\n{message_text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]
        salt += 1
        if name not in used:
            used.add(name)
            made.append(name)
    return made


def untouched(request, detected=()):
    return {
        "message": request["message"],
        "changed": False,
        "promoted": False,
        "recoveredCalls": [],
        "strippedGrammars": [],
        "detectedGrammars": sorted(set(detected)),
        "promotedCallIds": [],
        "cutWithoutPromotion": 0,
    }


def handle(request):
    """The answer to a grammar call."""
    message = jsontext.read(request["message"])
    parts = message.get("content") if isinstance(message, dict) else None
    if request["mode"] not in ("observe", "strip", "recover") or not isinstance(parts, list) or message.get("role") != "assistant":
        return untouched(request)
    families = [name for name in FAMILIES if name in request.get("grammars", FAMILIES)]
    found, broken = [], False
    for index, part in enumerate(parts):
        if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str) and "textSignature" not in part:
            calls, unfinished = calls_in(part["text"], families)
            broken = broken or unfinished
            found.extend((index, part["text"], call, stands_alone(part["text"], call, calls)) for call in calls)
    if not found or request["mode"] == "observe":
        return untouched(request, [call.family for _, _, call, _ in found])
    return replace(request, message, parts, found, broken)


def doubtful(request, found, broken):
    """True if one call of the message may not run, so that none may and the text stays."""
    return (
        broken
        or len(found) > request.get("maxPromoted", 16)
        or any(
            not call.arguments or call.name not in request["knownTools"] or not allowed(request, call.name)
            for _, _, call, _ in found
        )
    )


def replace(request, message, parts, found, broken):
    if request["mode"] == "recover" and doubtful(request, found, broken):
        return untouched(request, [call.family for _, _, call, _ in found])
    promote = may_promote(request, message, parts, found)
    strips_unknown = request.get("unknownToolText") == "strip"
    chosen = [
        (index, call)
        for index, _, call, evident in found
        if evident and call.arguments is not None and (promote or strips_unknown or call.name in request["knownTools"])
    ]
    detected = [call.family for _, _, call, _ in found]
    if not chosen:
        return untouched(request, detected)
    made = []
    for index, part in enumerate(parts):
        own = [call for at, call in chosen if at == index]
        if own:
            text = cut(part["text"], own)
            if not text.strip():
                continue
            part = {**part, "text": text}
        made.append(part)
    new_ids, recovered = [], []
    if promote:
        new_ids = ids(request, request["message"], len(chosen))
        for (_, call), name in zip(chosen, new_ids):
            arguments = typed(call, request.get("toolSchemas", {}).get(call.name))
            made.append({"type": "toolCall", "id": name, "name": call.name, "arguments": arguments})
            recovered.append({"name": call.name, "arguments": jsontext.write(arguments), "grammar": call.family})
    if not made:
        return untouched(request, detected)
    changed = {**message, "content": made, **({"stopReason": "toolUse"} if promote else {})}
    return {
        **untouched(request, detected),
        "message": jsontext.write(changed),
        "changed": True,
        "promoted": promote,
        "recoveredCalls": recovered,
        "strippedGrammars": sorted({call.family for _, call in chosen}),
        "promotedCallIds": new_ids,
        "cutWithoutPromotion": 0 if promote else len(chosen),
    }
