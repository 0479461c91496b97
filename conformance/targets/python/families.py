"""The families of printed calls that this layer knows: each reads one complete call at a place, or nothing."""

import json
import re

import jsontext

NAME = re.compile(r"[A-Za-z0-9_.:-]{1,128}")
SPACE = re.compile(r"[ \t\r\n]*")
PREFIXES = ("functions.", "default_api.", "assistant.", "tools.")
DECODER = json.JSONDecoder()
MAX_CALL = 262144


class Call:
    """One printed call: where it stands, what it says; `arguments` is a dict, or None where it is ambiguous."""

    def __init__(self, start, end, name, arguments, family):
        for prefix in PREFIXES:
            name = name.removeprefix(prefix)
        self.start, self.end, self.family = start, end, family
        self.name, self.arguments = name.split("<|")[0], arguments


def skip(text, at):
    return SPACE.match(text, at).end()


def json_object(text, at):
    """(dict, end) of the JSON object at a place, or None. A value that is not certain is an empty result."""
    if not text.startswith("{", at):
        return None
    try:
        _, end = DECODER.raw_decode(text, at)
        return jsontext.read_once(text[at:end]), end
    except (ValueError, RecursionError):
        return None
    except jsontext.Unsafe:
        return None


def hermes(text, at):
    """<tool_call>{"name": ..., "arguments": {...}}</tool_call>"""
    found = json_object(text, skip(text, at + len("<tool_call>")))
    if found is None or not isinstance(found[0].get("name"), str):
        return None
    body, end = found
    arguments = body.get("arguments", body.get("parameters"))
    if isinstance(arguments, str):
        try:
            arguments = jsontext.read_once(arguments)
        except (ValueError, jsontext.Unsafe):
            return None
    if not isinstance(arguments, dict):
        return None
    after = skip(text, end)
    end = after + len("</tool_call>") if text.startswith("</tool_call>", after) else end
    return Call(at, end, body["name"], arguments, "qwen")


FUNCTION = re.compile(r"<function=([A-Za-z0-9_.:-]{1,128})>")
PARAMETER = re.compile(r"<parameter=([^>\n]{1,128})>")
AFTER_PARAMETER = re.compile(r"[ \t\r\n]*(?:<parameter=|</function>)")


def qwen_xml(text, at):
    """<tool_call><function=name><parameter=key>value</parameter></function></tool_call>; the outer tag is optional."""
    start, wrapped = at, text.startswith("<tool_call>", at)
    if wrapped:
        at = skip(text, at + len("<tool_call>"))
    opened = FUNCTION.match(text, at)
    if opened is None:
        return None
    at, arguments, certain = opened.end(), {}, True
    while True:
        at = skip(text, at)
        parameter = PARAMETER.match(text, at)
        if parameter is None:
            break
        closed = closer(text, parameter.end(), "</parameter>", AFTER_PARAMETER)
        if closed is None:
            return None
        value = text[parameter.end() : closed[0]]
        value = value.removeprefix("\n").removesuffix("\n")
        certain = certain and parameter.group(1) not in arguments and closed[2]
        arguments[parameter.group(1)] = value
        at = closed[1]
    if text.startswith("</function>", at):
        at += len("</function>")
    elif not arguments:
        return None
    after = skip(text, at)
    if wrapped and text.startswith("</tool_call>", after):
        at = after + len("</tool_call>")
    return Call(start, at, opened.group(1), arguments if certain else None, "qwen")


def closer(text, at, tag, follows):
    """(start, end, certain) of the first closing tag after which the family can go on; not certain if there are two."""
    found = text.find(tag, at)
    while found != -1 and not follows.match(text, found + len(tag)) and text[found + len(tag) :].strip():
        found = text.find(tag, found + 1)
    if found == -1:
        return None
    return found, found + len(tag), True


INVOKE = re.compile(r'<invoke name="([A-Za-z0-9_.:-]{1,128})">')
INVOKE_PARAMETER = re.compile(r'<parameter name="([^"\n]{1,128})">')
AFTER_INVOKE_PARAMETER = re.compile(r"[ \t\r\n]*(?:<parameter name=|</invoke>)")


def invoke(text, at):
    """<invoke name="..."><parameter name="...">value</parameter></invoke>; the list around it is optional."""
    start, outer = at, None
    for tag in ("<function_calls>", "<tool_calls>"):
        if text.startswith(tag, at):
            outer, at = tag, skip(text, at + len(tag))
    opened = INVOKE.match(text, at)
    if opened is None:
        return None
    at, arguments, certain = opened.end(), {}, True
    while True:
        at = skip(text, at)
        parameter = INVOKE_PARAMETER.match(text, at)
        if parameter is None:
            break
        closed = closer(text, parameter.end(), "</parameter>", AFTER_INVOKE_PARAMETER)
        if closed is None:
            return None
        certain = certain and parameter.group(1) not in arguments
        arguments[parameter.group(1)] = text[parameter.end() : closed[0]]
        at = closed[1]
    if not text.startswith("</invoke>", at):
        return None
    at += len("</invoke>")
    after = skip(text, at)
    closing = ("</" + outer[1:]) if outer else "</function_calls>"
    if text.startswith(closing, after):
        at = after + len(closing)
    return Call(start, at, opened.group(1), arguments if certain else None, "invoke")


BARS = ("｜DSML｜", "｜｜DSML｜｜", "DSML｜", " | DSML | ", "‖DSML‖", "|DSML|")
LISTS = ("function_calls", "tool_calls", "tool_use")


def dsml(text, at):
    """The tags of `invoke` behind a bar: `string="true"` is the text as it stands, `string="false"` is JSON."""
    bar = next(bar for bar in sorted(BARS, key=len, reverse=True) if text.startswith("<" + bar, at))
    start, tag, end_tag = at, "<" + bar, "</" + bar
    outer = next((name for name in LISTS if text.startswith(tag + name + ">", at)), None)
    if outer is not None:
        at = skip(text, at + len(tag + outer + ">"))
    opened = re.compile(re.escape(tag) + r'invoke name="([A-Za-z0-9_.:-]{1,128})">').match(text, at)
    if opened is None:
        return None
    head = re.compile(re.escape(tag) + r'parameter name="([^"\n]{1,128})" string="(true|false)">')
    follows = re.compile(r"[ \t\r\n]*(?:" + re.escape(tag) + "parameter name=|" + re.escape(end_tag) + "invoke>)")
    at, arguments, certain = opened.end(), {}, True
    while True:
        at = skip(text, at)
        parameter = head.match(text, at)
        if parameter is None:
            break
        closed = closer(text, parameter.end(), end_tag + "parameter>", follows)
        if closed is None:
            return None
        key, value = parameter.group(1), text[parameter.end() : closed[0]]
        certain = certain and key not in arguments
        if parameter.group(2) == "false":
            try:
                value = jsontext.read_once(value)
            except (ValueError, jsontext.Unsafe):
                certain = False
        arguments[key] = value
        at = closed[1]
    if not text.startswith(end_tag + "invoke>", at):
        return None
    at += len(end_tag + "invoke>")
    after = skip(text, at)
    if outer is not None and text.startswith(end_tag + outer + ">", after):
        at = after + len(end_tag + outer + ">")
    return Call(start, at, opened.group(1), arguments if certain else None, "dsml")


KIMI = re.compile(r"<\|tool_call_begin\|>[ \t\r\n]*(?:functions\.)?([A-Za-z0-9_.-]{1,128})(?::[0-9]+)?[ \t\r\n]*<\|tool_call_argument_begin\|>")
KIMI_SECTIONS = ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>")


def kimi(text, at):
    """<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{...}<|tool_call_end|>, in an optional section."""
    start = at
    for tag in KIMI_SECTIONS:
        if text.startswith(tag, at):
            at = skip(text, at + len(tag))
    opened = KIMI.match(text, at)
    found = json_object(text, skip(text, opened.end())) if opened else None
    if found is None:
        return None
    arguments, at = found
    for tag in ("<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"):
        after = skip(text, at)
        if text.startswith(tag, after):
            at = after + len(tag)
    return Call(start, at, opened.group(1), arguments, "kimi")


FAMILIES = ("dsml", "invoke", "qwen", "kimi")
READERS = {
    "<tool_call>": (hermes, qwen_xml),
    "<function=": (qwen_xml,),
    "<invoke name=": (invoke,),
    "<function_calls>": (invoke,),
    "<tool_calls>": (invoke,),
    "<|tool_call_begin|>": (kimi,),
    "<|tool_calls_section_begin|>": (kimi,),
    "<|tool_call_section_begin|>": (kimi,),
    **{"<" + bar + name: (dsml,) for bar in BARS for name in (*(each + ">" for each in LISTS), "invoke name=")},
}
OPENER = re.compile("|".join(re.escape(opener) for opener in sorted(READERS, key=len, reverse=True)))


def read_call(text, found, families):
    """The complete call at an opener that was found, or None."""
    for reader in READERS[found.group()]:
        call = reader(text, found.start())
        if call is not None and call.family in families and call.end - call.start <= MAX_CALL:
            return call
    return None
