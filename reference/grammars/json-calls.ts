/** Families whose body is the JSON of whole calls behind a tag or a token. */

import type { CallKeys, Raw } from "./call.ts";
import { accept, ahead, type Cursor, type Parse, readName, skipSpace } from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";

/** Whether another JSON value comes, behind the separator (white space alone: ""). */
function* another(c: Cursor, separator: string): Parse<boolean> {
  yield* skipSpace(c);
  if (separator !== "") {
    if (!(yield* accept(c, separator))) return false;
    yield* skipSpace(c);
  }
  return (yield* ahead(c, ["{", "["])) !== undefined;
}

/** JSON values from the cursor on; more than one only with the separator between. */
export function* jsonCalls(c: Cursor, keys: CallKeys, separator: string): Parse<Raw[] | undefined> {
  const raws: Raw[] = [];
  do {
    const span = yield* jsonExtent(c);
    if (span === undefined) return undefined;
    raws.push({ ...span, kind: "call-json", names: keys });
  } while (yield* another(c, separator));
  return raws;
}

function* value(c: Cursor, shape: string, keys: CallKeys): Parse<Found> {
  const span = yield* jsonExtent(c);
  return span && { shape, raws: [{ ...span, kind: "call-json", names: keys }] };
}

function* one(c: Cursor, shape: string, keys: CallKeys, first: readonly string[]): Parse<Found> {
  yield* skipSpace(c);
  return (yield* ahead(c, first)) === undefined ? undefined : yield* value(c, shape, keys);
}

type Row = readonly [literal: string, shape: string, keys: CallKeys, first: string];

/** One JSON value behind a token; what follows it is closers. */
const ROWS: readonly Row[] = [
  ["<|tool_call|>", "granite-list", "usual", "[{"],
  ["<TOOLCALL>", "nemotron", "usual", "[{"],
  ["<|tools_prefix|>", "apertus", "only-key", "["],
  ["<|START_ACTION|>", "cohere", "cohere", "["],
  ["<|message_sep|>\n\nfunction call<|role_sep|>", "gigachat-3", "usual", "{"],
  ["function call<|role_sep|>", "gigachat-3", "usual", "{"],
  ["<|function_call|>", "gigachat-3", "usual", "{"],
  [" -> tool/function_call\n", "hyperclova", "usual", "[{"],
  ["-> tool/function_call\n", "hyperclova", "usual", "[{"],
  [" -> tool/function_call\r\n", "hyperclova", "usual", "[{"],
  ["-> tool/function_call\r\n", "hyperclova", "usual", "[{"],
  ["[unused11]", "pangu", "usual", "["],
];

/** A fence inside the family's own tag is framing: ```` ```json ````, the call, ```` ``` ````. */
function* fencedHermes(c: Cursor): Parse<Found> {
  yield* readName(c);
  yield* skipSpace(c);
  const span = yield* jsonExtent(c);
  if (span === undefined) return undefined;
  yield* skipSpace(c);
  if (!(yield* accept(c, "```"))) return undefined;
  return { shape: "hermes", raws: [{ ...span, kind: "call-json", names: "usual" }] };
}

/** Behind `<tool_call>`, at a brace, a bracket or a fence. */
export function* toolCallJson(c: Cursor): Parse<Found> {
  if (yield* accept(c, "```")) return yield* fencedHermes(c);
  if ((yield* ahead(c, ["["])) !== undefined) return yield* value(c, "xlam", "usual");
  const raws = yield* jsonCalls(c, "usual", "");
  return raws && { shape: "hermes", raws };
}

function* functools(c: Cursor): Parse<Found> {
  c.pos--;
  return yield* value(c, "functools", "usual");
}

function* toolsTag(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{"])) === undefined) return undefined;
  // Tool definitions stand in the same tag; they have no `arguments`.
  const raws = yield* jsonCalls(c, "named-arguments", "");
  return raws && { shape: "tools-tag", raws };
}

function* internlm(c: Cursor): Parse<Found> {
  yield* skipSpace(c);
  if (!(yield* accept(c, "<|plugin|>"))) return undefined;
  return yield* one(c, "internlm", "usual", ["{"]);
}

export const JSON_OPENERS: readonly Opener[] = [
  ...ROWS.map(
    ([literal, shape, keys, first]): Opener => ({
      literal,
      shapes: [shape],
      parse: (c) => one(c, shape, keys, [...first]),
    }),
  ),
  { literal: "functools[", shapes: ["functools"], parse: functools },
  { literal: "<tools>", shapes: ["tools-tag"], parse: toolsTag },
  { literal: "<|action_start|>", shapes: ["internlm"], parse: internlm },
];
