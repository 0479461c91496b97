/**
 * Where code is in a text that arrives in pieces, by CommonMark's rules. The regions are those of the text without its
 * calls, so that a fence or a backtick inside a call opens nothing, and cutting a call moves no region.
 */
import { type Blocks, readLine } from "./markdown-blocks.ts";
import {
  createInline,
  type Inline,
  inlineEnd,
  inlineLine,
  type Mark,
  markBetween,
  type Work,
} from "./markdown-inline.ts";

export type Place = "text" | "code" | "quote";

export type Markdown = {
  readonly blocks: Blocks;
  inline: Inline | undefined;
  /** The line that has not ended yet, without its calls. */
  line: string;
  /** Its calls. */
  marks: { readonly mark: Mark; readonly at: number }[];
  place: Place | undefined;
  /** The last piece ended in a carriage return, whose line feed may follow. */
  returned: boolean;
  readonly work: Work;
};

export const createMarkdown = (): Markdown => ({
  blocks: { containers: [], leaf: undefined },
  inline: undefined,
  line: "",
  marks: [],
  place: undefined,
  returned: false,
  work: { steps: 0 },
});

function endInline(md: Markdown): void {
  if (md.inline === undefined) return;
  inlineEnd(md.inline);
  md.inline = undefined;
}

function clearLine(md: Markdown): void {
  md.line = "";
  md.marks = [];
  md.place = undefined;
}

/** Takes the finished line into the structure. */
function endLine(md: Markdown): void {
  const { line, marks } = md;
  if (marks.length > 0 && line.trim() === "") {
    // A line of nothing but calls is not there without them: its marks stand between two lines.
    for (const { mark } of marks) markBetween(md.inline, mark);
    clearLine(md);
    return;
  }
  const text = readLine(md.blocks, line);
  if (text !== "continues") endInline(md);
  if (text === "none") for (const { mark } of marks) mark.state = "text";
  else {
    // What stands before the text, as list markers do, has no backtick.
    md.inline ??= createInline(md.work);
    inlineLine(md.inline, line, marks);
    if (text === "heading") endInline(md);
  }
  clearLine(md);
}

const LINE_END = /\r\n|\n|\r/g;

/** Takes the next piece of the text. */
export function markdownText(md: Markdown, text: string): void {
  let from = md.returned && text.startsWith("\n") ? 1 : 0;
  md.returned = text.endsWith("\r");
  LINE_END.lastIndex = from;
  for (let found = LINE_END.exec(text); found !== null; found = LINE_END.exec(text)) {
    md.line += text.slice(from, found.index);
    endLine(md);
    from = LINE_END.lastIndex;
  }
  md.line += text.slice(from);
}

/** What a call would stand in if it stood at the end of what has been taken. */
export function placeNow(md: Markdown): Place {
  if (md.place !== undefined) return md.place;
  const { containers, leaf } = md.blocks;
  const trial: Blocks = { containers: containers.map((container) => ({ ...container })), leaf };
  readLine(trial, `${md.line.slice(0, 4096)}x`);
  if (trial.leaf?.kind === "fence" || trial.leaf?.kind === "indented") md.place = "code";
  else md.place = trial.containers.some((container) => container.kind === "quote") ? "quote" : "text";
  return md.place;
}

/** Takes a call. The mark says, now or later, whether it stands in a code span. */
export function markdownCall(md: Markdown): Mark {
  const mark: Mark = { state: "open" };
  md.marks.push({ mark, at: md.line.length });
  return mark;
}

/** The text is over. */
export function markdownEnd(md: Markdown): void {
  endLine(md);
  endInline(md);
}
