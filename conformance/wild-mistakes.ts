/**
 * Mistakes seen in public reports of coding agents, beside those that every repair layer knows: what was meant can
 * seldom be read off, so that nearly all are lossy.
 */
import { toJson } from "./json-text.ts";
import { type Draw, type Mistake, pick } from "./mistake.ts";
import { editAt, placesOf } from "./places.ts";
import type { ValidCall } from "./valid-calls.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const declares = (call: ValidCall, key: string): boolean =>
  isRecord(call.schema.properties) && Object.hasOwn(call.schema.properties, key);
const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const WRAPPERS = ["result", "properties", "params", "data", "tool_input", "kwargs", "value"];

function otherWrapper(call: ValidCall, input: unknown, draw: Draw): unknown {
  const key = pick(WRAPPERS, draw) ?? "result";
  return declares(call, key) ? undefined : { [key]: input };
}

/** The envelope in which a provider sends a call, in place of the arguments. */
function callEnvelope(call: ValidCall, input: unknown, draw: Draw): unknown {
  const name = call.toolName;
  const envelopes = [
    { name, arguments: input },
    { type: "tool_use", id: "toolu_01", name, input },
    { type: "function", function: { name, arguments: toJson(input) } },
    { recipient_name: `functions.${name}`, parameters: input },
  ];
  const made = pick(envelopes, draw);
  return made === undefined || Object.keys(made).some((key) => declares(call, key)) ? undefined : made;
}

const OTHERS = [{}, { path: "other" }, { command: "ls" }];

/** A text field takes the closing tag and the next field's tag with it, and that field is gone. */
function swallowedParameter(_call: ValidCall, input: unknown, draw: Draw): unknown {
  if (!isRecord(input)) return undefined;
  const keys = Object.keys(input);
  const found = keys.flatMap((key, at) => {
    const next = keys[at + 1];
    return typeof input[key] === "string" && next !== undefined ? [{ key, next }] : [];
  });
  const chosen = pick(found, draw);
  if (chosen === undefined) return undefined;
  const { key, next } = chosen;
  const value = typeof input[next] === "string" ? input[next] : toJson(input[next]);
  const closer = draw(2) === 0 ? `</${key}>` : "</content>";
  const swallowed = `${input[key]}${closer}\n<parameter name="${next}">${value}`;
  const entries = Object.entries(input).filter(([name]) => name !== next);
  return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? swallowed : old]));
}

const FRONT_MATTER = { title: "Notes", description: "what was found", tags: ["a", "b"] } as const;

/** The lines at a document's head became fields of the call, and the document is gone. */
function frontMatter(call: ValidCall, input: unknown, draw: Draw): unknown {
  if (!isRecord(input) || Object.keys(FRONT_MATTER).some((key) => declares(call, key))) return undefined;
  const key = pick(
    Object.keys(input).filter((name) => typeof input[name] === "string"),
    draw,
  );
  if (key === undefined) return undefined;
  const entries = Object.entries(input).filter(([name]) => name !== key);
  return Object.fromEntries([...entries, ...Object.entries(FRONT_MATTER)]);
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

function oneItemList(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = placesOf(call.schema, input).filter(
    ({ path, schema, value }) => path.length > 0 && isScalar(value) && typeof schema.type === "string",
  );
  const chosen = pick(found, draw);
  return chosen && editAt(input, chosen.path, (old) => [old]);
}

const EDGES: readonly (readonly [string, string])[] = [
  ["", "</parameter>"],
  ["", "</arg_value>"],
  ["<arg_value>", ""],
  ["", "<|im_end|>"],
  ["\n", "\n</parameter>"],
  ["", "</invoke>"],
];

/** On a text nothing would show, so the markers cling to a number or a boolean. */
function markedScalar(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = placesOf(call.schema, input).filter(({ value }) =>
    ["number", "boolean"].includes(typeof value),
  );
  const chosen = pick(found, draw);
  const [before, after] = pick(EDGES, draw) ?? ["", ""];
  return chosen && editAt(input, chosen.path, (old) => `${before}${toJson(old)}${after}`);
}

const LEADS = ["[ARGS]", "<tool_call>", "<|python_tag|>", "<arg_value>", "<|message|>", "[TOOL_CALLS]"];

/** Where the text was no JSON before, a comment or a lost quote may stand inside a value. */
const ofJson =
  (damage: (text: string, draw: Draw) => string | undefined) =>
  (text: string, draw: Draw): string | undefined => {
    if (!parses(text) || !text.startsWith("{")) return undefined;
    const made = damage(text, draw);
    return made === text || made === undefined || parses(made) ? undefined : made;
  };

/** Quotes that delimit become typographic ones; those inside a value would make the text ambiguous to a reader too. */
function curlyQuotes(text: string): string | undefined {
  if (text.includes("\\")) return undefined;
  return text.replace(/"([^"]*)"/g, "“$1”");
}

const onValues =
  (damage: Mistake["damage"]): Mistake["damage"] =>
  (call, input, draw) =>
    typeof input === "string" ? undefined : damage(call, input, draw);
const onText =
  (damage: (text: string, draw: Draw) => string | undefined): Mistake["damage"] =>
  (_call, input, draw) =>
    damage(typeof input === "string" ? input : toJson(input), draw);

const lossy = (name: string, title: string, source: string, damage: Mistake["damage"]): Mistake => ({
  name,
  title,
  source,
  kind: "lossy",
  profiles: [],
  damage,
});

const GITHUB = "https://github.com";

/** Mistakes in parsed arguments. */
export const WILD_VALUE_MISTAKES: readonly Mistake[] = Object.freeze([
  lossy(
    "other-wrapper",
    "The arguments come inside an object with a key that no convention knows.",
    `${GITHUB}/anthropics/anthropic-sdk-typescript/issues/1011`,
    onValues(otherWrapper),
  ),
  lossy(
    "call-envelope",
    "The arguments come inside the envelope of a whole call.",
    `${GITHUB}/garrytan/gbrain/issues/4922`,
    onValues(callEnvelope),
  ),
  lossy(
    "list-of-calls",
    "The arguments of two calls come as one list.",
    `${GITHUB}/NousResearch/hermes-agent/pull/26053`,
    onValues((_call, input, draw) => [input, pick(OTHERS, draw)]),
  ),
  lossy(
    "swallowed-parameter",
    "A wrong closer makes one field swallow the next.",
    `${GITHUB}/anthropics/claude-code/issues/83088`,
    onValues(swallowedParameter),
  ),
  lossy(
    "front-matter",
    "The lines at a document's head become fields of the call.",
    `${GITHUB}/garrytan/gbrain/issues/4922`,
    onValues(frontMatter),
  ),
  lossy(
    "one-item-list",
    "A value comes as a list of one.",
    `${GITHUB}/tidyverse/ellmer/issues/931`,
    onValues(oneItemList),
  ),
  lossy(
    "marked-scalar",
    "A marker clings to a number or a boolean.",
    `${GITHUB}/livekit/agents/issues/5959`,
    onValues(markedScalar),
  ),
]);

/** Mistakes in the text of the arguments. */
export const WILD_TEXT_MISTAKES: readonly Mistake[] = Object.freeze([
  lossy(
    "glued-inside",
    "The object is printed twice, the second time before the first has ended.",
    `${GITHUB}/anomalyco/opencode/issues/17315`,
    onText(ofJson((text) => (text === "{}" ? undefined : text.slice(0, -1) + text))),
  ),
  lossy(
    "leading-marker",
    "A marker of a grammar stands before the object.",
    `${GITHUB}/raullenchai/Rapid-MLX/issues/579`,
    onText((text, draw) => (pick(LEADS, draw) ?? "") + text),
  ),
  lossy(
    "quote-missing",
    "The opening quote of the first key is missing.",
    `${GITHUB}/mastra-ai/mastra/pull/12823`,
    onText(ofJson((text) => text.replace(/^\{"/, "{"))),
  ),
  lossy(
    "typographic-quotes",
    "Typographic quotes stand in place of plain ones.",
    `${GITHUB}/QwenLM/qwen-code/issues/288`,
    onText(ofJson(curlyQuotes)),
  ),
  lossy(
    "comment",
    "A comment stands inside the object.",
    `${GITHUB}/QwenLM/qwen-code/issues/288`,
    onText(
      ofJson((text, draw) => text.replace(/^\{/, draw(2) === 0 ? "{ // the call\n" : "{ /* the call */ ")),
    ),
  ),
]);
