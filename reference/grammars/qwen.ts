/** Calls as `<function=name>` with `<parameter=name>` elements or a JSON object, and as one element with attributes. */

import type { Pair, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import { accept, ahead, type Cursor, find, type Parse, readName, readUntil, skipSpace } from "./cursor.ts";
import type { Found, Opener } from "./opener.ts";
import { callBody, type ElementTags, elementTags } from "./tags.ts";

function functionTags(wrapClose: string): ElementTags {
  return elementTags({
    callOpen: ["<function=", ...(wrapClose === "</tool_call>" ? ["<tool_call>"] : ["<seed:tool_call>"])],
    callClose: ["</function>"],
    pairOpen: "<parameter=",
    pairClose: "</parameter>",
    nameEnd: ">",
    wrapClose: [wrapClose],
    reading: "text",
    stripLine: true,
  });
}

const QWEN_TAGS = functionTags("</tool_call>");
const SEED_TAGS = functionTags("</seed:tool_call>");

/** Behind `<function=` or, where its bracket is missing, `function=`. */
export function* functionCall(c: Cursor, start: number, wrapClose: string): Parse<Found> {
  const name = yield* readUntil(c, ">");
  if (name === undefined) return undefined;
  const call = yield* callBody(c, wrapClose === "</tool_call>" ? QWEN_TAGS : SEED_TAGS, name, start);
  if (call === undefined) return undefined;
  const json = call.body.kind === "json";
  const shape = json ? "function-tag-json" : wrapClose === "</seed:tool_call>" ? "seed-oss" : "qwen-xml";
  return { shape, raws: [call] };
}

/** Several `<function=` elements in one wrapper. */
export function* wrappedFunctions(c: Cursor, wrapClose: string): Parse<Found> {
  const raws: RawCall[] = [];
  let shape = "qwen-xml";
  for (;;) {
    yield* skipSpace(c);
    const start = c.pos;
    const bare = raws.length === 0 && (yield* ahead(c, ["function="])) !== undefined;
    if (!(yield* accept(c, bare ? "function=" : "<function="))) break;
    const one = yield* functionCall(c, start, wrapClose);
    if (one === undefined) return undefined;
    shape = one.shape;
    for (const raw of one.raws) if ("name" in raw) raws.push(raw);
  }
  c.cut &&= raws.length === 0;
  return raws.length === 0 ? undefined : { shape, raws };
}

/** What ends a row of elements though it begins like one. */
const ATTRIBUTE_ENDS = ["</", ...TURN_ENDS];

/** Behind `<tool_calls>`, at `<`: elements named after tools, with attributes for arguments. */
export function* attributeCalls(c: Cursor): Parse<Found> {
  const raws: RawCall[] = [];
  for (;;) {
    yield* skipSpace(c);
    const start = c.pos;
    if ((yield* ahead(c, ATTRIBUTE_ENDS)) !== undefined || !(yield* accept(c, "<"))) break;
    const name = yield* readName(c);
    if (name === undefined) return undefined;
    c.began = true;
    const pairs: Pair[] = [];
    for (;;) {
      yield* skipSpace(c);
      if (yield* accept(c, "/>")) break;
      const key = yield* readUntil(c, '="');
      const from = c.pos;
      if (key === undefined || !(yield* find(c, '"'))) return undefined;
      pairs.push({ key, start: from, end: c.pos, reading: "text" });
      c.pos++;
    }
    raws.push({ name, body: { kind: "pairs", pairs }, start, end: c.done });
  }
  c.cut &&= raws.length === 0;
  return raws.length === 0 ? undefined : { shape: "qwen-attributes", raws };
}

export const QWEN_OPENERS: readonly Opener[] = [
  {
    literal: "<function=",
    shapes: ["qwen-xml", "function-tag-json"],
    parse: (c) => functionCall(c, c.pos - "<function=".length, "</tool_call>"),
  },
  {
    literal: "<seed:tool_call>",
    shapes: ["seed-oss"],
    parse: (c) => wrappedFunctions(c, "</seed:tool_call>"),
  },
];
