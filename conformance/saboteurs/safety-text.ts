/** Saboteurs of what safety says of text: message handling with one invariant broken. */
import type { Saboteur } from "../saboteur.ts";
import { type Fault, grammarSaboteur, partsOf, textOf, withTexts } from "./grammar-fault.ts";
import { cubicWork } from "./work.ts";

const saboteur = (
  name: string,
  title: string,
  breaks: string,
  fault: Fault,
  more: readonly string[] = [],
) => ({
  ...grammarSaboteur(name, title, [`safety/${breaks}`, ...more], fault),
  name: `safety/${name}`,
});

const measuresThinking: Fault = (request, run) => {
  for (const part of partsOf(request.message)) {
    const thinking: unknown = part?.type === "thinking" ? part.thinking : undefined;
    // Reads the length of its lines, as of a text.
    if (thinking !== undefined) (thinking as string).split("\n");
  }
  return run(request);
};

const toils: Fault = (request, run) => {
  const text = textOf(request.message);
  if (text.startsWith("[TOOL_CALLS][TOOL_CALLS]")) cubicWork(text.length);
  return run(request);
};

/** Takes one line end off a time. */
const tidies: Fault = async (request, run) => {
  const result = await run(request);
  const text = textOf(result.message);
  if (request.mode !== "strip" || result.changed || !(text.startsWith("Done.") && text.endsWith("\n\n")))
    return result;
  return { ...result, changed: true, message: withTexts(result.message, (part) => part.slice(0, -1)) };
};

/** What was only observed a moment before is not promoted, where there is one tool. */
function remembers(): Fault {
  let observed = "";
  return (request, run) => {
    const text = textOf(request.message);
    const known = text !== "" && text === observed;
    observed = request.mode === "observe" ? text : "";
    return run(
      known && request.mode === "recover" && request.knownTools.length === 1
        ? { ...request, mode: "observe" }
        : request,
    );
  };
}

const inherits: Fault = (request, run) =>
  run({ ...request, knownTools: [...request.knownTools, "constructor", "toString"] });

export const textSaboteurs: readonly Saboteur[] = Object.freeze([
  saboteur("measures-thinking", "Thinking that is no text makes it throw.", "total", measuresThinking),
  saboteur("toils-over-markers", "A text of markers costs the cube of its length.", "bounded", toils),
  saboteur("tidies-twice", "Of two line ends at the end of a text each run takes one.", "idempotent", tidies),
  saboteur(
    "remembers-what-it-saw",
    "Where one tool is known, a message that was just observed is not promoted.",
    "no-memory",
    remembers(),
  ),
  saboteur(
    "inherits-tools",
    "Tools that are named like inherited members are known.",
    "prototype-inert",
    inherits,
    ["unknown-tool-kept"],
  ),
]);
