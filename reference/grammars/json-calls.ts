/** Families whose body is the JSON of whole calls behind a tag or a token. */

import type { CallKeys, Raw } from "./call.ts";
import { accept, acceptAny, ahead, atEnd, type Cursor, type Parse, readWhile, skipSpace } from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";

/** JSON values from the cursor on; more than one only with the separator between (white space alone: ""). */
export function* jsonCalls(c: Cursor, keys: CallKeys, separator: string): Parse<Raw[] | undefined> {
  const raws: Raw[] = [];
  for (;;) {
    yield* skipSpace(c);
    if (raws.length > 0) {
      if (yield* atEnd(c)) return raws;
      if (separator !== "") {
        if (!(yield* accept(c, separator))) break;
        yield* skipSpace(c);
      }
      if ((yield* ahead(c, ["{", "["])) === undefined) break;
    }
    const span = yield* jsonExtent(c);
    if (span === undefined) return undefined;
    c.began = true;
    c.done = span.end;
    raws.push({ ...span, kind: "call-json", names: keys });
  }
  c.cut = false;
  return raws;
}

function* one(c: Cursor, shape: string, keys: CallKeys, first: readonly string[]): Parse<Found> {
  yield* skipSpace(c);
  if ((yield* ahead(c, first)) === undefined) return undefined;
  const span = yield* jsonExtent(c);
  return span && { shape, raws: [{ ...span, kind: "call-json", names: keys }] };
}

type Row = readonly [literal: string, shape: string, keys: CallKeys, first: string, word?: boolean];

/** One JSON value behind a token; what follows it is closers. */
const ROWS: readonly Row[] = [
  ["<|tool_call|>", "granite-list", "usual", "[{"],
  ["<TOOLCALL>", "nemotron", "usual", "[{"],
  ["<|tools_prefix|>", "apertus", "only-key", "["],
  ["<|START_ACTION|>", "cohere", "cohere", "["],
  ["<|message_sep|>\n\nfunction call<|role_sep|>", "gigachat-3", "usual", "{"],
  ["function call<|role_sep|>", "gigachat-3", "usual", "{", true],
  ["<|function_call|>", "gigachat-3", "usual", "{"],
  [" -> tool/function_call\n", "hyperclova", "usual", "[{", true],
  ["-> tool/function_call\n", "hyperclova", "usual", "[{", true],
  [" -> tool/function_call\r\n", "hyperclova", "usual", "[{", true],
  ["-> tool/function_call\r\n", "hyperclova", "usual", "[{", true],
  ["[unused11]", "pangu", "usual", "["],
];

/** A fence inside the family's own tag is framing: ```` ```json ````, the call, ```` ``` ````. */
function* fencedHermes(c: Cursor): Parse<Found> {
  yield* readWhile(c, (code) => code >= 97 && code <= 122, 16);
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
  const array = (yield* ahead(c, ["["])) !== undefined;
  const raws = array ? undefined : yield* jsonCalls(c, "usual", "");
  if (array) return yield* one(c, "xlam", "usual", ["["]);
  return raws && { shape: "hermes", raws };
}

function* functools(c: Cursor): Parse<Found> {
  c.pos--;
  return yield* one(c, "functools", "usual", ["["]);
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
  if ((yield* acceptAny(c, ["<|plugin|>", "<|interpreter|>"])) !== "<|plugin|>") return undefined;
  return yield* one(c, "internlm", "usual", ["{"]);
}

export const JSON_OPENERS: readonly Opener[] = [
  ...ROWS.map(
    ([literal, shape, keys, first, word]): Opener => ({
      literal,
      word: word ?? false,
      shapes: [shape],
      parse: (c) => one(c, shape, keys, [...first]),
    }),
  ),
  { literal: "functools[", word: true, shapes: ["functools"], parse: functools },
  { literal: "<tools>", shapes: ["tools-tag"], parse: toolsTag },
  { literal: "<|action_start|>", shapes: ["internlm"], parse: internlm },
];
