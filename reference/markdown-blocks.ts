/**
 * The block structure of markdown, one line at a time: which containers and which leaf are open. Only what decides where
 * code is; link reference definitions are read as the paragraphs that they look like.
 */
import {
  advance,
  codeAt,
  indentOf,
  isBlank,
  isBlankAt,
  type Line,
  openLine,
  toNonspace,
} from "./markdown-line.ts";

export type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "item"; readonly indent: number; empty: boolean };

type Fence = { readonly kind: "fence"; readonly mark: number; readonly length: number };
export type Leaf =
  | { readonly kind: "paragraph" }
  | Fence
  | { readonly kind: "indented" }
  | { readonly kind: "html"; readonly type: number };

export type Blocks = { containers: Container[]; leaf: Leaf | undefined };

/** What a line is to inline text: it has none (code, or markup alone), begins or continues a paragraph, or is a heading. */
export type LineText = "none" | "begins" | "continues" | "heading";

/** Deeper containers are read as text: each line may look at every open container. */
const MAX_CONTAINERS = 64;

const HTML_OPEN: readonly RegExp[] = [
  /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
  /^<!--/,
  /^<\?/,
  /^<![A-Za-z]/,
  /^<!\[CDATA\[/,
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>\s*$/,
];
const HTML_CLOSE: readonly RegExp[] = [/<\/(?:script|pre|textarea|style)>/i, /-->/, /\?>/, />/, /\]\]>/];

function quoteMarker(line: Line): boolean {
  if (indentOf(line) >= 4 || codeAt(line) !== 62) return false;
  toNonspace(line);
  advance(line, 1);
  if (isBlankAt(line, line.offset)) advance(line, 1);
  return true;
}

function continues(container: Container, line: Line): boolean {
  if (container.kind === "quote") return quoteMarker(line);
  if (isBlank(line)) return !container.empty;
  if (indentOf(line) < container.indent) return false;
  advance(line, container.indent);
  return true;
}

/** Length of the run of one character at the line's next non-blank. */
function runLength(line: Line, mark: number): number {
  let end = line.nonspace;
  while (line.text.charCodeAt(end) === mark) end++;
  return end - line.nonspace;
}

const restOf = (line: Line): string => line.text.slice(line.nonspace);

function closesFence({ mark, length }: Fence, line: Line): boolean {
  if (indentOf(line) > 3) return false;
  const run = runLength(line, mark);
  return run >= length && /^[ \t]*$/.test(line.text.slice(line.nonspace + run));
}

const MARKER = /^(?:[*+-]|([0-9]{1,9})[.)])/;

/** The list item that begins here, with its marker consumed. */
function listMarker(line: Line, inParagraph: boolean): Container | undefined {
  const indent = indentOf(line);
  if (indent >= 4) return undefined;
  const [marker, number] = MARKER.exec(restOf(line)) ?? [];
  if (marker === undefined) return undefined;
  if (number !== undefined && inParagraph && Number(number) !== 1) return undefined;
  const width = marker.length;
  const behind = line.nonspace + width;
  if (behind < line.text.length && !isBlankAt(line, behind)) return undefined;
  if (inParagraph && /^[ \t]*$/.test(line.text.slice(behind))) return undefined;
  toNonspace(line);
  advance(line, width);
  const spaces = indentOf(line);
  if (spaces >= 5 || isBlank(line)) return { kind: "item", indent: indent + width + 1, empty: true };
  toNonspace(line);
  return { kind: "item", indent: indent + width + spaces, empty: false };
}

function fenceAt(line: Line): Fence | undefined {
  const mark = codeAt(line);
  if (mark !== 96 && mark !== 126) return undefined;
  const length = runLength(line, mark);
  if (length < 3 || (mark === 96 && line.text.includes("`", line.nonspace + length))) return undefined;
  return { kind: "fence", mark, length };
}

const closesHtml = (type: number, text: string): boolean => HTML_CLOSE[type - 1]?.test(text) ?? false;

/** The kind of HTML block that begins here, by its place in the lists; 0 where none does. */
function htmlType(rest: string, inParagraph: boolean): number {
  const type = HTML_OPEN.findIndex((pattern) => pattern.test(rest)) + 1;
  return type === 7 && inParagraph ? 0 : type;
}

const THEMATIC = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const ATX = /^#{1,6}(?:[ \t]|$)/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;

/** The open structure while one line is read. */
type Progress = {
  readonly blocks: Blocks;
  readonly line: Line;
  /** How many containers it continues. */
  matched: number;
  /** It stands where it would continue the open paragraph, and not lazily. */
  inParagraph: boolean;
};

/** A paragraph is open, if only for a line that continues it lazily. */
const isParagraph = ({ blocks }: Progress): boolean => blocks.leaf?.kind === "paragraph";

function addBlock(p: Progress, leaf: Leaf | undefined, container?: Container): void {
  const { containers } = p.blocks;
  containers.length = p.matched;
  p.blocks.leaf = leaf;
  p.inParagraph = false;
  const parent = containers.at(-1);
  if (parent?.kind === "item") parent.empty = false;
  if (container === undefined) return;
  containers.push(container);
  p.matched++;
}

/** Tries to start a leaf that is no paragraph; undefined where the line starts none. */
function startLeaf(p: Progress): LineText | undefined {
  const { line } = p;
  if (indentOf(line) >= 4) return undefined;
  const rest = restOf(line);
  if (ATX.test(rest)) {
    addBlock(p, undefined);
    return "heading";
  }
  const fence = fenceAt(line);
  if (fence !== undefined) {
    addBlock(p, fence);
    return "none";
  }
  const type = htmlType(rest, isParagraph(p));
  if (type > 0) {
    addBlock(p, closesHtml(type, rest) ? undefined : { kind: "html", type });
    return "none";
  }
  if (!THEMATIC.test(rest) && !(p.inParagraph && SETEXT.test(rest))) return undefined;
  addBlock(p, undefined);
  return "none";
}

/** Opens containers and leaves until the line has nothing more to open. */
function startBlocks(p: Progress): LineText | undefined {
  const { line, blocks } = p;
  for (;;) {
    const roomy = blocks.containers.length < MAX_CONTAINERS;
    if (roomy && quoteMarker(line)) {
      addBlock(p, undefined, { kind: "quote" });
      continue;
    }
    const leaf = startLeaf(p);
    if (leaf !== undefined) return leaf;
    const item = roomy ? listMarker(line, p.inParagraph) : undefined;
    if (item !== undefined) {
      addBlock(p, undefined, item);
      continue;
    }
    if (indentOf(line) < 4 || isParagraph(p) || isBlank(line)) return undefined;
    addBlock(p, { kind: "indented" });
    return "none";
  }
}

/** The rest of a line that opens nothing: more of a paragraph, a new one, or a blank line. */
function addText(p: Progress): LineText {
  const { blocks, line } = p;
  if (isBlank(line)) {
    blocks.containers.length = p.matched;
    blocks.leaf = undefined;
    return "none";
  }
  if (isParagraph(p)) return "continues";
  addBlock(p, { kind: "paragraph" });
  return "begins";
}

/** Reads one line, without its line end, into the structure. */
export function readLine(blocks: Blocks, text: string): LineText {
  const line = openLine(text);
  const p: Progress = { blocks, line, matched: 0, inParagraph: false };
  for (const container of blocks.containers) {
    if (!continues(container, line)) break;
    p.matched++;
  }
  const { leaf } = blocks;
  if (p.matched === blocks.containers.length) {
    if (leaf?.kind === "fence") {
      if (closesFence(leaf, line)) blocks.leaf = undefined;
      return "none";
    }
    if (leaf?.kind === "html" && (leaf.type < 6 || !isBlank(line))) {
      if (closesHtml(leaf.type, restOf(line))) blocks.leaf = undefined;
      return "none";
    }
    p.inParagraph = leaf?.kind === "paragraph";
  }
  return startBlocks(p) ?? addText(p);
}
