/** The kinds of vectors that every call shape has, from one writing of the table to the drafts of its vectors. */
import { type Writing, type WrittenCall, writeCalls } from "./grammar-writers.ts";

interface Result {
  readonly calls?: readonly Call[];
  readonly text?: string;
  readonly untouched?: boolean;
}
interface Expectation extends Result {
  readonly stopReason?: string;
  readonly alternatives?: readonly (Result & { readonly name: string })[];
}
interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}
export interface ShapeVector {
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  readonly source: string;
  readonly kind: "basic" | "edge" | "hostile";
  readonly twin?: string;
  readonly capability: "grammar";
  readonly call: Readonly<Record<string, unknown>>;
  readonly expect: Expectation;
}

const TOOLS = ["read", "bash", "edit", "write"];
const READ: WrittenCall = { name: "read", args: { path: "docs/a.md", limit: 10 } };
const BASH: WrittenCall = { name: "bash", args: { command: "ls -la" } };
const UNKNOWN: WrittenCall = { name: "deploy", args: { target: "staging" } };
const HARD_VALUE = "  printf '%s' \"{a}\" [b] <c> && echo 'x, y'\n\techo `date` $HOME\r\n: é 😀 \\n C:\\tmp";
const HARD_LINE = "grep -rn 'a {b} [c], d' <e> | wc \\n é 😀";

const bash = (command: string): WrittenCall => ({ name: "bash", args: { command } });
const result = ({ name, args }: WrittenCall): Call => ({ name, arguments: args });
const LEFT: Expectation = { calls: [], untouched: true, stopReason: "stop" };
const promoted = (calls: readonly WrittenCall[], text = ""): Expectation => ({
  calls: calls.map(result),
  text,
  stopReason: "toolUse",
});

/** Recover mode on one text of which only the built-ins are known. */
const recover = (text: string) => ({ mode: "recover", tools: TOOLS, text });

/**
 * What may be left of `before` + leak + `after`: the line end before the leak stays, since a stream has already shown
 * it; the one after it goes with the line that would be blank. A whole message may also lose the blank lines at its end.
 */
function cut(before: string, after: string): Expectation {
  const text = before + (before === "" || before.endsWith("\n") ? after.replace(/^\n/u, "") : after);
  return after.trim() === "" ? endings(text, []) : { calls: [], text };
}

/** A text that ends where the leak stood, with the calls promoted: its blank line at the end, or all of them, may go. */
function endings(text: string, calls: readonly Call[]): Expectation {
  const others = new Set([text.replace(/\n\n$/u, "\n"), text.trimEnd()]);
  others.delete(text);
  const alternatives = [...others].map((left, index) => ({
    name: `shorter-end-${index + 1}`,
    calls,
    text: left,
  }));
  return alternatives.length === 0 ? { calls, text } : { calls, text, alternatives };
}

/** The same, where leaving the message as it is would be right too. */
function cutOrLeft(before: string, after: string): Expectation {
  const { alternatives = [], ...expectation } = cut(before, after);
  return { ...expectation, alternatives: [...alternatives, { name: "left", calls: [], untouched: true }] };
}

export type Draft = Omit<ShapeVector, "source" | "capability" | "kind"> & {
  readonly kind?: ShapeVector["kind"];
};

function cleanAndSeveral(writing: Writing): Draft[] {
  const { id, requirement } = writing;
  const clean = writeCalls(writing, [READ]).text;
  const drafts: Draft[] = [
    {
      id: `${id}-clean`,
      requirement,
      title: writing.promotable
        ? `${id}: a clean call is promoted, numbers typed by the schema`
        : `${id}: a past call told again is never promoted`,
      kind: "basic",
      call: recover(clean),
      expect: writing.promotable ? promoted([READ]) : LEFT,
    },
  ];
  if (writing.several) {
    drafts.push({
      id: `${id}-two`,
      requirement,
      title: `${id}: two calls are two calls, in printed order`,
      kind: "basic",
      call: recover(writeCalls(writing, [READ, BASH]).text),
      expect: promoted([READ, BASH]),
    });
  }
  return drafts;
}

/** A fence that does not start its line is none, so what it frames is no call. */
function afterSentence(writing: Writing): Draft[] {
  if (!writing.promotable || writing.open.startsWith("```")) return [];
  const before = "I will look at the files. ";
  return [
    {
      id: `${writing.id}-after-sentence`,
      requirement: "grammar/position-evidence",
      title: `${writing.id}: a call after a finished sentence counts`,
      call: recover(before + writeCalls(writing, [BASH]).text),
      expect: { ...endings(before, [result(BASH)]), stopReason: "toolUse" },
    },
  ];
}

function withText(writing: Writing): Draft[] {
  const { id, requirement, framed } = writing;
  const twin = `${requirement}/${id}-clean`;
  const text = writeCalls(writing, [BASH]).text;
  const before = "I will look at the files.\n\n";
  const after = "\n\nThat is all.";
  if (!framed) {
    const left = { requirement: "grammar/unframed", twin, expect: LEFT };
    return [
      {
        ...left,
        id: `${id}-after-text`,
        title: `${id}: has no frame and does not count after text`,
        call: recover(before + text),
      },
      {
        ...left,
        id: `${id}-before-text`,
        title: `${id}: has no frame and is not cut before text`,
        call: { ...recover(text + after), mode: "strip" },
      },
    ];
  }
  return [
    {
      id: `${id}-after-text`,
      requirement,
      title: `${id}: a call on a line of its own counts after text`,
      call: recover(before + text),
      expect: writing.promotable
        ? { ...endings(before, [result(BASH)]), stopReason: "toolUse" }
        : cutOrLeft(before, ""),
    },
    ...afterSentence(writing),
    {
      id: `${id}-cut-between-texts`,
      requirement: "grammar/exact-cut",
      title: `${id}: exactly the leak goes, text on both sides stays`,
      call: { ...recover(before + text + after), mode: "strip" },
      expect: cut(before, after),
    },
    {
      id: `${id}-then-text`,
      requirement: "grammar/nothing-after-a-call",
      title: `${id}: a call with text after it is not promoted`,
      ...(writing.promotable ? { twin } : {}),
      call: recover(text + after),
      expect: cutOrLeft("", after),
    },
  ];
}

function values(writing: Writing): Draft[] {
  if (!writing.promotable) return [];
  const { id, strings, marker } = writing;
  const hard = bash(strings === "attribute" ? HARD_LINE : HARD_VALUE);
  const marked = bash(`grep -rn '${marker}' docs`);
  return [
    {
      id: `${id}-hard-value`,
      requirement: "grammar/argument-values",
      title: `${id}: line ends, quotes, braces and leading blanks in a value are kept`,
      call: recover(writeCalls(writing, [hard]).text),
      expect: promoted([hard]),
    },
    {
      id: `${id}-marker-in-value`,
      requirement: "grammar/markers-inside-values",
      title:
        writing.firstEndWins === true
          ? `${id}: ${JSON.stringify(marker)} ends a value, and what follows it is no call`
          : `${id}: ${JSON.stringify(marker)} inside a value is data`,
      kind: "hostile",
      ...(writing.firstEndWins === true ? { twin: `${writing.requirement}/${id}-clean` } : {}),
      call: recover(writeCalls(writing, [marked]).text),
      expect: writing.firstEndWins === true ? LEFT : promoted([marked]),
    },
  ];
}

/** A code span over lines in which the call still starts its line; not where the call would end the paragraph. */
const SPAN_BREAKERS = /\n\n|```|^>/u;

function asCode(writing: Writing): Draft[] {
  const { id, requirement, framed } = writing;
  const twin = `${requirement}/${id}-clean`;
  const text = writeCalls(writing, [BASH]).text;
  const drafts: Draft[] = [
    {
      id: `${id}-in-fence`,
      requirement: "grammar/code-is-not-a-leak",
      title: `${id}: a call in a fence is code`,
      kind: "hostile",
      ...(writing.promotable ? { twin } : {}),
      call: recover(`\`\`\`\`\n${text}\n\`\`\`\``),
      expect: LEFT,
    },
  ];
  if (framed && !SPAN_BREAKERS.test(text)) {
    drafts.push({
      id: `${id}-in-span`,
      requirement: "grammar/mention-is-not-a-leak",
      title: `${id}: a call in a code span that runs over lines is a mention`,
      kind: "hostile",
      ...(writing.promotable ? { twin } : {}),
      call: recover(`Such a call is printed as \`\`\n${text}\n\`\``),
      expect: LEFT,
    });
  }
  return drafts;
}

function unknownTool(writing: Writing): Draft[] {
  const { id, requirement, framed } = writing;
  const text = writeCalls(writing, [UNKNOWN]).text;
  const before = "I will do it now.\n";
  const drafts: Draft[] = [
    {
      id: `${id}-unknown-tool`,
      requirement: "grammar/unknown-tool-kept",
      title: `${id}: the text of an unknown tool's call stays`,
      ...(writing.promotable ? { twin: `${requirement}/${id}-clean` } : {}),
      call: recover(before + text),
      expect: LEFT,
    },
  ];
  if (framed) {
    drafts.push({
      id: `${id}-unknown-tool-stripped`,
      requirement: "grammar/unknown-tool-kept",
      title: `${id}: where the setting says so the text of an unknown tool's call goes, and nothing runs`,
      twin: `grammar/unknown-tool-kept/${id}-unknown-tool`,
      call: { ...recover(before + text), unknownToolText: "strip" },
      expect: cut(before, ""),
    });
  }
  return drafts;
}

function besideNative(writing: Writing): Draft[] {
  const { id, framed } = writing;
  if (!framed) return [];
  const before = "I run it now.\n";
  const message = (native: Call) => ({
    role: "assistant",
    content: [
      { type: "text", text: before + writeCalls(writing, [BASH]).text },
      { type: "toolCall", id: "call_00000001", ...native },
    ],
    stopReason: "toolUse",
  });
  return [
    {
      id: `${id}-shadow`,
      requirement: "grammar/shadow",
      title: `${id}: the text twin of a real call goes and adds no call`,
      call: { mode: "recover", tools: TOOLS, message: message(result(BASH)) },
      expect: { ...cut(before, ""), stopReason: "toolUse" },
    },
    {
      id: `${id}-beside-other-call`,
      requirement: "grammar/shadow",
      title: `${id}: a leak beside another real call is cut and not promoted`,
      call: { mode: "recover", tools: TOOLS, message: message(result(READ)) },
      expect: { ...cut(before, ""), stopReason: "toolUse" },
    },
  ];
}

const MARKER_ENDS =
  /\]<\]minimax\[>\[<[^<>]*>|<\|(?:open|close)\|>[^<]*<\|sep\|>|<[^<>\n]{1,60}>|\[[^[\]{}"\n]{1,40}\]|[{}[\]()]|`{3}\w*/gu;

function cutAt(writing: Writing, at: number, part: string, soft: number, done: number): Expectation {
  if (!writing.promotable || at < soft) return LEFT;
  const expectation = { calls: [result(BASH)] };
  // Without a frame, in an open fence, or where only the end says which shape it is, more may well be to come.
  const open = !writing.framed || part.includes("```") || writing.call.startsWith("[‹name›]");
  const sure = at >= done && !open;
  return sure
    ? expectation
    : { ...expectation, alternatives: [{ name: "left", calls: [], untouched: true }] };
}

function cuts(writing: Writing): Draft[] {
  const { id, requirement } = writing;
  const { text, soft, done } = writeCalls(writing, [BASH]);
  const twin = writing.promotable ? { twin: `${requirement}/${id}-clean` } : {};
  const ends = [...text.matchAll(MARKER_ENDS)].map((match) => match.index + match[0].length);
  const drafts = ends
    .filter((at, index) => at < text.length && at !== ends[index - 1])
    .map((at, index): Draft => {
      const part = text.slice(0, at);
      const expect = cutAt(writing, at, part, soft, done);
      return {
        id: `${id}-cut-${index + 1}`,
        requirement: "grammar/incomplete-never-runs",
        title: `${id}: cut after ${JSON.stringify(part.slice(-20))}`,
        ...(expect === LEFT ? twin : {}),
        call: recover(part),
        expect,
      };
    });
  const within = text.indexOf("ls -la") + 2;
  return [
    ...drafts,
    {
      id: `${id}-unclosed`,
      requirement: "grammar/incomplete-never-runs",
      title: `${id}: a value that runs to the end of the text is incomplete`,
      ...twin,
      call: recover(`I look.\n${text.slice(0, within)}`),
      expect: LEFT,
    },
  ];
}

/** By the file that they go to. */
export const GROUPS = {
  calls: [cleanAndSeveral, withText, values],
  left: [asCode, unknownTool, besideNative],
  cuts: [cuts],
} as const;
