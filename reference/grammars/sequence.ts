/** Calls one behind the other, each with its opener, as most families print several calls in one wrapper. */
import { acceptAny, type Cursor, type Parse, skipSpace } from "./cursor.ts";

/**
 * Reads calls until something that opens none. `openedAt`: the first opener is read already and began there. `call` reads
 * the rest of one call. Undefined where there is none or one of them is none.
 */
export function* callSequence<T>(
  c: Cursor,
  openers: readonly string[],
  openedAt: number | undefined,
  call: (start: number) => Parse<T | undefined>,
): Parse<T[] | undefined> {
  const calls: T[] = [];
  for (let start = openedAt; ; start = undefined) {
    let from = start;
    if (from === undefined) {
      yield* skipSpace(c);
      from = c.pos;
      if ((yield* acceptAny(c, openers)) === undefined) break;
    }
    const one = yield* call(from);
    if (one === undefined) return undefined;
    calls.push(one);
    c.began = true;
  }
  return calls.length === 0 ? undefined : calls;
}
