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
  lookAhead,
  openLine,
  toNonspace,
} from "./markdown-line.ts";

export type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "item"; readonly indent: number; empty: boolean };

export type Leaf =
  | { readonly kind: "paragraph" }
  | { readonly kind: "fence"; readonly mark: number; readonly length: number; readonly offset: number }
  | { readonly kind: "indented" }
  | { readonly kind: "html"; readonly type: number };

export type Blocks = { containers: Container[]; leaf: Leaf | undefined };

/** What a line was: inline text from an offset on, in a paragraph or as a whole; code; or nothing of that. */
export type LineKind =
  | { readonly kind: "paragraph" | "heading"; readonly from: number; readonly fresh: boolean }
  | { readonly kind: "code"; readonly from: number; readonly fresh: boolean }
  /** `closes`: a paragraph that was open ended here. */
  | { readonly kind: "other" };

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
  advance(line, 1, false);
  if (isBlankAt(line, line.offset)) advance(line, 1, true);
  return true;
}

function continues(container: Container, line: Line): boolean {
  if (container.kind === "quote") return quoteMarker(line);
  if (isBlank(line)) {
    if (container.empty) return false;
    toNonspace(line);
    return true;
  }
  if (indentOf(line) < container.indent) return false;
  advance(line, container.indent, true);
  return true;
}

/** Length of the run of one character at the line's next non-blank. */
function runLength(line: Line, mark: number): number {
  let end = line.nonspace;
  while (line.text.charCodeAt(end) === mark) end++;
  return end - line.nonspace;
}

const restOf = (line: Line): string => line.text.slice(line.nonspace);

function closesFence(leaf: Leaf, line: Line): boolean {
  if (leaf.kind !== "fence" || indentOf(line) > 3) return false;
  const length = runLength(line, leaf.mark);
  return length >= leaf.length && /^[ \t]*$/.test(line.text.slice(line.nonspace + length));
}

/** Whether the leaf goes on with this line: "closed" if the line is its closing fence. */
function continueLeaf(leaf: Leaf, line: Line): "on" | "closed" | "off" {
  if (leaf.kind === "fence") {
    if (closesFence(leaf, line)) return "closed";
    for (let left = leaf.offset; left > 0 && isBlankAt(line, line.offset); left--) advance(line, 1, true);
    return "on";
  }
  if (leaf.kind === "indented") {
    if (indentOf(line) >= 4) advance(line, 4, true);
    else if (isBlank(line)) toNonspace(line);
    else return "off";
    return "on";
  }
  if (leaf.kind === "html") return isBlank(line) && leaf.type >= 6 ? "off" : "on";
  return isBlank(line) ? "off" : "on";
}

const BULLET = /^[*+-]/;
const ORDERED = /^([0-9]{1,9})[.)]/;

/** The list item that begins here, with its marker consumed. */
function listMarker(line: Line, inParagraph: boolean): Container | undefined {
  const indent = indentOf(line);
  if (indent >= 4) return undefined;
  const rest = restOf(line);
  const bullet = BULLET.exec(rest);
  const ordered = bullet === null ? ORDERED.exec(rest) : null;
  const width = (bullet ?? ordered)?.[0].length;
  if (width === undefined) return undefined;
  if (ordered !== null && inParagraph && Number(ordered[1]) !== 1) return undefined;
  const behind = line.nonspace + width;
  if (behind < line.text.length && !isBlankAt(line, behind)) return undefined;
  if (inParagraph && /^[ \t\f\v]*$/.test(line.text.slice(behind))) return undefined;
  toNonspace(line);
  advance(line, width, true);
  const { offset, column, partialTab } = line;
  do advance(line, 1, true);
  while (line.column - column < 5 && isBlankAt(line, line.offset));
  const blank = line.offset >= line.text.length;
  const spaces = line.column - column;
  if (spaces < 5 && spaces >= 1 && !blank)
    return { kind: "item", indent: indent + width + spaces, empty: true };
  line.offset = offset;
  line.column = column;
  line.partialTab = partialTab;
  lookAhead(line);
  if (isBlankAt(line, line.offset)) advance(line, 1, true);
  return { kind: "item", indent: indent + width + 1, empty: true };
}

function fenceAt(line: Line): Leaf | undefined {
  const mark = codeAt(line);
  if (mark !== 96 && mark !== 126) return undefined;
  const length = runLength(line, mark);
  if (length < 3 || (mark === 96 && line.text.includes("`", line.nonspace + length))) return undefined;
  return { kind: "fence", mark, length, offset: indentOf(line) };
}

function htmlType(line: Line, mayBeAny: boolean): number {
  if (codeAt(line) !== 60) return 0;
  const rest = restOf(line);
  const type = HTML_OPEN.findIndex((pattern) => pattern.test(rest)) + 1;
  return type === 7 && !mayBeAny ? 0 : type;
}

const THEMATIC = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const ATX = /^#{1,6}(?:[ \t]+|$)/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;

/** The open structure while one line is read: how many containers it continues, and whether it closed the others. */
type Progress = { blocks: Blocks; line: Line; matched: number; leafOn: boolean; settled: boolean };

function closeUnmatched(p: Progress): void {
  if (p.settled) return;
  p.blocks.containers.length = p.matched;
  if (!p.leafOn) p.blocks.leaf = undefined;
  p.settled = true;
}

function addBlock(p: Progress, leaf: Leaf | undefined, container?: Container): void {
  closeUnmatched(p);
  p.blocks.leaf = leaf;
  p.leafOn = leaf !== undefined;
  const parent = p.blocks.containers.at(-1);
  if (parent?.kind === "item") parent.empty = false;
  if (container === undefined) return;
  p.blocks.containers.push(container);
  p.matched++;
}

/** Tries to start a leaf that is no paragraph; undefined where the line starts none. */
function startLeaf(p: Progress): LineKind | undefined {
  const { line, blocks } = p;
  if (indentOf(line) >= 4) return undefined;
  const heading = ATX.exec(restOf(line))?.[0].length;
  if (heading !== undefined) {
    addBlock(p, undefined);
    return { kind: "heading", from: line.nonspace + heading, fresh: true };
  }
  const fence = fenceAt(line);
  if (fence !== undefined) {
    addBlock(p, fence);
    return { kind: "code", from: line.text.length, fresh: true };
  }
  const inParagraph = p.leafOn && blocks.leaf?.kind === "paragraph";
  const maybeLazy = !p.settled && blocks.leaf?.kind === "paragraph" && !isBlank(line);
  const type = htmlType(line, !inParagraph && !maybeLazy);
  if (type > 0) {
    addBlock(p, HTML_CLOSE[type - 1]?.test(restOf(line)) ? undefined : { kind: "html", type });
    return { kind: "other" };
  }
  if (inParagraph && SETEXT.test(restOf(line))) {
    addBlock(p, undefined);
    return { kind: "other" };
  }
  if (THEMATIC.test(restOf(line))) {
    addBlock(p, undefined);
    return { kind: "other" };
  }
  return undefined;
}

/** Opens containers and leaves until the line has nothing more to open. */
function startBlocks(p: Progress): LineKind | undefined {
  const { line, blocks } = p;
  for (;;) {
    const roomy = blocks.containers.length < MAX_CONTAINERS;
    if (roomy && quoteMarker(line)) {
      addBlock(p, undefined, { kind: "quote" });
      continue;
    }
    const leaf = startLeaf(p);
    if (leaf !== undefined) return leaf;
    const item = roomy ? listMarker(line, p.leafOn && blocks.leaf?.kind === "paragraph") : undefined;
    if (item !== undefined) {
      addBlock(p, undefined, item);
      continue;
    }
    if (indentOf(line) >= 4 && blocks.leaf?.kind !== "paragraph" && !isBlank(line)) {
      advance(line, 4, true);
      addBlock(p, { kind: "indented" });
      return { kind: "code", from: line.offset, fresh: true };
    }
    toNonspace(line);
    return undefined;
  }
}

/** The rest of a line that opens nothing: more of a paragraph, a new one, or a blank line. */
function addText(p: Progress): LineKind {
  const { line, blocks } = p;
  const open = blocks.leaf?.kind === "paragraph";
  if (isBlank(line)) {
    closeUnmatched(p);
    return { kind: "other" };
  }
  if (open && (p.leafOn || !p.settled)) return { kind: "paragraph", from: line.offset, fresh: false };
  addBlock(p, { kind: "paragraph" });
  return { kind: "paragraph", from: line.offset, fresh: true };
}

/** Reads one line, without its line end, into the structure. */
export function readLine(blocks: Blocks, text: string): LineKind {
  const line = openLine(text);
  const p: Progress = { blocks, line, matched: 0, leafOn: false, settled: false };
  for (const container of blocks.containers) {
    if (!continues(container, line)) break;
    p.matched++;
  }
  const leaf = blocks.leaf;
  const reached = p.matched === blocks.containers.length;
  if (reached && leaf !== undefined) {
    const state = continueLeaf(leaf, line);
    if (state === "closed") {
      blocks.leaf = undefined;
      return { kind: "other" };
    }
    p.leafOn = state === "on";
  }
  p.settled = reached && (p.leafOn || leaf === undefined);
  if (p.leafOn && leaf !== undefined && leaf.kind !== "paragraph") {
    if (leaf.kind !== "html") return { kind: "code", from: line.offset, fresh: false };
    if (HTML_CLOSE[leaf.type - 1]?.test(text.slice(line.offset))) blocks.leaf = undefined;
    return { kind: "other" };
  }
  return startBlocks(p) ?? addText(p);
}
