/**
 * Reading JSON text whose keys have escapes. V8 13 takes such a key for another one that it read before: after
 * `{"b":1,"\\":2}` it reads `{"b":1,"\n":2}` as the same object.
 */

const { defineProperty, entries } = Object;
const { isArray } = Array;

const SPACES = " \t\r\n";
const COLON = /[ \t\r\n]*:/y;

interface KeyToken {
  readonly at: number;
  /** As it is written, with its quotes. */
  readonly token: string;
}

/** True if an odd number of backslashes stands before this place. */
function isEscaped(text: string, place: number): boolean {
  let slash = place;
  while (text[slash - 1] === "\\") slash -= 1;
  return (place - slash) % 2 === 1;
}

/** The offset of the quote that ends the string which begins at `start`. A regular expression would need a stack. */
function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote;
}

/** False only if no object in a JSON text has a key that is written with an escape: a look back from every colon. */
export function mayEscapeKey(text: string): boolean {
  if (!text.includes("\\")) return false;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let end = colon - 1;
    while (SPACES.includes(text[end] ?? ".")) end -= 1;
    if (text[end] !== '"' || isEscaped(text, end)) continue;
    const start = text.lastIndexOf('"', end - 1);
    if (isEscaped(text, start) || text.slice(start, end).includes("\\")) return true;
  }
  return false;
}

function* keyTokens(text: string): Generator<KeyToken> {
  for (let at = text.indexOf('"'); at !== -1; ) {
    const end = closingQuote(text, at) + 1;
    COLON.lastIndex = end;
    if (COLON.test(text)) yield { at, token: text.slice(at, end) };
    at = text.indexOf('"', end);
  }
}

/** Reads JSON text by keys of its own, one a member, and puts the real ones in afterwards. The text must be JSON. */
export function parseByOwnKeys(text: string): unknown {
  const tokens = [...keyTokens(text)];
  let plain = "";
  let end = 0;
  for (const [index, { at, token }] of tokens.entries()) {
    plain += `${text.slice(end, at)}"k${index}"`;
    end = at + token.length;
  }
  const names = new Map(tokens.map(({ token }, index) => [`k${index}`, JSON.parse(token) as string]));
  return renamed(JSON.parse(plain + text.slice(end)), names);
}

const shell = (value: unknown): unknown =>
  typeof value !== "object" || value === null ? value : isArray(value) ? [] : {};

/** A copy in which each member has its name; of members with one name the last counts. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  const copy = shell(value);
  const left = [{ from: value, to: copy }];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const { from, to } = pair;
    if (typeof from !== "object" || from === null || typeof to !== "object" || to === null) continue;
    for (const [key, held] of entries(from)) {
      const made = shell(held);
      const name = isArray(from) ? key : (names.get(key) ?? key);
      defineProperty(to, name, { value: made, writable: true, enumerable: true, configurable: true });
      left.push({ from: held, to: made });
    }
  }
  return copy;
}
