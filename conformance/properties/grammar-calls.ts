/** Properties about calls that come back: every shape, every value, exactly the text that is cut. */
import fc from "fast-check";
import { WRITINGS, type Writing, type WrittenCall, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import {
  callWith,
  framed,
  type Leak,
  leak,
  lookalike,
  plainLeak,
  prose,
  proseLines,
  quotedText,
  rawText,
  settings,
  soup,
  textCall,
} from "../grammar-arbitraries.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { caseProperty, cutTexts, gained, judge } from "./grammar-case.ts";

const promoted = (calls: readonly WrittenCall[], texts?: readonly string[]) => ({
  calls,
  stopReason: "toolUse",
  ...(texts === undefined ? {} : { texts }),
});

const wholeMessage = (drawn: Leak) => ({
  call: textCall(drawn.text, "recover"),
  wanted: promoted(drawn.calls, [""]),
  label: drawn.writing.framed ? "framed" : "unframed",
});

const anyCall = (requirement: string) =>
  caseProperty({
    address: `${requirement}/any-call`,
    title: "Any call, printed in any of these shapes, comes back as it was, once.",
    arbitrary: leak({
      of: (writing) => writing.promotable && writing.requirement === requirement,
      maxCalls: 3,
    }).map(wholeMessage),
    floors: { framed: 0.4, unframed: 0.02 },
  });

/** Every writing, so that each run has each of them. */
const everyWriting = property({
  address: "grammar/one-leak-one-call/every-writing-once",
  title: "Each shape in each of its writings is recognised exactly once.",
  capability: "grammar",
  arbitrary: callWith(rawText),
  share: 0.05,
  *check(call): Check {
    for (const writing of WRITINGS.filter((one) => one.promotable && one.strings !== "attribute")) {
      const ask = textCall(writeCalls(writing, [call]).text, "recover");
      const { answer } = yield* askGrammar(ask);
      const problem = judge(ask, promoted([call], [""]), answer);
      if (problem !== undefined) return { ...problem, says: `${writing.id}: ${problem.says}` };
    }
    return undefined;
  },
});

const lastEndWins = (writing: Writing): boolean =>
  framed(writing) && writing.strings === "raw" && writing.firstEndWins !== true;

const oneWriting = (id: string, of: (writing: Writing) => boolean, call: fc.Arbitrary<WrittenCall>) =>
  fc.tuple(fc.constantFrom(...WRITINGS.filter(of)), call).map(([writing, drawn]) => ({
    call: textCall(writeCalls(writing, [drawn]).text, "recover"),
    wanted: promoted([drawn], [""]),
    label: id,
  }));

const values = [
  caseProperty({
    address: "grammar/argument-values/values-come-back",
    title:
      "Text of several lines with quotes, braces, entities and backslashes is decoded as its notation says.",
    arbitrary: leak({ of: framed }).map(wholeMessage),
  }),
  caseProperty({
    address: "grammar/schema-typed-values/lookalikes-stay-text",
    title: "A string field keeps text that looks like a number, a boolean, null or JSON.",
    arbitrary: oneWriting(
      "raw",
      (writing) => framed(writing) && writing.strings === "raw",
      callWith(lookalike),
    ),
  }),
  caseProperty({
    address: "grammar/markers-inside-values/quoted-markers-are-data",
    title: "Markers inside a quoted value are data.",
    arbitrary: oneWriting(
      "quoted",
      (writing) => framed(writing) && writing.strings === "quoted",
      callWith(quotedText),
    ),
  }),
  caseProperty({
    address: "grammar/markers-inside-values/raw-closer-before-text",
    title: "In a raw value a closer before other text is value.",
    arbitrary: fc.tuple(fc.constantFrom(...WRITINGS.filter(lastEndWins)), rawText).map(([writing, text]) => {
      const calls = [{ name: "bash", args: { command: `grep '${writing.marker}' ${text}` } }];
      return {
        call: textCall(writeCalls(writing, calls).text, "recover"),
        wanted: promoted(calls, [""]),
        label: "closer",
      };
    }),
  }),
];

const exactCut = [
  caseProperty({
    address: "grammar/exact-cut/text-around-stays",
    title: "Text before and after a leak stays byte for byte, but for the line that would be blank.",
    arbitrary: fc
      .tuple(proseLines, plainLeak(), prose, fc.constantFrom("\n", "\n\n", "\r\n"))
      .map(([before, { text }, after, end]) => ({
        call: textCall(before + text + end + after, "strip"),
        wanted: { calls: [], texts: cutTexts(before, end + after), cutWithoutPromotion: 1 },
        label: "cut",
      })),
  }),
  caseProperty({
    address: "grammar/exact-cut/text-before-promoted-calls-stays",
    title: "Text before promoted calls stays.",
    arbitrary: fc.tuple(proseLines, leak({ of: framed, maxCalls: 2 })).map(([before, { text, calls }]) => ({
      call: textCall(before + text, "recover"),
      wanted: promoted(calls, cutTexts(before)),
      label: "promoted",
    })),
  }),
  property({
    address: "grammar/exact-cut/stripping-again-changes-nothing",
    title: "Stripping a stripped message changes nothing.",
    capability: "grammar",
    arbitrary: soup,
    *check(text): Check {
      const first = (yield* askGrammar(textCall(text, "strip"))).answer;
      const second = (yield* askGrammar({ ...settings("strip"), message: first.message })).answer;
      return sameJson(first.message, second.message)
        ? undefined
        : { says: "the second pass cut more", expected: first.message, received: second.message };
    },
  }),
];

const order = [
  caseProperty({
    address: "grammar/one-leak-one-call/families-side-by-side",
    title: "Leaks of any families in a row are one call each, in printed order.",
    arbitrary: fc.array(plainLeak(), { minLength: 2, maxLength: 5 }).map((leaks) => ({
      call: textCall(leaks.map(({ text }) => text).join("\n"), "recover"),
      wanted: promoted(leaks.flatMap(({ calls }) => calls)),
      label: "row",
    })),
  }),
  property({
    address: "grammar/ids/well-formed-unique-and-equal",
    title:
      "Ids fit the pattern, differ from each other and from those in use, and are equal for equal inputs.",
    capability: "grammar",
    arbitrary: fc.array(plainLeak(), { minLength: 1, maxLength: 4 }),
    *check(leaks): Check {
      const call = textCall(leaks.map(({ text }) => text).join("\n"), "recover");
      const idsOf = (message: string) => gained(call.message, message).map(({ id }) => String(id));
      const { answer } = yield* askGrammar(call);
      const ids = idsOf(answer.message);
      const again = idsOf((yield* askGrammar(call)).answer.message);
      const others = idsOf((yield* askGrammar({ ...call, idsInUse: ids })).answer.message);
      const received = toJson([ids, again, others]);
      if (ids.length === 0) return { says: "nothing was promoted" };
      if (toJson(ids) !== toJson(answer.promotedCallIds))
        return { says: "the report names other ids", received };
      if (!ids.every((id) => /^[A-Za-z0-9_-]{9,40}$/u.test(id)))
        return { says: "an id is ill-formed", received };
      if (toJson(ids) !== toJson(again)) return { says: "equal inputs gave other ids", received };
      if (new Set([...ids, ...others]).size !== ids.length + others.length)
        return { says: "an id is used twice", received };
      return undefined;
    },
  }),
];

export const callProperties: readonly Property[] = [
  anyCall("grammar/ten-families"),
  anyCall("grammar/later-families"),
  everyWriting,
  ...values,
  ...exactCut,
  ...order,
];
