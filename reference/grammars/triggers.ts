/** Where a candidate can begin: a quick pass over prose and code, and a closer look where it stops. */
import { type Cursor, createCursor, LOOK_BACK } from "./cursor.ts";
import { OPENERS } from "./dispatch.ts";
import { CLOSING, leadOf, SENTENCE_ENDS } from "./lead.ts";
import { type Entry, literalNow, OPEN_TREE } from "./literals.ts";

const MARK = 1;
const BRACKET = 2;
/** Behind these a word may open something. */
const BEFORE_WORD = 3;

/** What the characters mean to the pass; all others mean nothing. */
const CLASS = new Uint8Array(0x10000);
for (const char of "<[✿") CLASS[char.charCodeAt(0)] = MARK;
for (const char of `\n${SENTENCE_ENDS}`) CLASS[char.charCodeAt(0)] = BEFORE_WORD;
CLASS[93] = BRACKET;

const WORD_FIRST = new Set(
  OPENERS.filter((opener) => opener.word).map((opener) => opener.literal.charCodeAt(0)),
);

const BLANK = 32;
const DASH = 45;

/**
 * Where a word may begin behind `i`, past blanks and closing quotes; -1 where none does. HyperCLOVA's marker begins with a
 * blank of its own, so the last blank at the end of the window may be its beginning.
 */
function wordBehind(c: Cursor, i: number, stop: number): number {
  const { text } = c;
  const far = Math.min(stop, i + LOOK_BACK);
  let at = i;
  while (
    at < far &&
    (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === 9 || CLOSING.includes(text.charAt(at)))
  )
    at++;
  const spaced = at > i && text.charCodeAt(at - 1) === BLANK;
  if (spaced && (at === stop || text.charCodeAt(at) === DASH)) at--;
  else if (at === stop || !WORD_FIRST.has(text.charCodeAt(at))) return -1;
  return leadOf(c, c.base + at) === "none" ? -1 : at;
}

/** A cursor over one chunk alone, for the question whether anything opens in it. */
const scratch = createCursor();

const isFiller = (code: number): boolean =>
  code === BLANK || code === 9 || (code !== 10 && CLOSING.includes(String.fromCharCode(code)));

/**
 * Whether a chunk has nothing that could open anything, given whether a word could begin at its start. Undefined if it
 * has, or may have; else whether a word could begin at its end.
 */
export function plainText(chunk: string, edge: boolean): boolean | undefined {
  let at = edge;
  scratch.text = chunk;
  for (let i = 0; i < chunk.length; i++) {
    const code = chunk.charCodeAt(i);
    const found = CLASS[code];
    if (found === 0) {
      if (!at || isFiller(code)) continue;
      if (WORD_FIRST.has(code) && triggerAt(scratch, i, chunk.length) !== undefined) return undefined;
      at = false;
    } else if (found === BEFORE_WORD) at = true;
    else if (found === MARK || i + 1 >= chunk.length || chunk.charCodeAt(i + 1) === 60) {
      if (triggerAt(scratch, i, chunk.length) !== undefined) return undefined;
      at = false;
    }
  }
  return at && chunk.endsWith(" ") ? undefined : at;
}

/** What may open at the cursor. "more": the text that is there does not say yet. */
export type Trigger =
  | { readonly kind: "entry"; readonly entry: Entry }
  | { readonly kind: "namespace"; readonly prefix: string }
  | { readonly kind: "request" }
  | "more";

const REQUEST: Trigger = Object.freeze({ kind: "request" });
const TRIGGERS = new Map<Entry, Trigger>();

function entryTrigger(entry: Entry): Trigger {
  const known = TRIGGERS.get(entry);
  if (known !== undefined) return known;
  const trigger: Trigger = Object.freeze({ kind: "entry", entry });
  TRIGGERS.set(entry, trigger);
  return trigger;
}

const NAMESPACED = ["function_calls>", 'invoke name="'] as const;
const MAX_PREFIX = 32;

/** `<prefix:function_calls>` or `<prefix:invoke name="`, for a prefix that no family of its own has. */
function namespaceAt(c: Cursor, at: number, stop: number): Trigger | undefined {
  const { text } = c;
  let end = at + 1;
  for (let code = text.charCodeAt(end); end < stop && end - at <= MAX_PREFIX; code = text.charCodeAt(++end))
    if (!((code >= 97 && code <= 122) || code === 95 || code === 45)) break;
  const open = stop === c.text.length && !c.final;
  if (end === stop) return open ? "more" : undefined;
  if (end === at + 1 || text.charCodeAt(end) !== 58) return undefined;
  const behind = text.slice(end + 1, Math.min(stop, end + 16));
  if (NAMESPACED.some((tag) => behind.startsWith(tag)))
    return { kind: "namespace", prefix: text.slice(at + 1, end + 1) };
  return open && NAMESPACED.some((tag) => tag.startsWith(behind)) ? "more" : undefined;
}

const MAX_NAME = 128;

/** A name in brackets with an object on the next line. */
function requestAt(c: Cursor, at: number, stop: number): Trigger | undefined {
  const { text } = c;
  let end = at + 1;
  for (let code = text.charCodeAt(end); end < stop && end - at <= MAX_NAME; code = text.charCodeAt(++end))
    if (!((code | 32) >= 97 && (code | 32) <= 122) && !(code >= 45 && code <= 58) && code !== 95) break;
  const rest = text.slice(end, Math.min(stop, end + 4));
  const named = end > at + 1;
  if (named && (rest.startsWith("]\n{") || rest.startsWith("]\r\n{"))) return REQUEST;
  if (c.final || end - at > MAX_NAME) return undefined;
  const begun = rest === "" || (named && ("]\n{".startsWith(rest) || "]\r\n{".startsWith(rest)));
  return begun ? "more" : undefined;
}

/** What opens at an index of the window, if anything does. */
function triggerAt(c: Cursor, at: number, stop: number): Trigger | undefined {
  c.pos = c.base + at;
  const entry = literalNow(c, OPEN_TREE);
  if (entry === "more") return "more";
  if (entry !== undefined) return entryTrigger(entry);
  const code = c.text.charCodeAt(at);
  if (code === 60) return namespaceAt(c, at, stop);
  return code === 91 ? requestAt(c, at, stop) : undefined;
}

/** Moves to the next place where something opens, or to the end of the window. */
export function nextTrigger(c: Cursor): Trigger | undefined {
  const { text, base } = c;
  const stop = text.length;
  const from = c.pos - base;
  const first = wordBehind(c, from, stop);
  let trigger = first < 0 ? undefined : triggerAt(c, first, stop);
  let i = from;
  for (; trigger === undefined && i < stop; i++) {
    const found = CLASS[text.charCodeAt(i)];
    if (found === 0) continue;
    if (found === MARK || (found === BRACKET && (i + 1 >= stop || text.charCodeAt(i + 1) === 60)))
      trigger = triggerAt(c, i, stop);
    else if (found === BEFORE_WORD) {
      const at = wordBehind(c, i + 1, stop);
      if (at >= 0) trigger = triggerAt(c, at, stop);
    }
  }
  c.steps += i - from + 1;
  if (trigger === undefined) c.pos = base + stop;
  return trigger;
}
