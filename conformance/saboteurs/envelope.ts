/** Saboteurs of the chapter `envelope`: the reference with one thing wrong in how it reads raw arguments. */
import { cutState } from "../cut-state.ts";
import { toJson } from "../json-text.ts";
import type { Saboteur } from "../saboteur.ts";
import type { RepairRequest, RepairResult } from "../target.ts";
import { claims, type Fault, fieldsOf, refuse, repairSaboteur } from "./repair-fault.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("envelope", name, title, breaks, fault);

const textOf = ({ input }: RepairRequest): string | undefined =>
  typeof input === "string" ? input : undefined;

/** Refuses what it would have repaired, where `when` says so. */
const refusing =
  (when: (text: string, result: RepairResult) => boolean): Fault =>
  async (request, run) => {
    const result = await run(request);
    const text = textOf(request);
    return text !== undefined && result.outcome === "repaired" && when(text, result)
      ? refuse(request, result)
      : result;
  };

/** Reads another text than the one that was sent, where that leads to a repair. */
const rereading =
  (read: (text: string, request: RepairRequest) => string): Fault =>
  async (request, run) => {
    const text = textOf(request);
    const other = text === undefined ? undefined : read(text, request);
    if (other === undefined || other === text) return run(request);
    const result = await run({ ...request, input: other });
    return result.outcome === "repaired" ? result : run(request);
  };

const hasRawControl = (text: string): boolean => {
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    if (inText && text.charCodeAt(at) < 32) return true;
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') inText = !inText;
  }
  return false;
};

const firstOfEqual: Fault = async (request, run) => {
  const { input } = request;
  if (!Array.isArray(input) || input.length < 2 || typeof input[0] !== "object") return run(request);
  const result = await run({ ...request, input: [input[0]] });
  return result.outcome === "repaired" ? result : run(request);
};

/** The text up to the end of its first object. */
function firstObject(text: string): string {
  let open = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inText) {
      if (char === "\\") at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "{") open += 1;
    else if (char === "}") {
      open -= 1;
      if (open === 0) return text.slice(0, at + 1);
    }
  }
  return text;
}

/** The last of repeated keys wins, as JSON.parse has it; texts whose numbers it would spell otherwise are left out. */
function lastWins(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return text.startsWith("{") && !/\d{16}|\d\.\d*0(?!\d)|\d\.?\d*e[-+]?\d/i.test(text)
      ? toJson(value)
      : text;
  } catch {
    return text;
  }
}

const WRAPPERS = ["arguments", "input", "parameters", "args"];

const wrapsAnything: Fault = async (request, run) => {
  const fields = fieldsOf(request.input);
  const inner = Object.values(fields)[0];
  const result = await run(request);
  const lone = Object.keys(fields).length === 1 && Object.hasOwn(fields, "payload");
  if (result.outcome !== "unrepairable" || !lone) return result;
  return run({ ...request, input: { args: inner } });
};

const noLimit =
  (name: keyof NonNullable<RepairRequest["limits"]>): Fault =>
  (request, run) => {
    const { [name]: _unused, ...limits } = request.limits ?? {};
    return run({ ...request, limits });
  };

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur(
    "decodes-once",
    "Text that is encoded twice is refused.",
    ["decode-json", "limits", "truncated-completion", "schema/wrap-root-string"],
    refusing((text, result) => text.trimStart().startsWith('"{') && claims(result, "envelope.decode-json")),
  ),
  saboteur(
    "no-control-characters",
    "Text with raw control characters in its strings is refused.",
    ["control-characters", "safety/never-wrong"],
    refusing((text) => text.startsWith("{") && hasRawControl(firstObject(text))),
  ),
  saboteur(
    "lists-refused",
    "A list of one object is refused.",
    [
      "singleton-array",
      "other-arrays-kept",
      "outcome/host-stable",
      "preprocess/selectors",
      "schema/every-shape",
    ],
    async (request, run) => {
      const result = await run(request);
      return Array.isArray(request.input) && result.outcome === "repaired" ? refuse(request, result) : result;
    },
  ),
  saboteur(
    "first-of-several",
    "Of a list of objects the first is taken.",
    ["other-arrays-kept", "singleton-array"],
    firstOfEqual,
  ),
  saboteur(
    "never-completes",
    "A text that lacks its last brace is refused.",
    [
      "truncated-completion",
      "structure-only-completion",
      "safety/bounded",
      "safety/monotonic",
      "profile/table",
      "profile/override",
      "profile/unknown-is-safe",
    ],
    refusing((_text, result) => claims(result, "envelope.complete-truncated-object")),
  ),
  saboteur(
    "completes-carefully",
    "`conservative` completes texts too.",
    [
      "truncated-completion",
      "safety/monotonic",
      "profile/table",
      "profile/override",
      "profile/unknown-is-safe",
    ],
    async (request, run) => {
      const text = textOf(request);
      const cut =
        text !== undefined &&
        cutState(text) !== undefined &&
        !["adaptive", "recover"].includes(request.profile ?? "adaptive");
      return run(cut ? { ...request, profile: "adaptive" } : request);
    },
  ),
  saboteur(
    "ends-numbers",
    "A number at the cut counts as whole.",
    ["structure-only-completion", "truncated-completion", "safety/never-wrong"],
    rereading((text, { profile, stopReason }) =>
      profile !== "conservative" && stopReason !== "length" && /"offset":35$|"limit":5$|, 2$/.test(text)
        ? `${text} `
        : text,
    ),
  ),
  saboteur(
    "ignores-the-stop-reason",
    "A message that stopped for its length is completed like any other.",
    ["structure-only-completion", "truncated-completion"],
    ({ stopReason: _reason, ...request }, run) => run(request),
  ),
  saboteur(
    "decodes-root-text",
    "JSON text is refused where the schema takes a text.",
    ["content-not-decoded"],
    async (request, run) => {
      const result = await run(request);
      const text = textOf(request);
      const decoded = text !== undefined && /^[{[]/.test(text) && fieldsOf(request.schema).type === "string";
      return decoded ? refuse(request, result) : result;
    },
  ),
  saboteur(
    "no-byte-limit",
    "Text of any length is decoded.",
    ["limits", "safety/bounded"],
    noLimit("maxInputBytes"),
  ),
  saboteur("no-depth-limit", "Values of any depth are repaired.", ["limits"], noLimit("maxNestingDepth")),
  saboteur(
    "no-attempt-limit",
    "The number of allowed decodes is not asked for.",
    ["limits", "truncated-completion", "safety/bounded"],
    noLimit("maxDecodeAttempts"),
  ),
  saboteur(
    "fences-refused",
    "Text in a fence is refused.",
    ["harmless-wrapping"],
    refusing((text) => text.startsWith("```")),
  ),
  saboteur(
    "last-key-wins",
    "Of two values of a key the last is taken.",
    ["repeated-key", "number-exact", "safety/never-wrong"],
    rereading(lastWins),
  ),
  saboteur(
    "rounds-numbers",
    "A number of too many digits is rounded.",
    ["number-exact"],
    rereading((text) => text.replace(/"id":9007199254740993/g, '"id":9007199254740992')),
  ),
  saboteur(
    "first-of-two-calls",
    "Of two glued calls the first is taken.",
    ["trailing-garbage", "schema/wrap-root-string"],
    rereading((text) => (text.startsWith("{") ? firstObject(text) : text)),
  ),
  saboteur(
    "closers-refused",
    "A closer behind the object makes the text unreadable.",
    ["trailing-garbage"],
    refusing((text) => /^\{[\s\S]*\}\s*<[\s\S]*>\s*$/.test(text) && firstObject(text) !== text),
  ),
  saboteur(
    "doubles-backslashes",
    "Backslashes are doubled where none of them begins an escape of JSON.",
    ["bad-escape", "control-characters", "number-exact"],
    rereading((text) =>
      text.startsWith("{") && !/\\["\\/bfnrtu]/.test(text) ? text.replaceAll("\\", "\\\\") : text,
    ),
  ),
  saboteur(
    "wrappers-refused",
    "Arguments inside an object of one key are refused.",
    ["single-key-wrapper"],
    async (request, run) => {
      const result = await run(request);
      const keys = Object.keys(fieldsOf(request.input));
      const wrapped = keys.length === 1 && WRAPPERS.includes(keys[0] ?? "");
      return wrapped && result.outcome === "repaired" ? refuse(request, result) : result;
    },
  ),
  saboteur("any-wrapper", "Any single key counts as a wrapper.", ["single-key-wrapper"], wrapsAnything),
]);
