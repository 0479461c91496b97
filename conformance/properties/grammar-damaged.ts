/** Properties about printed calls that are damaged as public reports show them: they come back exactly, or not at all. */
import fc, { type Arbitrary } from "fast-check";
import type { GrammarCall } from "../../spec/contract.ts";
import type { Writing, WrittenCall } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check, type Problem } from "../check.ts";
import { callWith, framed, leak, plainLeak, rawText, settings, textCall } from "../grammar-arbitraries.ts";
import { sameJson, toJson } from "../json-text.ts";
import { drawFrom, drawNumbers, mistakesNamed } from "../mistakes.ts";
import { type Property, property } from "../property.ts";
import { gained } from "./grammar-case.ts";
import { toMessage } from "./grammar-parts.ts";

interface Damaged {
  readonly call: GrammarCall;
  readonly meant: readonly WrittenCall[];
  /** The calls as they are printed, where the stage for arguments undoes the damage. */
  readonly printed?: readonly WrittenCall[];
  readonly label: string;
}

const asText = (calls: readonly { readonly name: unknown; readonly arguments: unknown }[]): string =>
  toJson(calls.map((call) => [call.name, call.arguments]));

/** The calls that were meant, or none. */
function* exactlyOrNone({ call, meant, printed = meant }: Damaged): Check {
  const { answer } = yield* askGrammar(call);
  const got = gained(call.message, answer.message);
  const received = asText(
    got.map((part) => ({ name: part.name ?? null, arguments: part.arguments ?? null })),
  );
  const [expected = "", asPrinted = ""] = [meant, printed].map((calls) =>
    asText(calls.map(({ name, args }) => ({ name, arguments: args }))),
  );
  if (got.length === 0 || sameJson(received, expected) || sameJson(received, asPrinted)) return undefined;
  return {
    says: "a damaged call came back as another one",
    expected: `${expected}, or none`,
    received,
  } satisfies Problem;
}

function damagedProperty(
  address: string,
  title: string,
  arbitrary: Arbitrary<Damaged>,
  floors: Readonly<Record<string, number>> = {},
): Property {
  return property<Damaged>({
    address,
    title,
    capability: "grammar",
    arbitrary,
    check: exactlyOrNone,
    labels: ({ label }) => [label],
    floors,
  });
}

/** Closers that models write in place of the right one. */
const WRONG = [
  "</content>",
  "</command>",
  "</arg_value>",
  "</parameter>",
  "</function>",
  "</param>",
  "</",
  "",
];
/** Shapes in which each raw value has a closer of its own, which no drawn value holds. */
const closesValues = (writing: Writing): boolean =>
  framed(writing) && writing.strings === "raw" && writing.pair?.includes(writing.marker) === true;
const wrongCloser = damagedProperty(
  "grammar/incomplete-never-runs/wrong-closer",
  "With another closer in place of a value's own a call comes back exactly, or not at all.",
  fc
    .tuple(leak({ of: closesValues }), fc.constantFrom(...WRONG), fc.nat())
    .map(([{ text, writing, calls }, wrong, at]) => {
      const places = text.split(writing.marker);
      const chosen = at % Math.max(places.length - 1, 1);
      const damaged = places
        .map(
          (piece, index) =>
            piece + (index === places.length - 1 ? "" : index === chosen ? wrong : writing.marker),
        )
        .join("");
      return {
        call: textCall(damaged, "recover"),
        meant: calls,
        label: damaged === text ? "whole" : "wrong",
      };
    }),
  { wrong: 0.5 },
);

const DEBRIS = ['" parameter="command" string="true', ">", "(", "<arg_key>", "\n", '"', "=bash", "()", ":"];
const damagedName = damagedProperty(
  "grammar/tool-names/debris-on-a-printed-name",
  "A printed name with debris on it names its own tool, or none.",
  fc
    .tuple(
      plainLeak(
        ({ framed: inFrame, promotable, call }) => inFrame && promotable && call.includes('"‹name›"'),
      ),
      fc.constantFrom(...DEBRIS),
      fc.boolean(),
    )
    .map(([{ text, calls }, debris, before]) => ({
      call: textCall(text.replace('"bash"', `"${before ? `${debris}bash` : `bash${debris}`}"`), "recover"),
      meant: calls,
      label: before ? "before" : "after",
    })),
  { before: 0.3, after: 0.3 },
);

const nativeCall = (name: string, args: unknown): string =>
  toMessage([{ type: "toolCall", id: "call_00000001", name, arguments: args }], { stopReason: "toolUse" });
const nativeName = property<readonly [string, WrittenCall, boolean]>({
  address: "grammar/tool-names/debris-on-a-real-name",
  title:
    "A real call with debris on its name keeps its arguments, its id and its name, or gets its own tool's.",
  capability: "grammar",
  share: 0.4,
  arbitrary: fc.tuple(fc.constantFrom(...DEBRIS, "<|channel|>commentary"), callWith(rawText), fc.boolean()),
  *check([debris, { name, args }, before]): Check {
    const damaged = before ? `${debris}${name}` : `${name}${debris}`;
    const call = { ...settings("recover"), message: nativeCall(damaged, args) };
    const { answer } = yield* askGrammar(call);
    const right = [call.message, nativeCall(name, args)].some((one) => sameJson(one, answer.message));
    return right
      ? undefined
      : { says: "the real call is another", expected: call.message, received: answer.message };
  },
});

/** An object as JSON with the space that models print. */
const body = (name: string, args: string): string => `{"name": ${toJson(name)}, "arguments": ${args}}`;
const FRAMES = [
  ["<tool_call>\n", "\n</tool_call>"],
  ["<tools>", "</tools>"],
  ["[TOOL_CALLS][", "]"],
  ["<|python_tag|>", ""],
  ["<TOOLCALL>[", "]</TOOLCALL>"],
] as const;

const gluedCalls = damagedProperty(
  "grammar/one-leak-one-call/glued-in-one-frame",
  "Two calls glued together in one frame come back as both, in order, or not at all.",
  fc
    .tuple(
      callWith(rawText),
      callWith(rawText),
      fc.constantFrom(...FRAMES),
      fc.constantFrom("", "\n", " ", ", ", ";"),
    )
    .map(([one, two, [open, close], between]) => ({
      call: textCall(
        `${open}${body(one.name, toJson(one.args))}${between}${body(two.name, toJson(two.args))}${close}`,
        "recover",
      ),
      meant: [one, two],
      label: between.trim() === "" ? "glued" : "separated",
    })),
  { glued: 0.3, separated: 0.2 },
);

const RELAXED = mistakesNamed(
  "single-quotes",
  "python-literals",
  "trailing-comma",
  "bare-keys",
  "lost-character",
  "lost-backslashes",
  "repeated-other",
  "typographic-quotes",
  "comment",
  "quote-missing",
  "glued-inside",
  "trailing-text",
);
const relaxed = damagedProperty(
  "grammar/incomplete-never-runs/relaxed-json-in-a-frame",
  "A framed call whose arguments are not quite JSON comes back exactly, or not at all.",
  fc
    .tuple(callWith(rawText), fc.constantFrom(...RELAXED), drawNumbers, fc.constantFrom(...FRAMES))
    .map(([meant, mistake, numbers, [open, close]]) => {
      const call = {
        toolName: meant.name,
        args: meant.args,
        schema: {},
        schemaText: "{}",
        settings: {},
        plain: true,
      };
      const damaged = mistake.damage(call, meant.args, drawFrom(numbers));
      const text = typeof damaged === "string" ? damaged : toJson(meant.args);
      return {
        call: textCall(`${open}${body(meant.name, text)}${close}`, "recover"),
        meant: [meant],
        label: typeof damaged === "string" ? mistake.name : "whole",
      };
    }),
);

/** Wrapped once more, as the sole member of the arguments under a key that the tool does not declare. */
const WRAPPERS = ["arguments", "parameters", "input", "args", "result", "properties"];
const wrapped = damagedProperty(
  "grammar/argument-values/wrapped-once-more",
  "Arguments inside one more object come back exactly, or not at all.",
  fc
    .tuple(callWith(rawText), fc.constantFrom(...WRAPPERS), fc.constantFrom(...FRAMES), fc.boolean())
    .map(([meant, key, [open, close], asString]) => {
      const inner = asString ? toJson(toJson(meant.args)) : toJson(meant.args);
      return {
        call: textCall(`${open}${body(meant.name, `{${toJson(key)}: ${inner}}`)}${close}`, "recover"),
        meant: [meant],
        ...(key !== "arguments" && {
          printed: [{ name: meant.name, args: { [key]: asString ? toJson(meant.args) : meant.args } }],
        }),
        label: asString ? "as text" : "as object",
      };
    }),
  { "as text": 0.3, "as object": 0.3 },
);

export const damagedProperties: readonly Property[] = [
  wrongCloser,
  damagedName,
  nativeName,
  gluedCalls,
  relaxed,
  wrapped,
];
