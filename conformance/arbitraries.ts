/**
 * Generators of text and JSON that break repair layers: quotes, backslashes, markers, lone surrogates, JSON inside
 * strings. Tools and valid calls are drawn in valid-calls.ts.
 */
import fc, { type Arbitrary } from "fast-check";
import { toJson } from "./json-text.ts";

/** Pieces that mean something to a parser, a shell, a terminal, markdown or a tool-call grammar. */
const FRAGMENTS: readonly string[] = Object.freeze([
  ..."a b 5 \" ' ` \\ { } [ ] : , ^ $ | < > / # é 😀 ｜".split(" "),
  " ",
  "  ",
  "\n",
  "\r\n",
  "\t",
  "\u0000",
  "\u001b[31m",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\ud800",
  "\udc00",
  "e\u0301",
  "\\n",
  "\\u0041",
  "\\ud800",
  "null",
  "true",
  "word",
  '{"a":1}',
  '["x"]',
  "[1]",
  '{"path":"/x"}',
  "{'a': None}",
  "```json\n",
  "```",
  "# Title\n",
  "[a.md](http://a.md)",
  "[docs](https://example.org/a)",
  "<tool_call>",
  "</tool_call>",
  "<arg_key>",
  "</arg_value>",
  "<｜DSML｜invoke>",
  "<|call|>",
  "</parameter>",
  "C:\\Work\\notes",
  "$HOME",
  "__proto__",
  "9007199254740993",
]);

/** Text of up to about a hundred UTF-16 units that may hold anything, lone surrogates and control codes included. */
export const hardText: Arbitrary<string> = fc.oneof(
  {
    arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join("")),
    weight: 4,
  },
  { arbitrary: fc.string({ maxLength: 12 }), weight: 2 },
  {
    arbitrary: fc
      .array(fc.nat({ max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
    weight: 1,
  },
);

/** Text without anything that a parser could take for structure: letters, digits, dots. */
export const plainText: Arbitrary<string> = fc
  .array(fc.constantFrom("a", "b", "note", "x1", "Ä", "日本", "."), { minLength: 1, maxLength: 4 })
  .map((parts) => `w${parts.join("")}`);

const PATH_STEPS = [
  "src",
  "my notes",
  "a.ts",
  "[id].tsx",
  "ns:x",
  "^draft",
  "cash$",
  "ü",
  "e\u0301",
  "..",
  "C:",
  "x(1).md",
  "-rf",
  "~",
  "日本",
];

/** File paths with spaces, brackets, anchors and odd letters; no markdown auto-link among them. */
export const pathText: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "/", "./"),
    fc.array(fc.constantFrom(...PATH_STEPS), { minLength: 1, maxLength: 4 }),
  )
  .map(([start, steps]) => start + steps.join("/"));

const COMMANDS = [
  "ls -la",
  "make clean",
  "echo \"a b\" | grep -c '^x$'",
  "[ -f x ] && cat x",
  "{ echo a; }",
  "true",
  "curl -d '{\"a\":1}' localhost",
  "printf 'a\\nb'",
  "cat <<'EOF'\n{\"a\": [1]}\nEOF",
  "sed -i 's/^/#/' f\n",
];

/** Shell commands, quoted and with JSON inside. */
export const commandText: Arbitrary<string> = fc.oneof(fc.constantFrom(...COMMANDS), hardText);

/** Keys that code written without care takes for its own. */
export const PROTOTYPE_KEYS: readonly string[] = Object.freeze([
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "length",
]);

const keyText: Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "path", "a/b", "x~y", "", "0", "edits", "arguments"),
  fc.constantFrom(...PROTOTYPE_KEYS),
  hardText,
);

/** Every finite double, -0 included. */
export const jsonNumber: Arbitrary<number> = fc.oneof(
  fc.integer({ min: -20, max: 2000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const json = fc.letrec((tie) => ({
  leaf: fc.oneof(hardText, jsonNumber, fc.constantFrom(null, true, false)),
  array: fc.array(tie("value"), { maxLength: 4, depthIdentifier: "json" }),
  object: fc.dictionary(keyText, tie("value"), {
    maxKeys: 4,
    noNullPrototype: true,
    depthIdentifier: "json",
  }),
  value: fc.oneof({ maxDepth: 3, depthIdentifier: "json" }, tie("leaf"), tie("array"), tie("object")),
}));

/** Any JSON value, with own keys such as `__proto__`; up to four levels, mostly objects. */
export const jsonValue: Arbitrary<unknown> = fc.oneof(
  { arbitrary: json.object, weight: 4 },
  { arbitrary: json.array, weight: 2 },
  { arbitrary: json.leaf, weight: 1 },
);

/** JSON text of any value, compact or laid out. */
export const jsonText: Arbitrary<string> = fc
  .tuple(jsonValue, fc.boolean())
  .map(([value, wide]) => (wide ? JSON.stringify(value, null, 2) : toJson(value)));

/** Cuts, doubles, and pushes fragments into a text; `at` is a share of its length in 1/1000. */
function damageText(text: string, way: number, at: number, fragment: string): string {
  const place = Math.floor((text.length * at) / 1000);
  if (way === 0) return text;
  if (way === 1) return text.slice(0, place);
  if (way === 2) return text.slice(0, place) + fragment + text.slice(place);
  if (way === 3) return text + fragment;
  if (way === 4) return fragment + text;
  return text + text;
}

/** Raw argument text: JSON text, whole or damaged somewhere, and text that never was JSON. */
export const rawText: Arbitrary<string> = fc.oneof(
  { arbitrary: hardText, weight: 1 },
  {
    arbitrary: fc
      .tuple(jsonText, fc.nat({ max: 5 }), fc.nat({ max: 1000 }), fc.constantFrom(...FRAGMENTS))
      .map(([text, way, at, fragment]) => damageText(text, way, at, fragment)),
    weight: 4,
  },
);

/** Raw arguments as pi may hold them: a parsed value, or text. */
export const rawArguments: Arbitrary<unknown> = fc.oneof(jsonValue, rawText);
