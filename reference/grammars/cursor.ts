/**
 * One cursor over text that may still be arriving. A parser is a generator that stops where the text runs out and goes
 * on when more has come, so a whole message and a stream are read by the same code, each character once.
 */

/** Candidates that grow past this many UTF-16 units are no leaks. */
export const MAX_CANDIDATE = 256 * 1024;
/** How far back of `pos` the window always reaches: enough to judge what a candidate follows. */
export const LOOK_BACK = 64;

/** What a parser is to its caller, who waits for its answer with `yield*`. */
export type Parse<T> = Iterable<undefined, T, undefined>;

/**
 * An answer that needs no waiting. There is one object for all of them: `yield*` takes the answer out before anything
 * else can run, and small parsers are called far too often to make a generator each time.
 */
const ready: {
  value: unknown;
  next: () => { done: true; value: unknown };
  [Symbol.iterator]: () => unknown;
} = {
  value: undefined,
  next: () => ({ done: true, value: ready.value }),
  [Symbol.iterator]: () => ready,
};

export function answer<T>(value: T): Parse<T> {
  ready.value = value;
  return ready as Parse<T>;
}

/** All positions are absolute; `text` is the window that begins at `base`. */
export type Cursor = {
  text: string;
  base: number;
  /** No more text will come. */
  final: boolean;
  pos: number;
  /** Behind the last literal that was accepted: what the candidate has claimed so far. */
  done: number;
  /** The window must reach back to here; `Infinity` where nothing but `pos` is needed. */
  hold: number;
  /** Where the open candidate would outgrow its cap. */
  limit: number;
  /** The last failure was the end of the text, so the candidate is incomplete rather than malformed. */
  cut: boolean;
  /** The open candidate has named a tool or opened a value: more than a bare opener. */
  began: boolean;
  /** Without this character new text changes nothing; "" where any may. */
  wake: string;
  /** Characters looked at, for the tests of linear cost. */
  steps: number;
};

export const createCursor = (): Cursor => ({
  text: "",
  base: 0,
  final: false,
  pos: 0,
  done: 0,
  hold: Number.POSITIVE_INFINITY,
  limit: Number.POSITIVE_INFINITY,
  cut: false,
  began: false,
  wake: "",
  steps: 0,
});

/** Appends a chunk and drops the part of the window that no parser can look at again. */
export function feed(c: Cursor, chunk: string): void {
  const from = Math.min(c.pos, c.hold) - LOOK_BACK - c.base;
  if (from > 0) {
    c.text = c.text.slice(from) + chunk;
    c.base += from;
  } else c.text += chunk;
}

/** Up to where the text has come. */
export const shownTo = (c: Cursor): number => c.base + c.text.length;

/** The end of what may be looked at now. */
export const endOf = (c: Cursor): number => Math.min(c.base + c.text.length, c.limit);

/** Waits for more text; false once none will come or the cap is reached. */
export function* more(c: Cursor): Parse<boolean> {
  if (c.base + c.text.length >= c.limit) return false;
  if (c.final) {
    c.cut = true;
    return false;
  }
  yield;
  return true;
}

/** "more": the text that is there is a beginning of the literal. */
function matchNow(c: Cursor, literal: string): "yes" | "no" | "more" {
  const at = c.pos - c.base;
  const room = endOf(c) - c.pos;
  if (room >= literal.length) return c.text.startsWith(literal, at) ? "yes" : "no";
  if (room > 0 && c.text.charCodeAt(at) !== literal.charCodeAt(0)) return "no";
  return literal.startsWith(c.text.slice(at, at + room)) ? "more" : "no";
}

function take(c: Cursor, literal: string): void {
  c.pos += literal.length;
  c.done = c.pos;
  c.cut = false;
  c.steps += literal.length;
}

/** Moves behind the literal if it stands at the cursor. */
export function accept(c: Cursor, literal: string): Parse<boolean> {
  const match = matchNow(c, literal);
  if (match === "more") return acceptLater(c, literal);
  if (match === "yes") take(c, literal);
  else c.steps++;
  return answer(match === "yes");
}

function* acceptLater(c: Cursor, literal: string): Parse<boolean> {
  for (;;) {
    const match = matchNow(c, literal);
    if (match === "yes") {
      take(c, literal);
      return true;
    }
    c.steps++;
    if (match === "no" || !(yield* more(c))) return false;
  }
}

/** The first of the literals that stands at the cursor, which does not move. An earlier one that may still come is awaited. */
export function ahead(c: Cursor, literals: readonly string[]): Parse<string | undefined> {
  c.steps++;
  for (const literal of literals) {
    const match = matchNow(c, literal);
    if (match === "yes") return answer<string | undefined>(literal);
    if (match === "more") return aheadLater(c, literals);
  }
  return answer<string | undefined>(undefined);
}

function* aheadLater(c: Cursor, literals: readonly string[]): Parse<string | undefined> {
  for (const literal of literals)
    for (;;) {
      const match = matchNow(c, literal);
      if (match === "yes") return literal;
      if (match === "no" || !(yield* more(c))) break;
    }
  return undefined;
}

export function* acceptAny(c: Cursor, literals: readonly string[]): Parse<string | undefined> {
  const literal = yield* ahead(c, literals);
  if (literal !== undefined) take(c, literal);
  return literal;
}

/** Whether one of the literals stands here, or the text ends here or inside one of them. */
export function* aheadOrEnd(c: Cursor, literals: readonly string[]): Parse<boolean> {
  const { cut } = c;
  c.cut = false;
  const found = (yield* ahead(c, literals)) !== undefined || c.cut;
  c.cut = cut && !found;
  return found;
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Passes white space that is there; true if something else follows it in the window. */
function passSpace(c: Cursor): boolean {
  const stop = endOf(c) - c.base;
  const from = c.pos - c.base;
  let i = from;
  while (i < stop && isSpace(c.text.charCodeAt(i))) i++;
  c.steps += i - from + 1;
  c.pos = c.base + i;
  return i < stop;
}

export const skipSpace = (c: Cursor): Parse<void> => (passSpace(c) ? answer<void>(undefined) : skipLater(c));

function* skipLater(c: Cursor): Parse<void> {
  while (!passSpace(c) && !c.final && c.pos < c.limit) yield;
}

/** True at the end of the whole text; whoever asks can do without more, so what was tried here before is forgotten. */
export const atEnd = (c: Cursor): Parse<boolean> => (c.pos < endOf(c) ? answer(false) : endsHere(c));

function* endsHere(c: Cursor): Parse<boolean> {
  while (c.pos >= endOf(c))
    if (!(yield* more(c))) {
      c.cut = false;
      return shownTo(c) < c.limit;
    }
  return false;
}

/** Moves to the next occurrence of the literal; to the end, with false, where there is none. */
export function* find(c: Cursor, literal: string): Parse<boolean> {
  for (;;) {
    const i = c.text.indexOf(literal, c.pos - c.base);
    if (i >= 0 && c.base + i + literal.length <= c.limit) {
      c.steps += c.base + i - c.pos + 1;
      c.pos = c.base + i;
      return true;
    }
    const stop = Math.max(c.pos, endOf(c) - literal.length + 1);
    c.steps += stop - c.pos + 1;
    c.pos = stop;
    c.wake = literal.slice(-1);
    const came = yield* more(c);
    c.wake = "";
    if (!came) {
      c.pos = endOf(c);
      return false;
    }
  }
}

/** Reads while the character class holds, at most `max` characters; undefined where nothing or too much was read. */
export function readWhile(c: Cursor, holds: (code: number) => boolean, max = 128): Parse<string | undefined> {
  const start = c.pos;
  return passWhile(c, start, holds, max) ? answer(readSince(c, start, max)) : readLater(c, start, holds, max);
}

/** Passes what holds; true if something that ends it is in the window. */
function passWhile(c: Cursor, start: number, holds: (code: number) => boolean, max: number): boolean {
  const stop = endOf(c);
  while (c.pos < stop && c.pos - start <= max && holds(c.text.charCodeAt(c.pos - c.base))) c.pos++;
  return c.pos < stop || c.pos - start > max;
}

function readSince(c: Cursor, start: number, max: number): string | undefined {
  const length = c.pos - start;
  c.steps += length + 1;
  return length === 0 || length > max ? undefined : c.text.slice(start - c.base, c.pos - c.base);
}

function* readLater(
  c: Cursor,
  start: number,
  holds: (code: number) => boolean,
  max: number,
): Parse<string | undefined> {
  const held = c.hold;
  c.hold = Math.min(held, start);
  while ((yield* more(c)) && !passWhile(c, start, holds, max));
  c.hold = held;
  return readSince(c, start, max);
}

export const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 58) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  code === 47 ||
  code > 127;

/** A tool's or a parameter's name as printed: letters, digits and `_ - . : /`, and anything beyond ASCII. */
export const readName = (c: Cursor): Parse<string | undefined> => readWhile(c, isNameCode);

/** Text up to a literal on the same line, with neither angle brackets nor quotes in it; the literal is consumed. */
export function* readUntil(c: Cursor, literal: string, max = 128): Parse<string | undefined> {
  const first = literal.charCodeAt(0);
  const text = yield* readWhile(
    c,
    (code) => code !== first && code !== 10 && code !== 60 && code !== 62 && code !== 34,
    max,
  );
  return text !== undefined && (yield* accept(c, literal)) ? text : undefined;
}
