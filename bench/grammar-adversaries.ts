/** Texts on which a recogniser of printed calls can lose its linear cost, each as a unit to repeat up to a size. */

export type Adversary = {
  readonly name: string;
  readonly build: (size: number) => string;
};

const repeat = (unit: string, size: number): string =>
  unit.repeat(Math.max(1, Math.floor(size / unit.length)));
const unit = (name: string, text: string): Adversary => ({ name, build: (size) => repeat(text, size) });
const around = (name: string, before: string, text: string, after: string): Adversary => ({
  name,
  build: (size) => before + repeat(text, size - before.length - after.length) + after,
});

const CALL = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';
const QWEN =
  "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>\n";
const KIMI_SECTION = "<|tool_calls_section_begin|>";
const KIMI_CALL = "<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>";

export const ADVERSARIES: readonly Adversary[] = [
  unit("prose line", "The quick brown fox jumps over the lazy dog, and so on.\n"),
  unit("code line", "  if (a[i] < b[j] && c > 0) { return list.map((x) => x[0]); }\n"),
  unit("tool_call opener", "<tool_call>"),
  unit("tool_call with half a call", '<tool_call>{"name":"bash","arguments":{"command":"ls"\n'),
  unit("tools opener", "<tools>"),
  unit("minimax opener", "<minimax:tool_call>"),
  unit("invoke opener", '<invoke name="bash">'),
  unit("function opener", "<function=bash>"),
  around("parameters in one call", "<tool_call><function=bash>", "<parameter=a>", "</function></tool_call>"),
  around("arg_keys in one call", "<tool_call>bash", "<arg_key>a", "</tool_call>"),
  unit("fence", "```\n"),
  unit("fences and a name", '```\n```\n{"name"'),
  unit("name field", '{"name"'),
  unit("half a bare call", '{"name":"a","arguments":{'),
  unit("half a bare list", '[{"name"'),
  {
    name: "nested objects in one call",
    build: (size) => {
      const depth = Math.floor((size - 60) / 6);
      return `<tool_call>{"name":"bash","arguments":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}</tool_call>`;
    },
  },
  unit("bracket", "["),
  unit("brace", "{"),
  unit("open name", '{"name":"'),
  unit("python_tag", "<|python_tag|>"),
  unit("python_tag and name", '<|python_tag|>{"name"'),
  unit("TOOL_CALLS", "[TOOL_CALLS]"),
  unit("TOOL_CALLS and bracket", "[TOOL_CALLS]["),
  unit("DSML opener", "<｜DSML｜tool_calls>"),
  unit("DSML opener and invoke", '<｜DSML｜tool_calls><｜DSML｜invoke name="bash">'),
  around(
    "DSML parameters in one invoke",
    '<｜DSML｜tool_calls><｜DSML｜invoke name="bash">',
    '<｜DSML｜parameter name="a">',
    "</｜DSML｜invoke></｜DSML｜tool_calls>",
  ),
  unit("bracket and 4,095 spaces", `<${" ".repeat(4095)}`),
  around("one bracket, then spaces", "<", " ", ""),
  unit("function_calls opener", "<function_calls>"),
  unit("function_call opener", "<function_call>"),
  unit("Kimi section opener", KIMI_SECTION),
  around("Kimi call openers in one section", KIMI_SECTION, KIMI_CALL, ""),
  unit("bracketless invoke", '\ninvoke name="bash">'),
  unit("open parenthesis on a line", "\nfoo("),
  unit("newlines", "\n"),
  around("one call, then spaces", CALL, " ", "x"),
  around("backslashes in a name", '{"name":"', "\\", ""),
  unit("JSON calls back to back", CALL),
  unit("C1 calls back to back", QWEN),
  around(
    "one call with a long string",
    '<tool_call>{"name":"bash","arguments":{"command":"',
    "a",
    '"}}</tool_call>',
  ),
  around("closers in one value", "<function=bash><parameter=a>", "</parameter> x", ""),
  around("a paragraph with an open backtick and calls", "` ", `\n${CALL}`, ""),
  unit("comment openers and backticks", "<!-- ` "),
  unit("quote markers", "> "),
  unit("orphan closers", "</tool_call>"),
  unit("orphan closers and text", "</parameter> x"),
  unit("think blocks", "<think>a</think>\n"),
  around("a closer, then calls", "</tool_call>\n", `${CALL}\n`, ""),
  around("calls and open tool results", "", `${CALL}<tool_result>x\n`, ""),
  around("calls and tool results", "", `${CALL}<tool_result>x</tool_result>\n`, ""),
];
