/** Every shape, and much that begins like one, as it arrives in a stream: unit by unit, and in chunks of three. */
import { WRITINGS, type Writing, type WrittenCall, writeCalls } from "../../spec/grammar-writers.ts";
import { askStream, type Check } from "../check.ts";
import { framed } from "../grammar-arbitraries.ts";
import { everything, type Property } from "../property.ts";
import { damaged } from "./grammar-shapes-frames.ts";

/** What brackets and quotes stand in a value is nobody's business but its own. */
const HARD = "echo \"} ] )' \\ {[( <b> -la";
const callOf = (name: string, { strings }: Writing): WrittenCall => ({
  name,
  args: { command: strings === "attribute" ? "ls -la" : HARD },
});

const chunks = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );

/** A text that arrives in chunks of `size`, and what stripping leaves of it. */
type Arrival = readonly [text: string, left: string, size: number];

function* passed([text, , size]: Arrival) {
  return (yield* askStream({ mode: "strip", knownTools: ["bash"], chunks: chunks(text, size) })).answer;
}

/** Says where something else than what is left becomes visible. */
function* shows(arrivals: Iterable<Arrival>): Check {
  for (const arrival of arrivals) {
    const answer = yield* passed(arrival);
    const received = answer.visible.join("") + answer.flushed;
    const [, expected, size] = arrival;
    if (received !== expected) return { says: `in chunks of ${size}`, expected, received };
  }
  return undefined;
}

/** Says where more is held at the end than may be. */
function* flows(arrivals: Iterable<Arrival>): Check {
  for (const arrival of arrivals) {
    const { flushed } = yield* passed(arrival);
    if (flushed.length > HELD) return { says: `in chunks of ${arrival[2]} text is held`, received: flushed };
  }
  return undefined;
}

/** What may stand before a leak on its line, and after it: so much that it must flow again. */
const BEFORE = ["I look at it.\n", "I look at it. "];
const AFTER = `\nThat is all.\n${"It goes on here, and there is more. ".repeat(8)}`;
/** More than a marker, and less than what follows a leak. */
const HELD = 140;

const leaks: readonly Arrival[] = WRITINGS.filter(framed).flatMap((writing) => {
  const { text } = writeCalls(writing, [callOf("bash", writing)]);
  const alone = (text.startsWith("```") ? BEFORE.slice(0, 1) : BEFORE).map((before): Arrival => {
    const left = before + (before.endsWith("\n") ? AFTER.slice(1) : AFTER);
    return [before + text + AFTER, left, before === BEFORE[0] || text.startsWith(" ") ? 1 : 3];
  });
  const [before = ""] = BEFORE;
  return [...alone, [`${before + text}\nThen this.\n${text}${AFTER}`, `${before}Then this.${AFTER}`, 2]];
});

/** A shape that names an unknown tool, stands behind unfinished text, is cut, or is broken before its value. */
const noLeaks: readonly Arrival[] = WRITINGS.filter(framed).flatMap((writing) => {
  const { text } = writeCalls(writing, [callOf("bash", writing)]);
  const cut = text.slice(0, text.indexOf("-la"));
  const behind = text.slice(text.indexOf("-la") + "-la".length);
  // Behind a value that is not closed anything may still be value.
  const broken = damaged(writing).filter((one, index) => index % 20 === 0 && one.endsWith(`QVAL${behind}`));
  const shown = [
    `It is printed as ${text}, I think.\n${cut}`,
    `Look.\n${writeCalls(writing, [callOf("deploy", writing)]).text}${AFTER}`,
    ...broken.map((one) => `Look.\n${one}${AFTER}`),
  ];
  return shown.map((one, index): Arrival => [one, one, index === 1 ? 1 : 2]);
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

const likenesses: readonly Arrival[] = LIKE.flatMap((one) =>
  [one, `${one} and so on, as before.`, `${one}\n\nThe end is here. Yes.`].flatMap((rest) => {
    const text = `It is so. ${rest}`;
    return [1, 2, text.length].map((size): Arrival => [text, text, size]);
  }),
);

/** Namespaces that no family has of its own. */
const NAMESPACES = ["ns", "my-tools", "a_b", "z", "anthropic", EDGE.slice(0, 31)];

const namespaces: readonly Arrival[] = NAMESPACES.flatMap((name) => {
  const invoke = `<${name}:invoke name="bash"><${name}:parameter name="command">ls</${name}:parameter></${name}:invoke>`;
  const wrapped = `<${name}:function_calls>\n${invoke}\n</${name}:function_calls>`;
  return [invoke, wrapped].flatMap((text) =>
    [1, 5, 400].map((size): Arrival => [`Look.\n${text}${AFTER}`, `Look.${AFTER}`, size]),
  );
});

/** The same without a name, or with another sign than a colon behind it. */
const noNamespaces: readonly Arrival[] = [":", "ns;", "Ns:", "n s:", "n1:"].flatMap((prefix) => {
  const text = `Look.\n<${prefix}invoke name="bash"><${prefix}parameter name="command">ls</${prefix}parameter></${prefix}invoke>${AFTER}`;
  return [1, text.length].map((size): Arrival => [text, text, size]);
});

const afterwards = (arrivals: readonly Arrival[]): readonly Arrival[] =>
  arrivals.filter(([text]) => text.endsWith(AFTER));

export const streamShapeProperties: readonly Property[] = [
  everything({
    capability: "stream",
    address: "stream/chunking-invisible/each-shape",
    title: "Each shape is cut from a stream that arrives unit by unit, and other text stays.",
    check: () => shows(leaks),
  }),
  everything({
    capability: "stream",
    address: "stream/chunking-invisible/any-namespace",
    title: "Anthropic's tags in any namespace are cut from a stream, in a wrapper and without one.",
    check: () => shows(namespaces),
  }),
  everything({
    capability: "stream",
    address: "stream/flush-loses-nothing/each-shape-that-is-no-leak",
    title: "A shape that is no leak in its place comes out whole.",
    check: () => shows([...noLeaks, ...noNamespaces]),
  }),
  everything({
    capability: "stream",
    address: "stream/flush-loses-nothing/likenesses",
    title: "Text that goes some way with a marker comes out whole.",
    check: () => shows(likenesses),
  }),
  everything({
    capability: "stream",
    address: "stream/bounded-delay/behind-each-shape",
    title: "Behind each shape, and behind each that is none, text flows again.",
    check: () => flows(afterwards([...leaks, ...noLeaks, ...namespaces])),
  }),
  everything({
    capability: "stream",
    address: "stream/bounded-delay/likenesses-flow",
    title: "Of text that goes some way with a marker no more is held than a marker is long.",
    check: () => flows(likenesses),
  }),
];
