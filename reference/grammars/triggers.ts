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
const OPEN_TREE = buildTree([
  ...OPENERS.map((opener): Entry => ({ kind: "opener", literal: opener.literal, opener })),
  ...plain("closer", CLOSERS),
  ...plain("debris", DEBRIS),
  ...plain("think", THINK),
  ...plain("unthink", UNTHINK),
]);

/** What may follow a call. */
export const CLOSE_TREE = buildTree(BEHIND_A_CALL);

/** The longest literal of the tree at the cursor, which does not move; waits while a longer one is possible. */
export function* literalAt(c: Cursor, tree: Node = OPEN_TREE): Parse<Entry | undefined> {
  let node = tree;
  let best: Entry | undefined;
  for (let depth = 0; node.next.size > 0; ) {
    if (c.pos + depth >= endOf(c)) {
      if (c.final || c.pos + depth >= c.limit) break;
      yield;
      continue;
    }
    const child = node.next.get(c.text.charCodeAt(c.pos + depth - c.base));
    if (child === undefined) break;
    node = child;
    best = node.entry ?? best;
    depth++;
  }
  c.steps += best?.literal.length ?? 1;
  return best;
}

/** Whether the whole text ends at the cursor inside one of the tree's literals. */
export function endsInside(c: Cursor, tree: Node): boolean {
  if (!c.final || c.limit <= c.base + c.text.length || c.pos >= c.base + c.text.length) return false;
  let node: Node | undefined = tree;
  for (let at = c.pos - c.base; at < c.text.length && node !== undefined; at++)
    node = node.next.get(c.text.charCodeAt(at));
  return node !== undefined;
}

const LINE_FEED = 10;
const OPENING = 1;
const BRACKET = 2;
const FLOWER = 0x273f;
/** Indentation of a line-start opener that is still no code and no deep list. */
const MAX_INDENT = 8;

const CLASS = new Uint8Array(128);
CLASS[60] = OPENING;
CLASS[91] = OPENING;
CLASS[93] = BRACKET;
CLASS[LINE_FEED] = LINE_FEED;

const LINE_FIRST = new Set(
  OPENERS.filter((opener) => opener.lineStart).map((opener) => opener.literal.charCodeAt(0)),
);

/** The index of a line-start opener's first letter behind `i`; -1 where there is none, -2 where more text must say. */
function lineTrigger(text: string, i: number, stop: number): number {
  const far = Math.min(stop, i + MAX_INDENT);
  let at = i;
  while (at < far && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  if (at >= stop) return -2;
  return LINE_FIRST.has(text.charCodeAt(at)) ? at : -1;
}

/**
 * Moves to the next place where something may open; false where the window has none left. A line end whose next line is
 * not there yet stays in front of the cursor.
 */
export function nextTrigger(c: Cursor): boolean {
  const { text, base } = c;
  const stop = text.length;
  const from = c.pos - base;
  let i = from;
  if (c.pos === 0) {
    const at = lineTrigger(text, 0, stop);
    if (at === -2 && !c.final) return false;
    if (at >= 0) {
      c.pos = at;
      return true;
    }
  }
  let hit = false;
  for (; i < stop; i++) {
    const code = text.charCodeAt(i);
    const found = code < 128 ? CLASS[code] : code === FLOWER ? OPENING : 0;
    if (found === 0) continue;
    if (found === OPENING) hit = true;
    else if (found === BRACKET) hit = i + 1 < stop ? text.charCodeAt(i + 1) === 60 : !c.final;
    else {
      const at = lineTrigger(text, i + 1, stop);
      if (at === -2 && !c.final) break;
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
