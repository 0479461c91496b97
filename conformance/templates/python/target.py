"""
Your repair layer as a wire target (docs/protocol.md). Try it with

    npx -y pnpm@12.21.0 conformance doctor -- python3 target.py
"""

import json
import sys

HELLO = {
    "protocolVersion": "1.0",
    "target": {
        "name": "my-layer",
        "version": "0.1.0",
        "language": "python",
        "capabilities": ["repair"],
        "ruleIds": [],
        "canonicalRuleIds": False,
    },
}


def fits(value, schema):
    """Knows only `required` at the root: use the validator of your host."""
    return isinstance(value, dict) and all(name in value for name in schema.get("required", []))


def repair(call):
    """Replace this with a call of your layer. It repairs nothing yet, and says so."""
    if fits(json.loads(call["input"]), json.loads(call["schema"])):
        return {"outcome": "valid", "args": call["input"], "changes": []}
    message = "The arguments of " + call["toolName"] + " do not fit its schema at /."
    return {"outcome": "unrepairable", "args": call["input"], "changes": [], "retryMessage": message}


METHODS = {"initialize": lambda params: HELLO, "repair": repair}

for line in sys.stdin.buffer:
    request = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        answer["result"] = METHODS[request["method"]](request["params"])
    except Exception as error:
        answer["error"] = {"code": -32603, "message": repr(error)}
    sys.stdout.buffer.write(json.dumps(answer).encode("ascii") + b"\n")
    sys.stdout.buffer.flush()
