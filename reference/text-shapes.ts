// What a text looks like before anyone decides to take it for a command, a path or an item of a list.
import markers from "../spec/closers.json" with { type: "json" };
import { readJson, skipSpace } from "./json.ts";
import { readWholeJson } from "./json-native.ts";
import type { RepairLimits } from "./limits.ts";

const CLOSERS: readonly string[] = Object.freeze([...markers.callClosers, ...markers.turnClosers]);
const OPENERS: readonly string[] = Object.freeze([...markers.openers, ...CLOSERS]);

/** By their first character: most characters begin none, and a long row of marks is looked at one by one. */
const closersAt: ReadonlyMap<string, readonly string[]> = Map.groupBy(CLOSERS, (closer) => closer.charAt(0));

/** The length of the closer of a known grammar that stands at `at`; 0 for none. */
function closerLength(text: string, at: number): number {
  return closersAt.get(text.charAt(at))?.find((closer) => text.startsWith(closer, at))?.length ?? 0;
}

/** Whether only white space, stray closing marks and closers of known grammars stand from `from` on. */
export function onlyClosers(text: string, from: number): boolean {
  let at = skipSpace(text, from);
  while (at < text.length) {
    // A closer may begin with one of the marks.
    const length = closerLength(text, at) || ('}]"'.includes(text.charAt(at)) ? 1 : 0);
    if (length === 0) return false;
    at = skipSpace(text, at + length);
  }
  return true;
}

/** Where a sticky pattern that begins at `from` ends; `from` itself where it does not match. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Marks as HTML and addresses write them. */
const ENCODED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "<": ["&lt;", "&#60;", "&#x3c;", "%3c"],
    ">": ["&gt;", "&#62;", "&#x3e;", "%3e"],
    "&": ["&amp;", "&#38;", "&#x26;"],
    '"': ["&quot;", "&#34;", "&#x22;", "%22"],
    "'": ["&apos;", "&#39;", "&#x27;", "%27"],
    "{": ["&lbrace;", "&lcub;", "&#123;", "&#x7b;", "%7b"],
    "[": ["&lbrack;", "&lsqb;", "&#91;", "&#x5b;", "%5b"],
    ":": ["&colon;", "&#58;", "&#x3a;", "%3a"],
  }).flatMap(([mark, spellings]) => spellings.map((spelling): [string, string] => [spelling, mark])),
);
const ENCODED_MARK = /&#?[a-z0-9]{2,6};|%[2357][a-f0-9]/gi;
/** Longer than any beginning that tells what a text is, however its marks are written. */
const HEAD = 128;

/** A text with the marks in its beginning read, also where they were encoded several times. */
function readHead(text: string): string {
  const head = text.slice(0, HEAD);
  const read = head.replace(ENCODED_MARK, (mark) => ENCODED.get(mark.toLowerCase()) ?? mark);
  return read === head ? text : readHead(read + text.slice(HEAD));
}

/** What models put around a key or a text: JSON's quote, Python's, and those that a word processor makes of both. */
const QUOTES: ReadonlySet<string> = new Set("\"'“”„‟‘’‚‛«»");

/** White space of any kind, and what stands by mistake between an opening brace and the first key. */
const BEFORE_KEY = /[\s\u200b,{\\]*/y;
const NAME = /[A-Za-z_$][A-Za-z0-9_$-]*/y;

/**
 * Whether a text means to be a JSON array or object, `null`, one or more JSON strings, or a fence: such text is never an
 * item of a list.
 */
export function beginsLikeJson(text: string): boolean {
  const start = text.trim();
  if (start.startsWith("```") || start.startsWith("~~~") || start === "null") return true;
  if (start.startsWith('"')) return isQuotedItem(start);
  return opensComposite(readHead(start));
}

function opensComposite(start: string): boolean {
  const first = start.charAt(0);
  if (first !== "[" && first !== "{") return false;
  const next = start.charAt(endOf(BEFORE_KEY, start, 1));
  if (QUOTES.has(next)) return true;
  if (first === "{") return next === "}";
  const inner = start.charAt(skipSpace(start, 1));
  return inner === "{" || inner === "[";
}

function isQuotedItem(text: string): boolean {
  const reading = readJson(text, 0, 0);
  if (reading.kind !== "value") return false;
  const next = text.charAt(skipSpace(text, reading.end));
  return next === "" || next === ",";
}

/** One line that names what follows, as models print it above a call. */
const HEADING = /(?:json|javascript|tool_call)(?:[ \t]*\r?\n|[ \t:]*(?=[{[]))/iy;

/**
 * Whether a bare text may become the one field of a tool: it is not blank, no JSON object or array, and does not begin
 * like one, like a fence or like a printed call. A shell's `[ -f x ]` and `{ echo a; }` may.
 */
export function isCommandText(text: string, limits: RepairLimits): boolean {
  const trimmed = text.trimStart();
  const start = trimmed.slice(endOf(HEADING, trimmed, 0)).trimStart();
  if (start === "") return false;
  const read = readHead(start);
  // Two backticks begin a fence that lost one; a shell has no use for them.
  if (["``", "~~~", ...OPENERS].some((opener) => read.startsWith(opener)) || beginsLikeKey(read))
    return false;
  const first = read.charAt(0);
  if (first === "{" ? beginsLikeMembers(read) : first === "[" && beginsLikeItems(read)) return false;
  if (start.startsWith('"')) return isQuotedCommand(start, limits);
  return (first !== "{" && first !== "[") || readWholeJson(start, limits.maxNestingDepth) === undefined;
}

/**
 * A JSON string that is cut, has a bad escape or only closers behind it stands for something else than it says, and so
 * may what it holds.
 */
function isQuotedCommand(text: string, limits: RepairLimits): boolean {
  const quoted = readJson(text, 0, 0);
  if (quoted.kind !== "value" || onlyClosers(text, quoted.end)) return false;
  return isCommandText(String(quoted.value), limits);
}

/** A name with a quote behind it, or around it, and a colon; or a quote that is escaped outside of any string. */
function beginsLikeKey(text: string): boolean {
  if (text.startsWith("\\") && QUOTES.has(text.charAt(1))) return true;
  const from = QUOTES.has(text.charAt(0)) ? 1 : 0;
  const end = endOf(NAME, text, from);
  return QUOTES.has(text.charAt(end)) && text.charAt(skipSpace(text, end + 1)) === ":";
}

/** Whether a text begins with one of `names` as the key of what follows: `path: src`, `path="src", limit=5`. */
export function beginsWithField(text: string, isName: (name: string) => boolean): boolean {
  const start = text.trimStart();
  const end = endOf(NAME, start, 0);
  if (!isName(start.slice(0, end))) return false;
  const next = start.charAt(skipSpace(start, end));
  return next === ":" || next === "=";
}

function beginsLikeMembers(text: string): boolean {
  const at = endOf(BEFORE_KEY, text, 1);
  const next = text.charAt(at);
  if (next === "" || QUOTES.has(next) || next === "}" || namesField(text, at)) return true;
  // A comment of relaxed JSON, or a marker that clings to the first key; a shell's group names a program there.
  const others = ["//", "/*", ...OPENERS];
  return others.some((other) => text.startsWith(other, at));
}

function beginsLikeItems(text: string): boolean {
  const next = text.charAt(1);
  return QUOTES.has(next) || next === "{" || next === "[" || text.trimEnd() === "[";
}

/** Whether a text goes on from `from` with a name, perhaps half quoted, and a colon. */
function namesField(text: string, from: number): boolean {
  const end = endOf(NAME, text, from);
  if (end === from) return false;
  let at = skipSpace(text, end);
  if (QUOTES.has(text.charAt(at))) at = skipSpace(text, at + 1);
  return text.charAt(at) === ":";
}
