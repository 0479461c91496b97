/** Calls as `<function=name>` with `<parameter=name>` elements or a JSON object, and as one element with attributes. */

import type { Pair, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import { accept, ahead, type Cursor, find, type Parse, readName, readUntil, skipSpace } from "./cursor.ts";
import type { Found, Opener } from "./opener.ts";
import { callSequence } from "./sequence.ts";
import { callBody, type ElementTags, elementTags } from "./tags.ts";

const QWEN_CLOSE = "</tool_call>";
const SEED_CLOSE = "</seed:tool_call>";

function functionTags(wrapOpen: string, wrapClose: string): ElementTags {
  return elementTags({
    callOpen: ["<function=", wrapOpen],
    callClose: ["</function>"],
    pairOpen: "<parameter=",
    pairClose: "</parameter>",
    nameEnd: ">",
    wrapClose: [wrapClose],
    reading: "text",
    stripLine: true,
  });
}

const QWEN_TAGS = functionTags("<tool_call>", QWEN_CLOSE);
const SEED_TAGS = functionTags("<seed:tool_call>", SEED_CLOSE);

/** Behind `<function=` or, where its bracket is missing, `function=`. */
function* functionCall(c: Cursor, start: number, wrapClose: string): Parse<RawCall | undefined> {
  const name = yield* readUntil(c, ">");
  if (name === undefined) return undefined;
  return yield* callBody(c, wrapClose === QWEN_CLOSE ? QWEN_TAGS : SEED_TAGS, name, start);
}

function functionShape(calls: readonly RawCall[], wrapClose: string): string {
  if (calls.every((call) => call.body.kind === "json")) return "function-tag-json";
  return wrapClose === QWEN_CLOSE ? "qwen-xml" : "seed-oss";
}

/** Several `<function=` elements in one wrapper. */
export function* wrappedFunctions(c: Cursor, wrapClose: string): Parse<Found> {
  yield* skipSpace(c);
  const start = c.pos;
  const openedAt = (yield* accept(c, "function=")) ? start : undefined;
  const calls = yield* callSequence(c, ["<function="], openedAt, (at) => functionCall(c, at, wrapClose));
  return calls && { shape: functionShape(calls, wrapClose), raws: calls };
}

/** What ends a row of elements though it begins like one. */
const ATTRIBUTE_ENDS = ["</", ...TURN_ENDS];

function* attributeName(c: Cursor): Parse<string | undefined> {
  yield* skipSpace(c);
  return (yield* ahead(c, ["/>"])) === undefined ? yield* readUntil(c, '="') : undefined;
}

/** Behind `<tool_calls>`, at `<`: elements named after tools, with attributes for arguments. */
export function* attributeCalls(c: Cursor): Parse<Found> {
  const raws: RawCall[] = [];
  while ((yield* ahead(c, ATTRIBUTE_ENDS)) === undefined && (yield* accept(c, "<"))) {
    const start = c.pos - 1;
    const name = yield* readName(c);
    if (name === undefined) return undefined;
    c.began = true;
    const pairs: Pair[] = [];
    for (let key = yield* attributeName(c); key !== undefined; key = yield* attributeName(c)) {
      const from = c.pos;
      if (!(yield* find(c, '"'))) return undefined;
      pairs.push({ key, start: from, end: c.pos, reading: "text" });
      c.pos++;
    }
    if (!(yield* accept(c, "/>"))) return undefined;
    raws.push({ name, body: { kind: "pairs", pairs }, start, end: c.done });
    yield* skipSpace(c);
  }
  return raws.length === 0 ? undefined : { shape: "qwen-attributes", raws };
}

export const QWEN_OPENERS: readonly Opener[] = [
  {
    literal: "<function=",
    shapes: ["qwen-xml", "function-tag-json"],
    parse: function* (c) {
      const call = yield* functionCall(c, c.pos - "<function=".length, QWEN_CLOSE);
      return call && { shape: functionShape([call], QWEN_CLOSE), raws: [call] };
    },
  },
  {
    literal: "<seed:tool_call>",
    shapes: ["seed-oss"],
    parse: (c) => wrappedFunctions(c, SEED_CLOSE),
  },
];
