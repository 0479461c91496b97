// What a text looks like before anyone decides to take it for a command, a path or an item of a list.
import markers from "../spec/closers.json" with { type: "json" };
import { readJson, readWholeJson, skipSpace } from "./json.ts";
import type { RepairLimits } from "./limits.ts";

const CLOSERS: readonly string[] = Object.freeze([...markers.callClosers, ...markers.turnClosers]);
const OPENERS: readonly string[] = Object.freeze([...markers.openers, ...CLOSERS]);

/** The length of the closer of a known grammar that stands at `at`; 0 for none. */
export function closerLength(text: string, at: number): number {
  let longest = 0;
  for (const closer of CLOSERS) {
    if (closer.length > longest && text.startsWith(closer, at)) longest = closer.length;
  }
  return longest;
}

/** What models put around a key or a text: JSON's quote, Python's, and those that a word processor makes of both. */
const QUOTES = "\"'“”„‟‘’‚‛«»";
const isQuote = (character: string): boolean => character !== "" && QUOTES.includes(character);

/** Whether a text means to be a JSON array or object, or a fence: such text is never an item of a list. */
export function beginsLikeJson(text: string): boolean {
  const at = skipSpace(text, 0);
  if (text.startsWith("```", at) || text.startsWith("~~~", at)) return true;
  const first = text.charAt(at);
  if (first !== "[" && first !== "{") return false;
  const next = text.charAt(skipSpace(text, at + 1));
  if (isQuote(next)) return true;
  return first === "[" && (next === "{" || next === "[");
}

/** One line that names what follows, as models print it above a call. */
const HEADING = /^(?:json|javascript|tool_call)[ \t]*\r?\n/;
const NAME = /[A-Za-z_$][A-Za-z0-9_$-]*/y;

/**
 * Whether a bare text may become the one field of a tool: it is not blank, no JSON object or array, and does not begin
 * like one, like a fence or like a printed call. A shell's `[ -f x ]` and `{ echo a; }` may.
 */
export function isCommandText(text: string, limits: RepairLimits): boolean {
  let start = text.trimStart();
  if (start.startsWith("\ufeff")) start = start.slice(1).trimStart();
  if (HEADING.test(start)) start = start.replace(HEADING, "").trimStart();
  if (start === "") return false;
  // Two backticks begin a fence that lost one; a shell has no use for them.
  if (start.startsWith("``") || start.startsWith("~~~")) return false;
  if (OPENERS.some((opener) => start.startsWith(opener))) return false;
  const first = start.charAt(0);
  if (first === "{") {
    const at = skipSpace(start, 1);
    const next = start.charAt(at);
    if (next === "" || isQuote(next) || next === "}" || namesField(start)) return false;
    // A comment of relaxed JSON, or a marker that clings to the first key; a shell's group names a program there.
    if (start.startsWith("//", at) || start.startsWith("/*", at)) return false;
    if (OPENERS.some((opener) => start.startsWith(opener, at))) return false;
  } else if (first === "[") {
    const next = start.charAt(1);
    if (isQuote(next) || next === "{" || next === "[" || start.trimEnd() === "[") return false;
  } else if (first === '"') {
    // A JSON string that is cut or has a bad escape stands for something else than it says, and so may what it holds.
    const quoted = readJson(start, 0, 0);
    if (quoted.kind !== "value" || typeof quoted.value !== "string") return false;
    return quoted.value.trim() === "" || isCommandText(quoted.value, limits);
  } else {
    return true;
  }
  const json = readWholeJson(text, limits.maxNestingDepth);
  return json === undefined;
}

/** Whether a text that begins with `{` goes on with a name, perhaps half quoted, and a colon. */
function namesField(text: string): boolean {
  NAME.lastIndex = skipSpace(text, 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return false;
  let at = skipSpace(text, skipSpace(text, 1) + name.length);
  if (isQuote(text.charAt(at))) at = skipSpace(text, at + 1);
  return text.charAt(at) === ":";
}
