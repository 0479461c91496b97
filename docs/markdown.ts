/** What the checks look at in a page: its links, its headings' anchors, its code blocks and code spans. */
import { type Node, Parser } from "commonmark";
import GithubSlugger from "github-slugger";

interface CodeBlock {
  readonly line: number;
  /** The info string behind the fence; undefined if the block is indented. */
  readonly info: string | undefined;
  readonly text: string;
}

interface Placed {
  readonly line: number;
  readonly text: string;
}

export interface Markdown {
  readonly links: readonly Placed[];
  /** Anchors as GitHub makes them, and those of `id` and `name` attributes. */
  readonly anchors: ReadonlySet<string>;
  readonly blocks: readonly CodeBlock[];
  readonly spans: readonly Placed[];
}

/** The line of the block that a node stands in. */
function lineOf(node: Node): number {
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.sourcepos !== undefined) return at.sourcepos[0][0];
  }
  return 1;
}

/** All nodes, each as it is entered and, where it has children, as it is left. */
function* events(text: string): Generator<{ readonly node: Node; readonly entering: boolean }> {
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) yield event;
}

const placed = (nodes: readonly Node[], text: (node: Node) => string | null): readonly Placed[] =>
  nodes.map((node) => ({ line: lineOf(node), text: text(node) ?? "" }));

function anchorsOf(text: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  let heading: string | undefined;
  for (const { node, entering } of events(text)) {
    const literal = node.literal ?? "";
    if (node.type === "heading") {
      if (heading !== undefined) anchors.add(slugger.slug(heading));
      heading = entering ? "" : undefined;
    } else if (node.type.startsWith("html_")) {
      for (const [, name = ""] of literal.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(name);
    } else if (heading !== undefined) heading += literal;
  }
  return anchors;
}

/** Reads a page. */
export function readMarkdown(text: string): Markdown {
  const nodes = [...events(text)].filter(({ entering }) => entering).map(({ node }) => node);
  const of = (...types: readonly string[]): readonly Node[] =>
    nodes.filter(({ type }) => types.includes(type));
  return {
    links: placed(of("link", "image"), ({ destination }) => destination),
    anchors: anchorsOf(text),
    blocks: of("code_block").map((node) => ({
      line: lineOf(node),
      info: node._isFenced === true ? (node.info ?? "") : undefined,
      text: node.literal ?? "",
    })),
    spans: placed(of("code"), ({ literal }) => literal),
  };
}
