/** Faults of the past in the handling of messages. */
import {
  type Fault,
  grammarSaboteur,
  misread,
  type Part,
  textOf,
  withArguments,
  withParts,
  withStrings,
  withTexts,
} from "../saboteurs/grammar-fault.ts";
import type { GrammarRequest, GrammarResult } from "../target.ts";
import type { PastBug } from "./bug.ts";

const bug = (name: string, title: string, cases: readonly string[], fault: Fault): PastBug => ({
  ...{ name, title, cases },
  target: grammarSaboteur(name, title, [], fault).target,
});

const HIDDEN = "\u2063";

/** Text between an odd and an even fence counts as code, whatever opened it. */
function codeByParity(text: string): string {
  const pieces = text.split(/(`{3,})/);
  // Every second piece is a fence, so that every fourth lies behind an odd number of them.
  const seen = pieces.map((piece, at) => {
    if (at % 2 === 1) return HIDDEN.repeat(piece.length);
    return at % 4 === 2 ? piece.replaceAll("<", `<${HIDDEN}`) : piece;
  });
  return seen.join("");
}

const FENCES = new RegExp(`${HIDDEN}{3,}`, "g");

const parity: Fault = (request, run) =>
  misread(request, run, codeByParity, (text) =>
    text.replaceAll(FENCES, (found) => "`".repeat(found.length)).replaceAll(HIDDEN, ""),
  );

const isCall = (part: Part): boolean => part?.type === "toolCall";

/** Runs on the part of the text that matches; `rest` is what stays of the others. */
const onMatch =
  (pattern: RegExp, rest: (text: string, match: string) => string): Fault =>
  async (request, run) => {
    const text = textOf(request.message);
    const match = pattern.exec(text)?.[0];
    if (match === undefined || match === text) return run(request);
    const result = await run({ ...request, message: withTexts(request.message, () => match) });
    if (!result.changed) return run(request);
    const left: Part = { type: "text", text: rest(text, match) };
    return { ...result, message: withParts(result.message, (parts) => [left, ...parts.filter(isCall)]) };
  };

/** Cuts what matches, where the reference leaves all. */
const erasing =
  (pattern: RegExp): Fault =>
  async (request, run) => {
    const result = await run(request);
    const text = textOf(request.message);
    if (result.changed || !pattern.test(text)) return result;
    const message = withTexts(request.message, (part) => part.replace(pattern, ""));
    return { ...result, changed: true, cutWithoutPromotion: 1, message };
  };

const asking =
  (change: (request: GrammarRequest) => GrammarRequest): Fault =>
  (request, run) =>
    run(change(request));

const stopped = (request: GrammarRequest): GrammarRequest => {
  const message = Object(request.message);
  return message.stopReason === "length"
    ? { ...request, message: { ...message, stopReason: "stop" } }
    : request;
};

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/"name"\s*:\s*"(\w+)"/g)].map(([, name]) => String(name));

const twice: Fault = async (request, run) => {
  const result = await run(request);
  if (!result.promoted || !/^\s*\{/.test(textOf(request.message))) return result;
  const again = (part: Part): readonly Part[] =>
    isCall(part) ? [part, { ...part, id: `${String(part.id).slice(0, 30)}_again` }] : [part];
  return { ...result, message: withParts(result.message, (parts) => parts.flatMap(again)) };
};

const trimsCalls: Fault = async (request, run) => {
  const result = await run(request);
  const trim = (part: Part): Part =>
    isCall(part) ? { ...part, arguments: withStrings(part.arguments, (text) => text.trim()) } : part;
  return { ...result, changed: true, message: withParts(result.message, (parts) => parts.map(trim)) };
};

const isPythonic = (text: string): boolean => /^\s*(?:<[^>\n]+>\s*)?\w+\(/.test(text);

const inner = (args: unknown): unknown => Reflect.get(Object(args), "arguments") ?? args;

function withInner(result: GrammarResult): GrammarResult {
  const message = withParts(result.message, (parts) =>
    parts.map((part) => (isCall(part) ? { ...part, arguments: inner(part.arguments) } : part)),
  );
  const recoveredCalls = result.recoveredCalls.map((call) => ({ ...call, arguments: inner(call.arguments) }));
  return result.promoted ? { ...result, message, recoveredCalls } : result;
}

const leavesEmpty: Fault = async (request, run) => {
  const result = await run(request);
  if (!result.promoted) return result;
  const empty: Part = { type: "text", text: "" };
  return { ...result, message: withParts(result.message, (parts) => [empty, ...parts]) };
};

/** Takes a leak out of another one's marker, and the halves for one. */
const joins: Fault = async (request, run) => {
  const inside = /(?<=<tool_)<tool_call>.*?<\/tool_call>(?=call>)/s;
  const text = textOf(request.message);
  if (!inside.test(text)) return run(request);
  const joined = withTexts(request.message, (part) => part.replace(inside, ""));
  const result = await run({ ...request, mode: "recover", message: joined });
  return { ...result, changed: true };
};

const STEP = 32;

const rescansSpaces: Fault = (request, run) => {
  const run_ = / {4096,}/.exec(textOf(request.message))?.[0].length ?? 0;
  let sum = 0;
  for (let outer = 0; outer < run_; outer += STEP)
    for (let at = 0; at < outer; at += STEP) sum = (sum + at) % 1_000_003;
  return run(sum < 0 ? { ...request } : request);
};

export const messageBugs: readonly PastBug[] = Object.freeze([
  bug(
    "bare-call-twice",
    "Two families take one bare object, and it runs twice.",
    ["bare-json-double-execution"],
    twice,
  ),
  bug(
    "code-by-parity",
    "Whether a call is code is told by the number of fences before it.",
    ["fence-four-backticks", "fence-parity-prose", "fence-unclosed-after"],
    parity,
  ),
  bug(
    "pythonic-lines-anywhere",
    "A line that looks like a call is one, whatever stands around it.",
    ["prose-pythonic-line"],
    onMatch(/^\w+\(.*\)$/m, (text, match) => text.replace(match, "")),
  ),
  bug(
    "trims-real-calls",
    "Every text of a real call is trimmed.",
    ["ptr-message-end-trims-all-models"],
    trimsCalls,
  ),
  bug(
    "pythonic-escapes-kept",
    "A line break of a pythonic string stays a backslash and a letter.",
    ["pythonic-newline-literal"],
    async (request, run) => {
      const result = await run(request);
      return isPythonic(textOf(request.message))
        ? withArguments(result, (text) => text.replaceAll("\n", "\\n"))
        : result;
    },
  ),
  bug(
    "length-is-no-gate",
    "A message that stopped for its length is promoted.",
    ["ptr-length-promoted", "M-prl-length-gate"],
    asking(stopped),
  ),
  bug(
    "any-mode-recovers",
    "Every mode but two means recover.",
    ["ptr-mode-off-means-recover"],
    asking((request) =>
      ["observe", "strip"].includes(request.mode) ? request : { ...request, mode: "recover" },
    ),
  ),
  bug(
    "invoke-to-the-end",
    "An invocation that is not closed takes all that follows with it.",
    ["malformed-invoke-eats-message"],
    erasing(/(?:<[\w:]*)?invoke name="[\s\S]*$/),
  ),
  bug(
    "list-goes-with-unknown",
    "A list of calls goes although one of them is unknown.",
    ["mistral-array-unknown-deleted"],
    erasing(/\[TOOL_CALLS\][\s\S]*$/),
  ),
  bug(
    "tag-eats-prose",
    "All between a tag and the first object goes with the tag.",
    ["llama-tag-eats-prose"],
    onMatch(/\{"name"[\s\S]*\}$/, (text, match) =>
      text.replace(match, "").replace(/<\|python_tag\|>[\s\S]*$/, ""),
    ),
  ),
  bug(
    "rest-of-the-tag-line",
    "What follows a call on the line of its tag goes with it.",
    ["llama-tag-rest-of-line"],
    erasing(/<\|python_tag\|>[\w.]+\(.*$/m),
  ),
  bug(
    "bad-json-erased",
    "A section whose arguments cannot be read goes.",
    ["kimi-badjson-erased"],
    erasing(/<\|tool_calls_section_begin\|>[\s\S]*<\|tool_calls_section_end\|>/),
  ),
  bug(
    "inner-arguments-taken",
    "A member named `arguments` takes the place of all others.",
    ["nested-arguments-drop"],
    async (request, run) => withInner(await run(request)),
  ),
  bug(
    "falsy-opens-the-gate",
    "Where no known tool is required an unknown one runs.",
    ["ptr-require-known-zero"],
    asking((request) =>
      request.requireKnownTool === undefined || request.requireKnownTool
        ? request
        : { ...request, knownTools: [...request.knownTools, ...namesIn(textOf(request.message))] },
    ),
  ),
  bug(
    "halves-joined",
    "A cut joins two halves of a marker, and what they make runs.",
    ["strip-creates-new-leak"],
    joins,
  ),
  bug(
    "spaces-scanned-again",
    "Each space looks at all before it.",
    ["perf-spaces-after-leak"],
    rescansSpaces,
  ),
  bug("empty-part-left", "A promoted message keeps an empty text.", ["empty-text-part-left"], leavesEmpty),
  bug(
    "observes-by-stripping",
    "`observe` strips.",
    ["M-prl-030-observe-mode"],
    asking((request) => (request.mode === "observe" ? { ...request, mode: "strip" } : request)),
  ),
  bug(
    "unknown-text-always-stays",
    "The setting for the text of unknown tools does nothing.",
    ["M-prl-030-unknown-strip-policy"],
    asking(({ unknownToolText: _setting, ...request }) => request),
  ),
  bug(
    "ids-unreported",
    "Ids of promoted calls are not reported.",
    ["M-prl-030-promoted-ids"],
    async (request, run) => ({
      ...(await run(request)),
      promotedCallIds: [],
    }),
  ),
  bug(
    "text-is-text",
    "Printed calls are not looked for.",
    ["M-ptr-grammar-feature"],
    asking((request) => ({ ...request, mode: "off" })),
  ),
  bug(
    "dangling-takes-its-line",
    "A marker that is cut in its middle takes its line with it.",
    ["M-ptr-dsml-dangling"],
    async (request, run) => {
      const cut = /^.*<｜[^>\n]*$/m;
      const result = await run(request);
      return cut.test(textOf(request.message))
        ? { ...result, changed: true, message: withTexts(request.message, (text) => text.replace(cut, "")) }
        : result;
    },
  ),
  bug(
    "complete-is-dangling",
    "A complete block is stripped like a dangling marker.",
    ["M-ptr-dsml-complete-block"],
    asking((request) =>
      request.mode === "recover" && textOf(request.message).includes("｜DSML｜")
        ? { ...request, mode: "strip" }
        : request,
    ),
  ),
  bug(
    "nobody-chose-recover",
    "A mode that nobody chose is recover.",
    ["conservative-with-recover-setting"],
    asking((request) => (request.mode === "strip" ? { ...request, mode: "recover" } : request)),
  ),
]);
