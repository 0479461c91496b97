"""
A small repair layer as a wire target: `python3 target.py`, standard library only. It was written from
`docs/protocol.md` and the catalogue of requirements, and shares no code with the reference.
"""

import json
import sys
import threading

from grammar import FAMILIES, handle
from hooks import OWNER_HOOKS, TRANSFORMS
from repair import RULES, repair

HELLO = {
    "protocolVersion": "1.0",
    "target": {
        "name": "python-example",
        "version": "0.1.0",
        "language": "python",
        "capabilities": ["repair", "grammar"],
        "ruleIds": RULES + ["grammarRecovery:" + family for family in FAMILIES] + ["grammarStrip", "grammarObserve"],
        "canonicalRuleIds": True,
    },
    "transforms": list(TRANSFORMS),
    "ownerHooks": list(OWNER_HOOKS),
}
METHODS = {"initialize": lambda params: HELLO, "repair": repair, "grammar": handle}


def answer(line):
    request = json.loads(line)
    message = {"jsonrpc": "2.0", "id": request["id"]}
    method = METHODS.get(request["method"])
    if method is None:
        return {**message, "error": {"code": -32601, "message": "no method " + request["method"]}}
    try:
        return {**message, "result": method(request["params"])}
    except Exception as error:  # every error is an answer, or the harness would wait for one
        return {**message, "error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


def main():
    # Binary streams: text mode would also split at a carriage return, and translate line ends.
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(line)).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    # Deep arguments are legal: the main thread's stack is too small for them.
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 * 1024 * 1024)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
