/** The properties of the chapter `boundary`: what cannot be repaired stops before it executes, unless that was asked for. */
import fc from "fast-check";
import type { Property } from "../property.ts";
import { call, ofSession, reply, turn, word } from "./session-case.ts";

const hopeless = fc.constantFrom<(name: string) => { readonly tool: string; readonly args: unknown }>(
  (name) => ({ tool: "write", args: { path: name, content: null } }),
  (name) => ({ tool: "write", args: { path: name } }),
  (name) => ({ tool: "bash", args: { command: null, text: `touch ${name}` } }),
  (name) => ({ tool: "bash", args: [{ command: `touch ${name}` }, { command: "true" }] }),
);
const WRITE_NULL = (name: string) => turn(reply([call("write", { path: name, content: null }, "call_1")]));

export const properties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "boundary/throws-before-execute/hopeless-call",
    "A call that cannot be repaired leaves no file, reaches no gate, and is told to the model by tool.",
    fc.tuple(word, hopeless),
    ([name, make]) => {
      const { tool, args } = make(name);
      return { turns: [turn(reply([call(tool, args, "call_1")]))] };
    },
    ({ results, files, seen }, [name, make]) => [
      [!Object.hasOwn(files, name), "the call was executed", files],
      [seen.length === 0, "the call reached the tool_call handlers", seen],
      [results[0]?.isError === true, "its result is no error", results],
      [results[0]?.text.includes(make(name).tool) === true, "the error does not name the tool", results],
    ],
  ),
  ofSession(
    "pi",
    "boundary/passthrough-opt-in/asked-for",
    "With PI_TOOL_REPAIR_PASSTHROUGH=1 the host gets the original and does what it does alone.",
    word,
    (name) => ({ environment: { PI_TOOL_REPAIR_PASSTHROUGH: "1" }, turns: [WRITE_NULL(name)] }),
    ({ files }, name) => [[files[name] === "null", "the original did not reach the host", files]],
  ),
  ofSession(
    "pi",
    "boundary/passthrough-opt-in/not-asked-for",
    "Any other value of the variable passes nothing through.",
    fc.tuple(word, fc.constantFrom("", "0", "no", "false")),
    ([name, value]) => ({ environment: { PI_TOOL_REPAIR_PASSTHROUGH: value }, turns: [WRITE_NULL(name)] }),
    ({ files }, [name]) => [[!Object.hasOwn(files, name), "the original reached the host", files]],
  ),
]);
