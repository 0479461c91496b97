/** Every shape, and much that begins like one, as it arrives in a stream: unit by unit, and in chunks of three. */
import fc from "fast-check";
import { WRITINGS, type WrittenCall, writeCalls } from "../../spec/grammar-writers.ts";
import { askStream, type Check } from "../check.ts";
import { framed } from "../grammar-arbitraries.ts";
import { type Property, property } from "../property.ts";
import { damaged } from "./grammar-shapes-frames.ts";

const BASH: WrittenCall = { name: "bash", args: { command: "ls -la" } };
const UNKNOWN: WrittenCall = { name: "deploy", args: { command: "ls -la" } };

const chunks = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

/** Passes a text through and says where something else than `left` becomes visible. */
function* passes(text: string, left: string, size: number): Check {
  const { answer } = yield* askStream({ mode: "strip", knownTools: ["bash"], chunks: chunks(text, size) });
  const received = answer.visible.join("") + answer.flushed;
  if (received !== left) return { says: `in chunks of ${size}`, expected: left, received };
  return text.endsWith(AFTER) && answer.flushed.length > HELD
    ? { says: `in chunks of ${size} the text after it is held`, received: answer.flushed }
    : undefined;
}

const everything = (definition: Pick<Property, "address" | "title"> & { readonly check: () => Check }) =>
  property<null>({
    ...definition,
    capability: "stream",
    share: 1e-9,
    fixed: true,
    arbitrary: fc.constant(null),
  });

/** What may stand before a leak on its line, and after it: so much that it must flow again. */
const BEFORE = ["I look at it.\n", "I look at it. "];
const AFTER = `\nThat is all.\n${"It goes on here, and there is more. ".repeat(8)}`;
/** More than a marker, and less than what follows a leak. */
const HELD = 140;

const leaks = everything({
  address: "stream/chunking-invisible/each-shape",
  title: "Each shape is cut from a stream that arrives unit by unit, and other text stays.",
  *check(): Check {
    for (const writing of WRITINGS.filter(framed)) {
      const { text } = writeCalls(writing, [BASH]);
      for (const before of text.startsWith("```") ? BEFORE.slice(0, 1) : BEFORE) {
        const left = before + (before.endsWith("\n") ? AFTER.slice(1) : AFTER);
        const problem = yield* passes(before + text + AFTER, left, before === BEFORE[0] ? 1 : 3);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
});

const noLeaks = everything({
  address: "stream/flush-loses-nothing/each-shape-that-is-no-leak",
  title: "A shape that names an unknown tool, stands behind unfinished text or is cut comes out whole.",
  *check(): Check {
    for (const writing of WRITINGS.filter(framed)) {
      const { text } = writeCalls(writing, [BASH]);
      const unknown = writeCalls(writing, [UNKNOWN]).text;
      const cut = text.slice(0, text.indexOf("-la"));
      const behind = text.slice(text.indexOf("-la") + "-la".length);
      // Behind a value that is not closed anything may still be value.
      const broken = damaged(writing).filter(
        (one, index) => index % 20 === 0 && one.endsWith(`QVAL${behind}`),
      );
      const shown = [
        `Look.\n${unknown}${AFTER}`,
        `It is printed as ${text}, I think.\n${cut}`,
        ...broken.map((one) => `Look.\n${one}${AFTER}`),
      ];
      for (const [index, one] of shown.entries()) {
        const problem = yield* passes(one, one, index === 0 ? 1 : 2);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  },
});

const EDGE = "n".repeat(128);
/** Prose that goes some way with a marker. */
const LIKE = [
  ...[
    "a[i] = b[[j]]",
    "[1] [2, 3]",
    "[name]\n[other]",
    "[name]\r\n text",
    "[]\n{}",
    "[a b]\n{",
    "x]<]min",
    "]<] is it",
  ],
  ...[
    "[bash] {",
    "[bash]\n\n{",
    "[bash",
    "[",
    "]",
    "]<",
    "<",
    "< b > a",
    "<a:b>",
    "<:function_calls>",
    "<a",
    "<a:",
  ],
  ...["<ns:function_call", "<ns:invoke nam", '<ns:invoke id="', "<Ns:function_calls>", "<n1:function_calls>"],
  ...[`<${EDGE.slice(0, 33)}:function_calls>`, `[${EDGE}n]\n{`, `<${EDGE}`, `[${EDGE}`, "✿FUNC", "✿", "✿✿✿"],
  ...[
    "Done. -",
    "Done. - and -> so",
    "Done.  -> tool/func",
    "Done. functools",
    "Done.\nfunction",
    "Done. prefix:default",
  ],
  ...[
    'Done. "invoke name',
    "Done.  ",
    "Done. \t\n\r\n ",
    "so functools[1] is",
    "so invoke name=x",
    "a ```tool_code",
  ],
  ...[
    "```tool_cod",
    "</tool",
    "</",
    "<|",
    "<|tool_call",
    "<|channel|",
    "[TOOL",
    "[Tool Call:",
    "[Called",
    "commentary",
  ],
  ...["Look.)]} function call", "Look.' \"-", "e.g. functools", "1. -> x", "😀. <", "😀[", "no. ]<]minimax"],
];

const like = everything({
  address: "stream/bounded-delay/likenesses-flow",
  title:
    "Text that goes some way with a marker comes out whole, and no more of it is held than a marker is long.",
  *check(): Check {
    const texts = LIKE.flatMap((one) => [
      one,
      `${one} and so on, as before.`,
      `${one}\n\nThe end is here. Yes.`,
    ]);
    for (const text of texts)
      for (const size of [1, 2, text.length]) {
        const parts = chunks(`It is so. ${text}`, size);
        const { answer } = yield* askStream({ mode: "strip", knownTools: ["bash"], chunks: parts });
        const received = answer.visible.join("") + answer.flushed;
        const expected = parts.join("");
        if (received !== expected) return { says: `in chunks of ${size}`, expected, received };
        if (answer.flushed.length > HELD) return { says: "too much was held", received: answer.flushed };
      }
    return undefined;
  },
});

/** Namespaces that no family has of its own. */
const NAMESPACES = ["ns", "my-tools", "a_b", "z", "anthropic", EDGE.slice(0, 31)];

const namespaces = everything({
  address: "stream/chunking-invisible/any-namespace",
  title: "Anthropic's tags in any namespace are cut from a stream, in a wrapper and without one.",
  *check(): Check {
    for (const name of NAMESPACES) {
      const invoke = `<${name}:invoke name="bash"><${name}:parameter name="command">ls</${name}:parameter></${name}:invoke>`;
      const wrapped = `<${name}:function_calls>\n${invoke}\n</${name}:function_calls>`;
      for (const text of [invoke, wrapped])
        for (const size of [1, 5, 400]) {
          const problem = yield* passes(`Look.\n${text}${AFTER}`, `Look.${AFTER}`, size);
          if (problem !== undefined) return problem;
        }
    }
    return undefined;
  },
});

export const streamShapeProperties: readonly Property[] = [leaks, noLeaks, like, namespaces];
