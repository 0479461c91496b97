/** Where a candidate can begin: a quick pass over prose and code, and a tree of all literals for what it stops at. */
import { CLOSERS, TURN_ENDS } from "./closers.ts";
import { type Cursor, endOf, LOOK_BACK, type Parse } from "./cursor.ts";
import { OPENERS } from "./dispatch.ts";
import type { Opener } from "./opener.ts";

export type Entry =
  | { readonly kind: "opener"; readonly literal: string; readonly opener: Opener }
  /** `debris`: part of a call whose opener is not there. */
  | {
      readonly kind: "closer" | "turn-end" | "debris" | "think" | "unthink" | "result";
      readonly literal: string;
    };

type Node = { readonly next: Map<number, Node>; entry: Entry | undefined };

const DEBRIS = [
  '<parameter name="',
  "<parameter=",
  '<param name="',
  "<arg_key>",
  "<arg_value>",
  "<|tool_call_argument_begin|>",
];

const plain = (kind: Exclude<Entry["kind"], "opener">, literals: readonly string[]): readonly Entry[] =>
  literals.map((literal) => ({ kind, literal }));

const THINK = ["<think>", "<thinking>", "[THINK]"];
export const UNTHINK: readonly string[] = ["</think>", "</thinking>", "[/THINK]"];

function buildTree(entries: readonly Entry[]): Node {
  const root: Node = { next: new Map(), entry: undefined };
  for (const entry of entries) {
    let node = root;
    for (let i = 0; i < entry.literal.length; i++) {
      const code = entry.literal.charCodeAt(i);
      const child: Node = node.next.get(code) ?? { next: new Map(), entry: undefined };
      node.next.set(code, child);
      node = child;
    }
    node.entry ??= entry;
  }
  return root;
}

const BEHIND_A_CALL = [
  ...plain("closer", CLOSERS),
  ...plain("turn-end", TURN_ENDS),
  ...plain("result", ["<tool_result>"]),
];

/** What may open something. */
export const OPEN_TREE = buildTree([
  ...OPENERS.map((opener): Entry => ({ kind: "opener", literal: opener.literal, opener })),
  ...plain("closer", CLOSERS),
  ...plain("debris", DEBRIS),
  ...plain("think", THINK),
  ...plain("unthink", UNTHINK),
]);

/** What may follow a call. */
export const CLOSE_TREE = buildTree(BEHIND_A_CALL);

/** The longest literal of the tree at the cursor, which does not move; "more" while a longer one is possible. */
export function literalNow(c: Cursor, tree: Node): Entry | undefined | "more" {
  let node: Node | undefined = tree;
  let best: Entry | undefined;
  const stop = endOf(c) - c.base;
  for (let at = c.pos - c.base; node.next.size > 0; at++) {
    if (at >= stop) {
      if (c.final || c.base + at >= c.limit) break;
      return "more";
    }
    node = node.next.get(c.text.charCodeAt(at));
    c.steps++;
    if (node === undefined) break;
    best = node.entry ?? best;
  }
  return best;
}

/** The same, waiting for the text that decides. */
export function* literalAt(c: Cursor, tree: Node): Parse<Entry | undefined> {
  for (;;) {
    const entry = literalNow(c, tree);
    if (entry !== "more") return entry;
    yield;
  }
}

/** Whether the whole text ends at the cursor inside one of the tree's literals. */
export function endsInside(c: Cursor, tree: Node): boolean {
  if (!c.final || c.limit <= c.base + c.text.length || c.pos >= c.base + c.text.length) return false;
  let node: Node | undefined = tree;
  for (let at = c.pos - c.base; at < c.text.length && node !== undefined; at++)
    node = node.next.get(c.text.charCodeAt(at));
  return node !== undefined;
}

/** What stands before a candidate: a line's start, a closed think block, a finished sentence, or nothing of that. */
export type Lead = "line" | "think" | "sentence" | "none";

const CLOSING = "\"'”’»)]}）】》」』";
const SENTENCE_ENDS = ".!?…。！？";
const ABBREVIATION = /(?:^|[^\w])(?:e\.g|i\.e|etc|vs|cf|viz|approx|resp)\.$/i;

/** Judges the text before a position inside the window. */
export function leadOf(c: Cursor, pos: number): Lead {
  const before = c.text.slice(Math.max(0, pos - LOOK_BACK - c.base), pos - c.base);
  const whole = pos <= LOOK_BACK;
  let end = before.length;
  while (end > 0 && (before[end - 1] === " " || before[end - 1] === "\t")) end--;
  if (end === 0) return whole ? "line" : "none";
  if (before[end - 1] === "\n" || before[end - 1] === "\r") return "line";
  const rest = before.slice(0, end);
  if (UNTHINK.some((tag) => rest.endsWith(tag))) return "think";
  while (end > 0 && CLOSING.includes(before[end - 1] ?? " ")) end--;
  if (end === 0 || !SENTENCE_ENDS.includes(before[end - 1] ?? " ")) return "none";
  return ABBREVIATION.test(before.slice(0, end)) ? "none" : "sentence";
}

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
  const far = Math.min(stop, i + LOOK_BACK / 2);
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

/** Moves to the next place where something may open; false where the window has none left. */
export function nextTrigger(c: Cursor): boolean {
  const { text, base } = c;
  const stop = text.length;
  const from = c.pos - base;
  const first = wordBehind(c, from, stop);
  let i = Math.max(from, first);
  let hit = first >= 0;
  for (; !hit && i < stop; i++) {
    const found = CLASS[text.charCodeAt(i)];
    if (found === 0) continue;
    if (found === MARK) hit = true;
    else if (found === BRACKET) hit = i + 1 < stop ? text.charCodeAt(i + 1) === 60 : !c.final;
    else {
      const at = wordBehind(c, i + 1, stop);
      if (at < 0) continue;
      i = at;
      hit = true;
    }
    if (hit) break;
  }
  c.steps += i - from + 1;
  c.pos = base + i;
  return hit;
}
