/** Families whose calls are `invoke` elements with `parameter` elements: DSML, GCML, Anthropic, MiniMax and relatives. */

import type { Pair, Raw, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import {
  accept,
  acceptAny,
  ahead,
  atEnd,
  type Cursor,
  find,
  type Parse,
  readUntil,
  skipSpace,
} from "./cursor.ts";
import { jsonExtent } from "./json-extent.ts";
import type { Found, Opener } from "./opener.ts";
import { callSequence } from "./sequence.ts";
import { type ElementTags, elementTags, readElements } from "./tags.ts";

const WRAPPERS = ["tool_calls", "tool_call", "function_calls", "function_call", "tool_use", "calls"] as const;

const found = (shape: string, raws: readonly Raw[] | undefined): Found =>
  raws === undefined ? undefined : { shape, raws };

const SPELLINGS = new Map<string, ElementTags>();

/** The tags of `invoke` and `parameter` behind one prefix. */
function invokeTags(prefix: string, ...wrapClose: readonly string[]): ElementTags {
  // Wrappers that differ differ in their first closer or in how many there are.
  const key = `${prefix} ${wrapClose.length} ${wrapClose[0]}`;
  const known = SPELLINGS.get(key);
  if (known !== undefined) return known;
  const tags = spellInvoke(prefix, wrapClose);
  // A prefix comes from the text: only the usual ones are worth keeping.
  if (SPELLINGS.size < 64) SPELLINGS.set(key, tags);
  return tags;
}

function spellInvoke(prefix: string, wrapClose: readonly string[]): ElementTags {
  return elementTags({
    callOpen: [`<${prefix}invoke name="`, `<${prefix}rivoke name="`, `<${prefix}invoke rname="`],
    callClose: [`</${prefix}invoke>`, `</${prefix}rivoke>`],
    pairOpen: `<${prefix}parameter name="`,
    pairClose: `</${prefix}parameter>`,
    nameEnd: '"',
    wrapClose,
    reading: "mixed",
  });
}

const DSML_BARS = [
  "｜DSML｜",
  "｜DSML｜ ",
  "｜｜DSML｜｜",
  "DSML｜",
  "DSML|",
  " | DSML | ",
  "‖DSML‖",
  "|DSML|",
  "｜GCML｜",
] as const;

function dsmlShape(bar: string, wrapper: string | undefined): string {
  if (bar === "｜GCML｜") return "gcml";
  if (bar === "｜DSML｜ ") return "dsml-v4.1";
  if (bar !== "｜DSML｜") return "dsml-leaked-bars";
  return wrapper?.startsWith("function") ? "dsml-v3.2" : "dsml-v4";
}

function* dsml(c: Cursor, start: number, bar: string): Parse<Found> {
  const tags = invokeTags(bar, ...WRAPPERS.map((word) => `</${bar}${word}>`));
  const wrapper = yield* acceptAny(
    c,
    WRAPPERS.map((word) => `${word}>`),
  );
  const shape = dsmlShape(bar, wrapper);
  if (wrapper === undefined)
    return (yield* accept(c, 'invoke name="'))
      ? found(shape, yield* readElements(c, tags, start))
      : undefined;
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{", "["])) === undefined) return found(shape, yield* readElements(c, tags));
  const span = yield* jsonExtent(c);
  return span && found(shape, [{ ...span, kind: "call-json", names: "usual" }]);
}

const BARE_CLOSERS = ["</function_calls>", "</minimax:tool_call>", "</tool_calls>", "</tool_call>"];

/** `<invoke name="` and its misspellings with no wrapper before them, behind any namespace prefix. */
export function* bareInvoke(c: Cursor, start: number, prefix: string): Parse<Found> {
  const closers = prefix === "" ? BARE_CLOSERS : WRAPPERS.map((word) => `</${prefix}${word}>`);
  const shape = prefix === "atem:" ? "muse-glimmer" : "invoke-anthropic";
  return found(shape, yield* readElements(c, invokeTags(prefix, ...closers), start));
}

/** Elements behind a wrapper that has been read. */
export function* wrappedInvoke(c: Cursor, shape: string, prefix: string, close: string): Parse<Found> {
  return found(shape, yield* readElements(c, invokeTags(prefix, close)));
}

function* dots(c: Cursor): Parse<Found> {
  const close = "</dots_function_call>";
  yield* skipSpace(c);
  if ((yield* ahead(c, ["{", "["])) !== undefined) {
    const span = yield* jsonExtent(c);
    return span && found("dots", [{ ...span, kind: "call-json", names: "usual" }]);
  }
  if ((yield* ahead(c, ['<invoke name="'])) !== undefined) return yield* wrappedInvoke(c, "dots", "", close);
  const unquoted = { callOpen: ["<invoke name="], pairOpen: "<parameter name=", nameEnd: ">" };
  return found("dots", yield* readElements(c, elementTags({ ...invokeTags("", close), ...unquoted })));
}

const STEP_CALL = "<｜tool_call_begin｜>";

function* step3Call(c: Cursor): Parse<RawCall[] | undefined> {
  const tags = invokeTags("steptml:", "<｜tool_call_end｜>", "<｜tool_calls_end｜>", STEP_CALL);
  if (!(yield* accept(c, "function<｜tool_sep｜>"))) return undefined;
  const calls = yield* readElements(c, tags);
  yield* skipSpace(c);
  yield* accept(c, "<｜tool_call_end｜>");
  return calls;
}

function* step3(c: Cursor, openedAt?: number): Parse<Found> {
  const calls = yield* callSequence(c, [STEP_CALL], openedAt, () => step3Call(c));
  return calls && { shape: "step-3", raws: calls.flat() };
}

const GROK: ElementTags = elementTags({
  ...invokeTags(""),
  callOpen: ['<xai:function_call name="'],
  callClose: ["</xai:function_call>", '</xai:function_call">'],
});

const MINICPM: ElementTags = elementTags({
  callOpen: ['<function name="'],
  callClose: ["</function>"],
  pairOpen: '<param name="',
  pairClose: "</param>",
  nameEnd: '"',
  wrapClose: ["</tool_call>", "</tools>"],
  reading: "literal",
});

/** What ends a value without brackets: its closer at the end of a line, or before something of the family. */
function* bracketlessValue(c: Cursor): Parse<{ start: number; end: number } | undefined> {
  const start = c.pos;
  const follow = ['parameter name="', 'invoke name="', "invoke>", "/invoke>", "</invoke>", ...TURN_ENDS];
  for (;;) {
    if (!(yield* find(c, " parameter>"))) return undefined;
    const end = c.pos;
    c.pos += " parameter>".length;
    const done = c.pos;
    if ((yield* ahead(c, ["\n", "\r\n"])) === undefined && !(yield* atEnd(c))) {
      yield* skipSpace(c);
      if ((yield* ahead(c, follow)) === undefined) continue;
    }
    c.done = done;
    return { start, end };
  }
}

function* bracketless(c: Cursor, start: number): Parse<Found> {
  const name = yield* readUntil(c, '">');
  if (name === undefined) return undefined;
  const pairs: Pair[] = [];
  let end = c.pos;
  for (;;) {
    yield* skipSpace(c);
    if (!(yield* accept(c, 'parameter name="'))) break;
    c.began = true;
    const key = yield* readUntil(c, '">');
    if (key === undefined) return undefined;
    const span = yield* bracketlessValue(c);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading: "mixed", inner: 'parameter name="' });
    end = c.done;
  }
  if (pairs.length === 0) return undefined;
  yield* acceptAny(c, ["invoke>", "/invoke>"]);
  return { shape: "invoke-bracketless", raws: [{ name, body: { kind: "pairs", pairs }, start, end }] };
}

type Row = readonly [literal: string, shape: string, parse: (c: Cursor, start: number) => Parse<Found>];

const ROWS: readonly Row[] = [
  ...DSML_BARS.map(
    (bar): Row => [`<${bar}`, bar === "｜GCML｜" ? "gcml" : "dsml-v4", (c, start) => dsml(c, start, bar)],
  ),
  ...['<invoke name="', '<rivoke name="', '<invoke rname="'].map(
    (literal): Row => [literal, "invoke-anthropic", (c, start) => bareInvoke(c, start, "")],
  ),
  [
    "<minimax:tool_call>",
    "invoke-minimax",
    (c) => wrappedInvoke(c, "invoke-minimax", "", "</minimax:tool_call>"),
  ],
  ["<dots_function_call>", "dots", dots],
  ["<｜tool_calls_begin｜>", "step-3", (c) => step3(c)],
  [STEP_CALL, "step-3", step3],
  [
    '<xai:function_call name="',
    "grok",
    function* (c, start) {
      return found("grok", yield* readElements(c, GROK, start));
    },
  ],
  [
    '<function name="',
    "minicpm",
    function* (c, start) {
      return found("minicpm", yield* readElements(c, MINICPM, start));
    },
  ],
  ['invoke name="', "invoke-bracketless", bracketless],
];

export const INVOKE_OPENERS: readonly Opener[] = ROWS.map(([literal, shape, parse]) => ({
  literal,
  shapes: [shape],
  parse: (c) => parse(c, c.pos - literal.length),
}));
