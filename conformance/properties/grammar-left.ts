/** Properties about calls that are none: in code, in mentions, without evidence, seen before, incomplete. */
import fc, { type Arbitrary } from "fast-check";
import { askGrammar, type Check } from "../check.ts";
import {
  framed,
  type Leak,
  leak,
  oneParagraph,
  plainLeak,
  promotable,
  prose,
  proseLines,
  soup,
  textCall,
  unframed,
} from "../grammar-arbitraries.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { caseProperty, cutTexts, gained, LEFT, none } from "./grammar-case.ts";

const MODES = ["strip", "recover"] as const;
const mode = fc.constantFrom(...MODES);
const eachLine = (prefix: string, text: string): string =>
  text
    .split("\n")
    .map((line) => prefix + line)
    .join("\n");

/** Ways to show a text as code, none of which a shape's own fence can close. */
const CODE: Readonly<Record<string, (text: string) => string>> = {
  fence: (text) => `\`\`\`\`\n${text}\n\`\`\`\`\n`,
  "long fence": (text) => `\`\`\`\`\`\`\`\` text\n${text}\n\`\`\`\`\`\`\`\`\`\n`,
  tildes: (text) => `~~~ \`x\`\n${text}\n~~~\n`,
  "open fence": (text) => `\`\`\`\`xml\n${text}\n`,
  indented: (text) => `\n${eachLine("    ", text)}\n`,
  "indented by tabs": (text) => `\n${eachLine("\t", text)}\n`,
  "in a list": (text) => `- item\n\n${eachLine("  ", `~~~~\n${text}\n~~~~`)}\n`,
  "in a quote": (text) => `\n${eachLine("> ", `~~~~\n${text}\n~~~~`)}\n`,
};

/** Ways to mention a call of one paragraph. */
const MENTION: Readonly<Record<string, (text: string) => string>> = {
  span: (text) => `It prints \`\`\n${text}\n\`\` then.`,
  quote: (text) => `It prints:\n\n${eachLine("> ", text)}\n`,
  "nested quote": (text) => `It prints:\n\n${eachLine("> > ", text)}\n`,
  think: (text) => `<think>\nI could print\n${text}\nbut no.\n</think>\nNo call.`,
};

const code = Object.entries(CODE).map(([label, wrap]) =>
  caseProperty({
    address: `grammar/code-is-not-a-leak/shown-as-${label.replaceAll(" ", "-")}`,
    title: `A call shown as code is no leak: ${label}.`,
    share: 0.4,
    arbitrary: fc
      .tuple(fc.oneof(proseLines, fc.constant("")), plainLeak(promotable), mode)
      .map(([before, { text }, drawn]) => ({
        call: textCall(before + wrap(text), drawn),
        wanted: LEFT,
        label,
      })),
  }),
);

const mention = Object.entries(MENTION).map(([label, wrap]) =>
  caseProperty({
    address: `grammar/mention-is-not-a-leak/mentioned-in-${label.replaceAll(" ", "-")}`,
    title: `A call that is only mentioned is no leak: ${label}.`,
    share: 0.4,
    arbitrary: fc.tuple(plainLeak(oneParagraph), mode).map(([{ text }, drawn]) => ({
      call: textCall(wrap(text), drawn),
      wanted: LEFT,
      label,
    })),
  }),
);

const position = [
  caseProperty({
    address: "grammar/position-evidence/after-unfinished-text",
    title: "A framed call after unfinished text on its line is left.",
    arbitrary: fc
      .tuple(
        prose,
        fc.constantFrom(" as in ", ": ", ", ", ' in "', " so (", "; ", " - "),
        plainLeak(oneParagraph),
        mode,
      )
      .map(([before, between, { text }, drawn]) => ({
        call: textCall(before + between + text, drawn),
        wanted: LEFT,
        label: "unfinished",
      })),
  }),
  caseProperty({
    address: "grammar/position-evidence/before-text-on-its-line",
    title: "A framed call with prose after it on its last line is left.",
    arbitrary: fc
      .tuple(proseLines, plainLeak(framed), fc.constantFrom(" is the form.", ", or so", " - no"), mode)
      .map(([before, { text }, after, drawn]) => ({
        call: textCall(before + text + after, drawn),
        wanted: LEFT,
        label: "prose after",
      })),
  }),
  caseProperty({
    // A fence that does not start its line is none, so what it frames is no call.
    address: "grammar/position-evidence/after-a-finished-sentence",
    title: "A framed call after a finished sentence on its line counts.",
    arbitrary: fc
      .tuple(
        prose,
        fc.constantFrom("", " ", '"', ")", "”", "」"),
        plainLeak((writing) => framed(writing) && !writing.open.startsWith("```")),
      )
      .map(([before, between, { text, calls }]) => ({
        call: textCall(before + between + text, "recover"),
        wanted: { calls, texts: cutTexts(before + between), stopReason: "toolUse" },
        label: "finished",
      })),
  }),
  caseProperty({
    address: "grammar/nothing-after-a-call/any-text-after",
    title: "A call with visible text after it is not promoted.",
    arbitrary: fc
      .tuple(plainLeak(promotable), fc.constantFrom("\n", "\n\n", "\r\n"), prose)
      .map(([{ text }, end, after]) => ({
        call: textCall(text + end + after, "recover"),
        wanted: { ...none, stopReason: "stop" },
        label: "after",
      })),
  }),
  caseProperty({
    address: "grammar/unframed/any-other-text",
    title: "A shape without a frame is left beside any other visible text.",
    arbitrary: fc
      .tuple(plainLeak(unframed), proseLines, fc.constantFrom("before", "after", "both"), mode)
      .map(([{ text }, other, place, drawn]) => ({
        call: textCall(
          (place === "after" ? "" : other) + text + (place === "before" ? "" : `\n${other}`),
          drawn,
        ),
        wanted: LEFT,
        label: place,
      })),
    floors: { before: 0.1, after: 0.1, both: 0.1 },
  }),
];

/** A text as a file would show it again: other white space between its characters. */
const shownAgain = (text: string, filler: string): string =>
  `# notes\n${text.replaceAll(/\s+/gu, filler)}\nend of file\n`;

const echo = property({
  address: "grammar/echo-never-runs/seen-text-is-not-promoted",
  title: "A leak runs if no seen text holds it, and never if one does, white space aside.",
  capability: "grammar",
  arbitrary: fc.tuple(plainLeak(promotable), fc.constantFrom(" ", "\n", "\r\n\t", "  \n")),
  *check([{ text }, filler]): Check {
    const seen = textCall(text, "recover", { seenTexts: ["hello", shownAgain(text, filler)] });
    const unseen = { ...seen, seenTexts: ["hello", "# notes\nend of file\n"] };
    const ran = gained(seen.message, (yield* askGrammar(seen)).answer.message);
    if (ran.length > 0) return { says: "a call that was seen before was promoted", received: toJson(ran) };
    const runs = gained(unseen.message, (yield* askGrammar(unseen)).answer.message);
    return runs.length === 1 ? undefined : { says: "a call that was never seen was not promoted" };
  },
});

const unknown = [
  caseProperty({
    address: "grammar/unknown-tool-kept/any-unknown-name",
    title: "The text of a call of an unknown tool stays, whatever the mode.",
    arbitrary: fc
      .tuple(
        fc.oneof(proseLines, fc.constant("")),
        fc.constantFrom("deploy", "bash2", "rea", "toString"),
        fc.nat(),
        mode,
      )
      .chain(([before, name, _seed, drawn]) =>
        plainLeak(promotable, name).map(({ text }) => ({
          call: textCall(before + text, drawn),
          wanted: LEFT,
          label: drawn,
        })),
      ),
  }),
  caseProperty({
    address: "grammar/unknown-tool-kept/never-executable",
    title: "No setting makes an unknown tool executable.",
    arbitrary: plainLeak(promotable, "deploy").map(({ text }) => ({
      call: textCall(text, "recover", {
        requireKnownTool: false,
        allowedTools: '["deploy"]',
        unknownToolText: "strip",
      }),
      wanted: { ...none, stopReason: "stop" },
      label: "forced",
    })),
  }),
];

interface Cut {
  readonly written: Leak;
  readonly at: number;
}

/** A cut anywhere; one of four behind the last value, where few of the characters are. */
const cutLeak: Arbitrary<Cut> = fc
  .tuple(leak({ maxCalls: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3))
  .map(([written, share, quarter]) => {
    const from = quarter === 0 ? Math.min(written.soft, written.text.length) : 0;
    return { written, at: from + Math.floor(share * (written.text.length - from)) };
  });

const incomplete = property<Cut>({
  address: "grammar/incomplete-never-runs/cut-anywhere",
  title: "A call that is cut anywhere before its values end is left; cut later it is that call or none.",
  capability: "grammar",
  arbitrary: cutLeak,
  labels: ({ written, at }) => [at < written.soft ? "before" : "after"],
  floors: { before: 0.3, after: 0.1 },
  *check({ written: { text, soft, calls }, at }): Check {
    const call = textCall(`I look.\n${text.slice(0, at)}`, "recover");
    const { answer } = yield* askGrammar(call);
    const got = gained(call.message, answer.message);
    const received = toJson(got.map((part) => ({ name: part.name ?? null, args: part.arguments ?? null })));
    if (got.length === 0 || (at >= soft && sameJson(received, toJson(calls)))) return undefined;
    return { says: `a call cut at ${at} of ${text.length} was promoted`, received };
  },
});

const observing = ["off", "observe", "Strip", ""].map((drawn) =>
  property({
    address: `grammar/modes/${drawn === "" ? "empty" : drawn === "Strip" ? "misspelt" : drawn}-changes-nothing`,
    title: `Mode ${JSON.stringify(drawn)} changes nothing, whatever the text.`,
    capability: "grammar",
    share: 0.4,
    arbitrary: soup,
    *check(text): Check {
      const call = textCall(text, drawn);
      const { answer } = yield* askGrammar(call);
      if (answer.changed || !sameJson(call.message, answer.message))
        return { says: "the message was changed", received: answer.message };
      const silent = drawn === "observe" || answer.detectedGrammars.length === 0;
      return silent
        ? undefined
        : { says: "it recorded something", received: toJson(answer.detectedGrammars) };
    },
  }),
);

export const leftProperties: readonly Property[] = [
  ...code,
  ...mention,
  ...position,
  echo,
  ...unknown,
  incomplete,
  ...observing,
];
