/** What a bare text looks like decides whether it may become a command or an item of a list: every beginning, in a table. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { refused, restored } from "./envelope-case.ts";

/** What begins like JSON, like a fence, like a key of an object, or like a quoted text that holds such. */
const NO_COMMANDS = [
  ...[
    "{}",
    "{ }",
    "[]",
    "[ ]",
    "[ 1, 2 ]",
    "[ true ]",
    "\ufeff[ 1 ]",
    "json\n[ 1 ]",
    " \n[ 1 ]\n",
    "[ ",
    " [\n",
  ],
  ...[
    '{"',
    '{ "a',
    "{'a",
    "{\n'a",
    "{“a",
    "{a:",
    "{a : 1",
    "{ a\t: 1",
    '{a": 1',
    '{a" : 1',
    "{_a1-b:",
    "{$a:",
  ],
  ...["{", " {\n", '{\u200b"a": 1', '{\\"a\\": 1', '{{"a": 1', '{,"a": 1', "{ // a", "{/* a */", "{ }x"],
  ...['["a', "['a", "[{", "[[", "[[ -f x ]] && ls", "[“a", "{<tool_call>", "{ <arg_key>a"],
  ...['json\n{"a', 'json\r\n{"a', 'json \t\n{"a', 'JSON {"a', 'json:{"a', 'json : \t["a', 'tool_call\n\n{"a'],
  ...[
    'javascript\n[{"a',
    "tool_call {}",
    "json[[",
    "json\n",
    "json\n\n",
    "json\n```\nls",
    "javascript\n{a: 1}",
  ],
  ...["```\nls", "```ls```", "``\nls", "~~~\nls", " ~~~sh\nls", "\n```json"],
  ...['"a": 1', '"a" : 1', "'a':1", "a': 1", 'a": 1', 'a" : 1', "“a”: 1", '\\"a\\": 1', "\\'a", 'a-b_$1": 1'],
  ...[
    '"ls',
    '"ls\\"',
    '"l\\s"',
    '"ls"}',
    '"ls" ]',
    '"ls"\n}"',
    '"ls"</tool_call>',
    '"{\\"a\\":1}" x',
    '"[\\"a" x',
  ],
  ...['"```" x', '"" x', '" " x', '"\\"a\\": 1" x', '"{}" && ls'],
  ...[
    "{&quot;a",
    "{ &#34;a",
    "[&quot;a",
    "&#123;&#x22;a",
    "%7b%22a",
    "%5B%7Ba",
    "&lt;tool_call&gt;ls",
    "{a&colon; 1",
  ],
  ...["&quot;a&quot;: 1", "{%27a", "[&amp;quot;a", "[&lsqb;1", "&lbrace;&quot;a"],
  ...["&#60;tool_call>", "&#x3c;tool_call&#62;", "%3ctool_call&#x3e;", "<tool_call%3e", "&LT;tool_call&GT;"],
  ...["{&#38;quot;a", "{&#x26;quot;a", "{&amp;#38;amp;quot;a", "{&apos;a", "{&#39;a", "{&#x27;a", "&lcub;'a"],
  ...["&#91;", " &lbrack; ", "&lcub;", "&#123;\n"],
  ...['&#x7b;"a', '&lbrack;"a', '&#91;"a', '&#x5b;"a', "{a&#58; 1", "{a&#x3a; 1", "{a%3a 1", "{a%3A 1"],
  ...["command: ls", " command: ls", "command : ls", "\ncommand = ls", "command=ls"],
] as const;

/** What a shell takes, though it looks a little like the above. */
const COMMANDS = [
  ...[
    "ls",
    " ls ",
    "true",
    "42",
    "null",
    "-1",
    "x",
    "[ -f x ]",
    "[ -f x ] && ls",
    '[ "$a" = b ]',
    "[ a ",
    "[a-z]*",
  ],
  ...["{ echo a; }", "{ls,-la}", "{a,b}.txt", "{ ls; } > x", "{ a b: c; }", "{1..3}", "{a b: c; }", "{ -x }"],
  ...[
    "jsonlint {a,b}.json",
    "json-server [x]",
    "json_pp a",
    "javascript-x {a}",
    "json",
    "tool_call x",
    "jsonx\nls",
  ],
  ...["json\nls", "json: ls", 'echo json {"a":1}', 'x json\n{"a":1}', 'json-x {"a":1}', 'json5{"a":1}'],
  ...["echo ~~~", "echo ```", "`ls`", "~/bin/x", "~~x", "<in.txt cat", "<<E cat"],
  ...["a: 1", "'ls' -la", '"ls" -la', '"a b" c', '"a" "b"'],
  ...["\\ls -la", "\\a", 'a"b"', "e'x'", "a=1 ls", "$HOME/x", "_x y", "“ls” x", "'a' b: c", "a'b: c"],
  ...[
    "curl -d '{\"a\":[1]}' x",
    'echo "a": 1',
    "a | b",
    "&& ls",
    "%1 x",
    "echo &lt;x&gt;",
    "a&quot;b",
    "%7Ex",
  ],
  ...["std::x", "a :: b", "{ :; }", "command ls", "commands: x", "command", "xcommand: a"],
] as const;

/** What a text may be once it is decoded; some of it begins like a list that is cut. */
const QUOTED = [...COMMANDS, "[ 1,", "[ tr", "[ -", "[ 1", "{ ls", '[ "a", '] as const;

/** What is never one item of a list, by its beginning. */
const NO_ITEMS = [
  ...[
    '["',
    '["a',
    '[ "a',
    "['",
    "['a",
    "[\n'a",
    "[{",
    "[ {a",
    "[[",
    "[\t[a",
    '{"',
    '{ "a',
    "{'a",
    "[“a",
    "{“a",
  ],
  ...["```", "```json", " ```\na", "~~~", "~~~\na", "\n~~~", "null", " null\n", "{}", "{ }", " [{"],
  ...[
    '"a"',
    '"a" ',
    '"a","b"',
    '"a" , b',
    '"a\\"b"',
    "[&quot;a",
    "{&quot;a",
    "[&#123;",
    '{\\"a',
    '[\\"a',
    "{{'a",
  ],
] as const;

const ITEMS = [
  ...[
    "a",
    " a ",
    "[ab]*.ts",
    "[a]",
    "[ a",
    "[!a]*",
    "{src,test}/**",
    "{ a",
    "{[ab],c}.ts",
    "{a}",
    "[]x",
    "[}x",
  ],
  ...[
    "nullable",
    "nul",
    "n",
    "null x",
    "x null",
    'a"b"',
    "a'b'",
    'e"x',
    '("a',
    "<{a",
    "x[",
    "x{}",
    "x```",
    "x ~~~",
  ],
  ...[
    "``a",
    "~~a",
    '"a" or "b"',
    '"a"b',
    '"a"}',
    "[ab]&quot;",
    "&quot;",
    "&amp;",
    "[a&lt;",
    "%7Ea",
    'see ["a"',
  ],
  ...['"a', '"a b'],
] as const;

const run = (text: string): RepairCall => ({
  toolName: "run",
  schema: toJson({ type: "object", properties: { command: { type: "string" } }, required: ["command"] }),
  input: toJson(text),
  legacyConfig: { rootString: { field: "command" } },
});

const label = (text: string): RepairCall => ({
  toolName: "label",
  schema: toJson({ type: "object", properties: { tags: { type: "array", items: { type: "string" } } } }),
  input: toJson({ tags: text }),
});

interface Table {
  readonly address: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly call: (text: string) => RepairCall;
  /** What comes out; undefined for a refusal. */
  readonly meant: (text: string) => unknown;
}

/** One case asks about every text; only their order is drawn. */
const table = ({ address, title, texts, call, meant }: Table): Property =>
  property<readonly string[]>({
    address,
    title,
    capability: "repair",
    arbitrary: fc.shuffledSubarray([...texts], { minLength: texts.length }),
    *check(those): Check {
      for (const text of those) {
        const asked = call(text);
        const { answer } = yield* askRepair(asked);
        const value = meant(text);
        const problem =
          value === undefined
            ? refused(answer, asked.input, "a text was taken for a command or an item")
            : restored(answer, value, "a text was not taken as it stands");
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    share: 0.02,
    fixed: true,
  });

/** What a bare text may become. */
export const rootTextProperties: readonly Property[] = Object.freeze([
  table({
    address: "schema/wrap-root-not-json/every-beginning",
    title: "A bare text that begins like JSON, a fence, a key or a printed call never becomes a command.",
    texts: NO_COMMANDS,
    call: run,
    meant: () => undefined,
  }),
  table({
    address: "schema/wrap-root-string/every-beginning",
    title: "Any other bare text becomes the command as it stands, though it may look a little like JSON.",
    texts: COMMANDS,
    call: run,
    meant: (command) => ({ command }),
  }),
  table({
    address: "schema/wrap-root-string/every-quoted-text",
    title: "A JSON string is decoded first: what it holds becomes the command.",
    texts: QUOTED,
    call: (text) => run(JSON.stringify(text)),
    meant: (command) => ({ command }),
  }),
  table({
    address: "schema/wrap-string-not-json/every-beginning",
    title: "A text that begins like JSON or a fence never becomes an item of a list.",
    texts: NO_ITEMS,
    call: label,
    meant: () => undefined,
  }),
  table({
    address: "schema/wrap-bare-string/every-beginning",
    title: "Any other text becomes the one item of a list as it stands.",
    texts: ITEMS,
    call: label,
    meant: (text) => ({ tags: [text] }),
  }),
]);
