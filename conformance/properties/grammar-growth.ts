/** Growth on every adversary of the catalogue, and the cap of one candidate. */
import fc from "fast-check";
import { askGrammar, type Check } from "../check.ts";
import { textCall } from "../grammar-arbitraries.ts";
import { growthProblem } from "../growth.ts";
import { type Property, property } from "../property.ts";
import { gained } from "./grammar-case.ts";

const CALL = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>\n';
const C1 = "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>\n";

/** What is repeated, and what stands before and after it; the catalogue's list, each by a name. */
const ADVERSARIES: Readonly<Record<string, readonly [unit: string, before?: string, after?: string]>> = {
  "prose-line": ["The files are where they were.\n"],
  "code-line": ["  const a = f(b, [1]);\n"],
  "tool-call-opener": ["<tool_call>"],
  "tool-call-open-object": ['<tool_call>{"name":"bash","arguments":{"command":"ls"\n'],
  "tools-opener": ["<tools>"],
  "minimax-opener": ["<minimax:tool_call>"],
  "invoke-opener": ['<invoke name="bash">'],
  "function-opener": ["<function=bash>"],
  "parameter-openers": ["<parameter=a>", "<function=bash>"],
  "arg-keys": ["<arg_key>a", "<tool_call>bash"],
  "fence-line": ["```\n"],
  "fence-pairs-and-object": ['```\n```\n{"name"'],
  "object-name": ['{"name"'],
  "object-arguments": ['{"name":"a","arguments":{'],
  "list-name": ['[{"name"'],
  "nested-objects": ['{"a":', '<tool_call>{"name":"bash","arguments":'],
  bracket: ["["],
  brace: ["{"],
  "open-string": ['{"name":"'],
  "python-tag": ["<|python_tag|>"],
  "python-tag-object": ['<|python_tag|>{"name"'],
  "mistral-marker": ["[TOOL_CALLS]"],
  "mistral-list": ["[TOOL_CALLS]["],
  "dsml-opener": ["<｜DSML｜tool_calls>"],
  "dsml-invoke": ['<｜DSML｜tool_calls><｜DSML｜invoke name="bash">'],
  "dsml-parameters": ['<｜DSML｜parameter name="a">', '<｜DSML｜invoke name="bash">', "</｜DSML｜invoke>"],
  "angle-and-spaces": [`<${" ".repeat(4095)}`],
  "one-angle": [" ", "<"],
  "function-calls-opener": ["<function_calls>"],
  "function-call-opener": ["<function_call>"],
  "kimi-section": ["<|tool_calls_section_begin|>"],
  "kimi-calls": ["<|tool_call_begin|>functions.bash:0", "<|tool_calls_section_begin|>"],
  "bracketless-invoke": ['\ninvoke name="bash">'],
  "open-paren-line": ["\nfoo("],
  newline: ["\n"],
  "call-then-spaces": [" ", CALL.trimEnd()],
  backslashes: ["\\", '{"name":"'],
  "json-calls": [CALL],
  "qwen-calls": [C1],
  "long-string": ["x", '<tool_call>{"name":"bash","arguments":{"command":"', '"}}</tool_call>'],
  backticks: ["` "],
  "backtick-runs": ["`` ` ``` "],
  quotes: ["> "],
  "think-openers": ["<think>"],
  "spaces-after-call": [" ", `${CALL.trimEnd()}x`, "y"],
};

const growth = Object.entries(ADVERSARIES).map(([name, [unit, before = "", after = ""]]) =>
  property({
    address: `grammar/linear/${name}-grows-linearly`,
    title: `Cost grows linearly where this is repeated: ${name}.`,
    capability: "grammar",
    arbitrary: fc.constantFrom("strip", "recover"),
    share: 1e-9,
    costly: true,
    check: (mode) =>
      growthProblem({
        capability: "grammar",
        ask: (units) =>
          textCall(before + unit.repeat(Math.ceil(units / unit.length)) + after, mode, { maxPromoted: 1e6 }),
      }),
  }),
);

const CAP = 262_144;
const longCall = (length: number): string => {
  const head = '<tool_call>{"name":"write","arguments":{"path":"a.md","content":"';
  const tail = '"}}</tool_call>';
  return head + "x".repeat(length - head.length - tail.length) + tail;
};

const cap = property({
  address: "grammar/linear/cap-of-a-candidate",
  title: "A candidate of up to 256 KiB is a leak, a longer one is none.",
  capability: "grammar",
  arbitrary: fc.tuple(fc.integer({ min: 100, max: 4000 }), fc.boolean()),
  share: 0.02,
  *check([distance, over]): Check {
    const call = textCall(longCall(over ? CAP + distance : CAP - distance), "recover");
    const { answer } = yield* askGrammar(call);
    const count = gained(call.message, answer.message).length;
    if (count === (over ? 0 : 1) && answer.changed !== over) return undefined;
    return { says: over ? "a candidate beyond the cap was taken" : "a candidate within the cap was left" };
  },
});

export const growthProperties: readonly Property[] = [...growth, cap];
