/** Where a candidate can begin: a quick pass over prose and code, and a closer look where it stops. */
import { type Cursor, createCursor, isNameCode, LOOK_BACK } from "./cursor.ts";
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
for (const char of `\n\r${SENTENCE_ENDS}`) CLASS[char.charCodeAt(0)] = BEFORE_WORD;
CLASS[93] = BRACKET;

const WORD_FIRST = new Set(
  OPENERS.map((opener) => opener.literal.charCodeAt(0)).filter((code) => CLASS[code] === 0),
);

const BLANK = 32;
const DASH = 45;

/** What may stand between a line's start or a sentence's end and a word. */
const FILLER = new Set([BLANK, 9, ...Array.from(CLOSING, (char) => char.charCodeAt(0))]);

/**
 * What a word opens behind `i`, past blanks and closing quotes. HyperCLOVA's marker begins with a blank of its own, so the
 * last blank at the end of the window may be its beginning. The place is judged last: it costs more, and few words open anything.
 */
function wordBehind(c: Cursor, i: number, stop: number): Trigger | undefined {
  const { text } = c;
  const far = Math.min(stop, i + LOOK_BACK);
  let at = i;
  while (at < far && FILLER.has(text.charCodeAt(at))) at++;
  const spaced = at > i && text.charCodeAt(at - 1) === BLANK;
  if (spaced && (at === stop || text.charCodeAt(at) === DASH)) at--;
  else if (at === stop || !WORD_FIRST.has(text.charCodeAt(at))) return undefined;
  const trigger = triggerAt(c, at, stop);
  return trigger === undefined || leadOf(c, c.base + at) === "none" ? undefined : trigger;
}

/** What a quick pass over chunks knows between them. */
export type Skim = {
  /** The end of the text that has arrived, where it may be the beginning of something. */
  held: string;
  /** A word that opens something could begin at the end of the text, or of what stands before the held part. */
  edge: boolean;
};

/** A cursor over the text of one skim alone, for the question whether anything opens in it. */
const scratch = createCursor();

/** Where the beginning of something is held from: with the blank before an arrow, which may be its own. */
function holdFrom(s: Skim, text: string, at: number, edge: boolean): string {
  const from = text.charCodeAt(at) === DASH && text.charCodeAt(at - 1) === BLANK ? at - 1 : at;
  s.held = text.slice(from);
  s.edge = edge;
  return text.slice(0, from);
}

/** Takes a chunk and returns what is certain to be text, what was held first; undefined where something opens or may. */
export function skim(s: Skim, chunk: string): string | undefined {
  const text = s.held + chunk;
  let { edge } = s;
  scratch.text = text;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const found = CLASS[code];
    if (found === 0) {
      if (!edge || FILLER.has(code)) continue;
      edge = WORD_FIRST.has(code);
      if (!edge) continue;
    } else if (found === BEFORE_WORD) {
      edge = true;
      continue;
    } else if (found === BRACKET && i + 1 < text.length && text.charCodeAt(i + 1) !== 60) continue;
    const trigger = triggerAt(scratch, i, text.length);
    if (trigger === "more") return holdFrom(s, text, i, edge);
    if (trigger !== undefined) return undefined;
    edge = false;
  }
  if (edge && text.endsWith(" ")) return holdFrom(s, text, text.length - 1, edge);
  s.held = "";
  s.edge = edge;
  return text;
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
  while (end < stop && end - at <= MAX_NAME && isNameCode(text.charCodeAt(end))) end++;
  const named = end > at + 1;
  // Most brackets are an index or a list, which the first character behind the name shows.
  if (end < stop && (!named || text.charCodeAt(end) !== 93)) return undefined;
  const rest = text.slice(end, Math.min(stop, end + 4));
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
  let trigger = wordBehind(c, from, stop);
  let i = from;
  for (; trigger === undefined && i < stop; i++) {
    const found = CLASS[text.charCodeAt(i)];
    if (found === 0) continue;
    if (found === MARK || (found === BRACKET && (i + 1 >= stop || text.charCodeAt(i + 1) === 60)))
      trigger = triggerAt(c, i, stop);
    else if (found === BEFORE_WORD) trigger = wordBehind(c, i + 1, stop);
  }
  c.steps += i - from + 1;
  if (trigger === undefined) c.pos = base + stop;
  return trigger;
}
