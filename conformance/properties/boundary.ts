/** The properties of the chapter `boundary`: what cannot be repaired stops before it executes, unless that was asked for. */
import fc from "fast-check";
import type { Property } from "../property.ts";
import { call, ofSession, reply, turn, word } from "./session-case.ts";

interface Hopeless {
  readonly tool: string;
  readonly args: unknown;
}

const HOPELESS: readonly ((name: string) => Hopeless)[] = Object.freeze([
  (name: string) => ({ tool: "write", args: { path: name, content: null } }),
  (name: string) => ({ tool: "write", args: { path: name } }),
  (name: string) => ({ tool: "bash", args: { command: null, text: `touch ${name}` } }),
  (name: string) => ({ tool: "bash", args: [{ command: `touch ${name}` }, { command: "true" }] }),
]);
/** All of them, in any order: a host refuses some by itself. */
const hopeless = fc.shuffledSubarray([...HOPELESS], { minLength: HOPELESS.length });
const WRITE_NULL = (name: string) => turn(reply([call("write", { path: name, content: null }, "call_1")]));

export const properties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "boundary/throws-before-execute/hopeless-call",
    "Calls that cannot be repaired leave no file, reach no gate, and are told to the model by tool.",
    fc.tuple(word, hopeless),
    ([name, all]) => {
      const calls = all.map((make, at) => call(make(name).tool, make(name).args, `call_${at}`));
      return { turns: [turn(reply(calls))] };
    },
    ({ results, files, seen }, [name, all]) => [
      [!Object.hasOwn(files, name), "a call was executed", files],
      [seen.length === 0, "a call reached the tool_call handlers", seen],
      [
        results.length === all.length && results.every(({ isError }) => isError),
        "a result is no error",
        results,
      ],
      [
        results.every(({ text }, at) => text.includes(all[at]?.(name).tool ?? "")),
        "an error does not name its tool",
        results,
      ],
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
