/** All literals that open something or may follow a call, in trees that are walked character by character. */
import { BARS, CLOSERS, TURN_ENDS } from "./closers.ts";
import type { Cursor, Parse } from "./cursor.ts";
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
  ...BARS.map((bar) => `<${bar}parameter`),
  '<parameter name="',
  "<parameter=",
  '<param name="',
  "<arg_key>",
  "<arg_value>",
  "<|tool_call_argument_begin|>",
];

const plain = (kind: Exclude<Entry["kind"], "opener">, literals: readonly string[]): readonly Entry[] =>
  literals.map((literal) => ({ kind, literal }));

/** Harmony's analysis channel is thinking, up to the end of its message. */
const THINK = [
  "<think>",
  "<thinking>",
  "[THINK]",
  "<|START_THINKING|>",
  "<|channel|>analysis<|message|>",
  "<|start|>assistant<|channel|>analysis<|message|>",
];
export const UNTHINK: readonly string[] = [
  "</think>",
  "</thinking>",
  "[/THINK]",
  "<|END_THINKING|>",
  "<|end|>",
];

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

/**
 * The longest literal of the tree at the cursor, which does not move; "more" while a longer one is possible. It is asked
 * between candidates, where no cap holds.
 */
export function literalNow(c: Cursor, tree: Node): Entry | undefined | "more" {
  let node: Node | undefined = tree;
  let best: Entry | undefined;
  for (let at = c.pos - c.base; node.next.size > 0; at++) {
    if (at >= c.text.length) {
      if (c.final) break;
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

/** Whether the whole text ends inside one of the tree's literals, none of which is whole at the cursor. */
export function endsInside(c: Cursor, tree: Node): boolean {
  let at = c.pos - c.base;
  if (at >= c.text.length) return false;
  let node: Node | undefined = tree;
  for (; at < c.text.length && node !== undefined; at++) node = node.next.get(c.text.charCodeAt(at));
  return node !== undefined;
}
