"""JSON as text: exact numbers, repeated keys, lone surrogates. Only the standard library's scanner does the reading."""

import json
from decimal import Decimal, InvalidOperation


class Unsafe(Exception):
    """Text that reads as JSON but not as one certain value: a repeated key, a number that no double holds."""


class Number(float):
    """A number that remembers how it was written, so that it can be given back unchanged."""

    __slots__ = ("text",)

    def __new__(cls, text):
        made = super().__new__(cls, text)
        made.text = text
        return made

    def is_whole(self):
        return self == self // 1 if abs(self) != float("inf") else False


def _exact(text):
    number = Number(text)
    try:
        same = abs(number) != float("inf") and Decimal(text) == Decimal(shortest(number))
    except InvalidOperation:
        same = False
    if not same:
        raise Unsafe("a number that a double cannot hold")
    return number


def _constant(name):
    raise ValueError(name + " is not JSON")


def _once(pairs):
    made = {}
    for key, value in pairs:
        if key in made and not same(made[key], value):
            raise Unsafe("a repeated key")
        made[key] = value
    return made


def read(text):
    """The value of trusted text: the last of repeated keys wins. Raises ValueError."""
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_constant)


def read_once(text):
    """The value of a model's text, if it can mean only one thing. Raises ValueError or Unsafe."""
    return json.loads(text, parse_int=_exact, parse_float=_exact, parse_constant=_constant, object_pairs_hook=_once)


def shortest(number):
    """A double as ECMAScript prints it."""
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(float(number))).as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    count = len(text)
    point = exponent + len(digits)
    minus = "-" if sign else ""
    if count <= point <= 21:
        return minus + text + "0" * (point - count)
    if 0 < point <= 21:
        return minus + text[:point] + "." + text[point:]
    if -6 < point <= 0:
        return minus + "0." + "0" * -point + text
    tail = "." + text[1:] if count > 1 else ""
    return minus + text[0] + tail + ("e+" if point > 0 else "e-") + str(abs(point - 1))


def write(value):
    """JSON text, numbers as they were written, keys in their own order."""
    out = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, _Raw):
            out.append(item.text)
        elif isinstance(item, Number):
            out.append(item.text)
        elif isinstance(item, dict):
            stack.append(_Raw("}"))
            for at, (key, member) in reversed(list(enumerate(item.items()))):
                stack.append(member)
                stack.append(_Raw(("," if at else "") + json.dumps(key) + ":"))
            stack.append(_Raw("{"))
        elif isinstance(item, list):
            stack.append(_Raw("]"))
            for at, member in reversed(list(enumerate(item))):
                stack.append(member)
                if at:
                    stack.append(_Raw(","))
            stack.append(_Raw("["))
        else:
            out.append(json.dumps(item))
    return "".join(out)


class _Raw:
    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


def same(left, right, zeros_differ=True):
    """Equal as JSON values: 1 is not true, 0 is not -0 unless that is asked, key order does not matter."""
    stack = [(left, right)]
    while stack:
        a, b = stack.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys():
                return False
            stack.extend((a[key], b[key]) for key in a)
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            stack.extend(zip(a, b))
        elif isinstance(a, float) and isinstance(b, float):
            if a != b or (zeros_differ and str(float(a))[:1] != str(float(b))[:1]):
                return False
        elif type(a) is not type(b) or a != b:
            return False
    return True


def depth(value):
    """How deep arrays and objects nest; 0 for a scalar."""
    deepest = 0
    stack = [(value, 0)]
    while stack:
        item, level = stack.pop()
        if isinstance(item, (dict, list)):
            deepest = max(deepest, level + 1)
            members = item.values() if isinstance(item, dict) else item
            stack.extend((member, level + 1) for member in members if isinstance(member, (dict, list)))
    return deepest


def copy(value):
    """A deep copy."""
    return read(write(value))


def byte_length(text):
    """Length in UTF-8, lone surrogates counted as three bytes."""
    return len(text.encode("utf-8", "surrogatepass"))
