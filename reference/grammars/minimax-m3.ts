/** MiniMax M3: every tag behind the family's token, parameters as elements named after them. */

import type { Pair, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import {
  accept,
  ahead,
  aheadOrEnd,
  type Cursor,
  type Parse,
  readName,
  readUntil,
  skipSpace,
} from "./cursor.ts";
import { TOKEN } from "./minimax-tree.ts";
import type { Found, Opener } from "./opener.ts";
import { callSequence } from "./sequence.ts";
import { rawValue } from "./tags.ts";

const FOLLOW = [TOKEN, ...TURN_ENDS];
const INVOKE = `${TOKEN}<invoke name="`;
const CLOSES = [`${TOKEN}</`, INVOKE, ...TURN_ENDS];

/** The rest of a call whose opener has been read. */
function* invoke(c: Cursor, start: number): Parse<RawCall | undefined> {
  const name = yield* readUntil(c, '">');
  if (name === undefined) return undefined;
  c.began = true;
  const pairs: Pair[] = [];
  for (;;) {
    yield* skipSpace(c);
    if (pairs.length > 0 ? yield* aheadOrEnd(c, CLOSES) : (yield* ahead(c, CLOSES)) !== undefined) break;
    if (!(yield* accept(c, `${TOKEN}<`))) return undefined;
    const key = yield* readName(c);
    if (key === undefined || !(yield* accept(c, ">"))) return undefined;
    const span = yield* rawValue(c, `${TOKEN}</${key}>`, FOLLOW);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading: "tree" });
  }
  const end = c.done;
  yield* accept(c, `${TOKEN}</invoke>`);
  return { name, body: { kind: "pairs", pairs }, start, end: Math.max(end, c.done) };
}

function* calls(c: Cursor, openedAt?: number): Parse<Found> {
  const raws = yield* callSequence(c, [INVOKE], openedAt, (start) => invoke(c, start));
  return raws && { shape: "minimax-m3", raws };
}

export const MINIMAX_M3_OPENERS: readonly Opener[] = [
  { literal: `${TOKEN}<tool_call>`, shapes: ["minimax-m3"], parse: (c) => calls(c) },
  { literal: INVOKE, shapes: ["minimax-m3"], parse: (c) => calls(c, c.pos - INVOKE.length) },
];
