/** Openers that several families share: the first bytes of the body say whose it is, never the tag. */

import { BRACKET_OPENERS } from "./bracket.ts";
import { accept, ahead, atEnd, type Cursor, type Parse, skipSpace } from "./cursor.ts";
import { bareInvoke, INVOKE_OPENERS, wrappedInvoke } from "./invoke.ts";
import { JSON_OPENERS, toolCallJson } from "./json-calls.ts";
import { jsonExtent } from "./json-extent.ts";
import { KIMI_K3_OPENERS } from "./kimi-k3.ts";
import { MINIMAX_M3_OPENERS } from "./minimax-m3.ts";
import { namedJsonOpeners } from "./named-json.ts";
import type { Found, Opener } from "./opener.ts";
import { GLM_TAGS, hunyuanCalls, PAIR_OPENERS, pairCall } from "./pairs.ts";
import { olmoCalls, PYTHONIC_OPENERS, typescriptCalls } from "./pythonic.ts";
import { attributeCalls, QWEN_OPENERS, wrappedFunctions } from "./qwen.ts";

function* toolCall(c: Cursor): Parse<Found> {
  const start = c.pos - "<tool_call>".length;
  yield* skipSpace(c);
  const first = yield* ahead(c, ["{", "[", "```", "<function=", "function=", "<invoke "]);
  if (first === "{" || first === "[" || first === "```") return yield* toolCallJson(c);
  if (first === "<invoke ") return yield* wrappedInvoke(c, "invoke-anthropic", "", "</tool_call>");
  if (first !== undefined) return yield* wrappedFunctions(c, "</tool_call>");
  const one = yield* pairCall(c, GLM_TAGS, start);
  if (one === undefined) return undefined;
  return { shape: one.separated ? "hunyuan-v3" : one.lines ? "glm-lines" : "glm-compact", raws: [one.call] };
}

function* toolCalls(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  const first = yield* ahead(c, ["[", "{", "<tool_call>", "<invoke ", "<"]);
  if (first === "<tool_call>") return yield* hunyuanCalls(c);
  if (first === "<invoke ") return yield* wrappedInvoke(c, "invoke-tool-calls", "", "</tool_calls>");
  if (first === "<") return yield* attributeCalls(c);
  if (first === undefined) return undefined;
  const span = yield* jsonExtent(c);
  return span && { shape: "jamba", raws: [{ ...span, kind: "call-json", names: "usual" }] };
}

function* functionCalls(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["<"])) !== undefined)
    return yield* wrappedInvoke(c, "invoke-anthropic", "", "</function_calls>");
  return yield* olmoCalls(c);
}

function* functionCall(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["```"])) !== undefined) return yield* typescriptCalls(c);
  if ((yield* ahead(c, ["{"])) === undefined) return undefined;
  const span = yield* jsonExtent(c);
  return span && { shape: "granite-20b", raws: [{ ...span, kind: "call-json", names: "usual" }] };
}

const MUSE_CLOSE = "</atem:function_calls>";
const muse = (c: Cursor): Parse<Found> => wrappedInvoke(c, "muse-glimmer", "atem:", MUSE_CLOSE);

/** Takes the closer where it is there, or what there is of it at the end of the text. */
function* closeNamespace(c: Cursor, close: string): Parse<void> {
  yield* skipSpace(c);
  if ((yield* atEnd(c)) || (yield* accept(c, close))) return;
  if (c.cut) c.done = c.base + c.text.length;
}

/** Behind `<prefix:`, for a prefix that no other family has: Anthropic's tags with a namespace. */
export function* namespaced(c: Cursor, prefix: string): Parse<Found> {
  const start = c.pos - prefix.length - 1;
  const close = `</${prefix}function_calls>`;
  const wrapped = yield* accept(c, "function_calls>");
  if (!wrapped && !(yield* accept(c, 'invoke name="'))) return undefined;
  const calls = wrapped
    ? yield* wrappedInvoke(c, "invoke-anthropic", prefix, close)
    : yield* bareInvoke(c, start, prefix);
  // No list of closers knows this one.
  if (calls !== undefined) yield* closeNamespace(c, close);
  return calls;
}

const SHARED: readonly Opener[] = [
  {
    literal: "<tool_call>",
    shapes: ["hermes", "xlam", "glm-lines", "hunyuan-v3", "function-tag-json", "invoke-anthropic"],
    parse: toolCall,
  },
  {
    literal: "<tool_calls>",
    shapes: ["jamba", "hunyuan-v3", "invoke-tool-calls", "qwen-attributes"],
    parse: toolCalls,
  },
  { literal: "<function_calls>", shapes: ["invoke-anthropic", "olmo-pythonic"], parse: functionCalls },
  { literal: "<function_call>", shapes: ["minimax-text", "granite-20b"], parse: functionCall },
  { literal: "<atem:function_calls>", shapes: ["muse-glimmer"], parse: muse },
  {
    literal: '<atem:invoke name="',
    shapes: ["muse-glimmer"],
    parse: (c) => bareInvoke(c, c.pos - '<atem:invoke name="'.length, "atem:"),
  },
];

/** Every framed opener, in the order of the families' table. */
export const OPENERS: readonly Opener[] = Object.freeze([
  ...INVOKE_OPENERS,
  ...SHARED,
  ...QWEN_OPENERS,
  ...namedJsonOpeners(muse),
  ...PYTHONIC_OPENERS,
  ...PAIR_OPENERS,
  ...KIMI_K3_OPENERS,
  ...MINIMAX_M3_OPENERS,
  ...JSON_OPENERS,
  ...BRACKET_OPENERS,
]);
