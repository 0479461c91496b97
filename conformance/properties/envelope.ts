/** Properties of raw arguments: what is decoded, and what is never guessed. */
import fc, { type Arbitrary } from "fast-check";
import closers from "../../spec/closers.json" with { type: "json" };
import { hardText, jsonValue, plainText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { parseJson, sameJson, toJson } from "../json-text.ts";
import { type DamagedCall, damagedByOne, damagedRepairCall, mistakesNamed } from "../mistakes.ts";
import { type Property, property } from "../property.ts";
import { rawControls } from "../text-mistakes.ts";
import { builtInCall, builtInCallOf, callWith, type ValidCall, validCall } from "../valid-calls.ts";
import { comesBack, got, profile, refused, restored } from "./envelope-case.ts";
import { cutProperties } from "./envelope-cuts.ts";
import { jsonProperties } from "./envelope-json.ts";
import { limitProperties } from "./envelope-limits.ts";
import { rootTextProperties } from "./envelope-root-text.ts";

/** Damaged text that must be refused, whatever the tool. */
function neverDecoded(row: string, title: string, ...names: readonly string[]): Property {
  return property<readonly [DamagedCall, string]>({
    address: `envelope/${row}`,
    title,
    capability: "repair",
    arbitrary: fc.tuple(damagedByOne(mistakesNamed(...names)), profile),
    *check([damaged, name]): Check {
      const call = damagedRepairCall(damaged, { profile: name });
      const { answer } = yield* askRepair(call);
      return refused(answer, call.input, "the text was not refused");
    },
  });
}

/** Any array but one of exactly one object; "twice" stands for the arguments two times over. */
const otherArray: Arbitrary<readonly unknown[] | "twice"> = fc.oneof(
  fc.constantFrom([], "twice" as const),
  // A text may hold the arguments, and is then decoded on its own account.
  fc.oneof(fc.constantFrom(null, true, 7), fc.array(jsonValue, { maxLength: 2 })).map((value) => [value]),
  fc.array(jsonValue, { minLength: 2, maxLength: 3 }),
);

const otherArrays = property<readonly [ValidCall, readonly unknown[] | "twice", boolean]>({
  address: "envelope/other-arrays-kept/refused",
  title: "An array of none, of several or of something else than one object is never taken apart.",
  capability: "repair",
  arbitrary: fc.tuple(validCall, otherArray, fc.boolean()),
  *check([valid, made, asText]): Check {
    const value = made === "twice" ? [valid.args, valid.args] : made;
    const call = callWith(valid, asText ? toJson(value) : value);
    const { answer } = yield* askRepair(call);
    return refused(answer, call.input, "an array was taken apart");
  },
});

const arraysThatFit = property<readonly unknown[]>({
  address: "envelope/singleton-array/only-where-an-object-is-wanted",
  title: "Where the schema takes an array, an array of one object stays.",
  capability: "repair",
  arbitrary: fc.array(fc.dictionary(plainText, hardText, { maxKeys: 2, noNullPrototype: true }), {
    minLength: 1,
    maxLength: 2,
  }),
  *check(value): Check {
    const input = toJson(value);
    const { answer } = yield* askRepair({
      toolName: "list",
      schema: '{"type":"array","items":{"type":"object"}}',
      input,
    });
    return answer.outcome === "valid" && sameJson(answer.args, input)
      ? undefined
      : { says: "an array that fits was changed", expected: `valid ${input}`, received: got(answer) };
  },
});

const notDecoded = property<readonly [string, string]>({
  address: "envelope/content-not-decoded/content-stays-text",
  title: "JSON in a content field stays text, also where another field is repaired.",
  capability: "repair",
  arbitrary: fc.tuple(
    jsonValue.map((value) => toJson(value)),
    plainText,
  ),
  *check([content, name]): Check {
    const [write] = fc.sample(builtInCallOf("write"), { numRuns: 1, seed: 1 });
    if (write === undefined) return undefined;
    const valid = callWith(write, { path: name, content });
    const first = (yield* askRepair(valid)).answer;
    if (first.outcome !== "valid") return { says: "a valid call was not valid", received: got(first) };
    const { answer } = yield* askRepair(callWith(write, { file_path: name, content }));
    return restored(answer, { path: name, content }, "content changed while another field was repaired");
  },
});

const rootText = property<string>({
  address: "envelope/content-not-decoded/a-text-schema-takes-text",
  title: "Where the schema accepts a string as the whole input, JSON text is not decoded.",
  capability: "repair",
  arbitrary: fc.oneof(
    jsonValue.map((value) => toJson(value)),
    hardText,
  ),
  *check(text): Check {
    const input = toJson(text);
    for (const schema of [
      '{"type":"string"}',
      '{"type":["object","string"]}',
      '{"anyOf":[{"type":"object"},{"type":"string"}]}',
      "true",
      "{}",
    ]) {
      const { answer } = yield* askRepair({ toolName: "say", schema, input });
      if (answer.outcome !== "valid" || !sameJson(answer.args, input))
        return {
          says: `text was decoded although ${schema} takes it`,
          expected: `valid ${input}`,
          received: got(answer),
        };
    }
    return undefined;
  },
});

/** Numbers as text that a double cannot hold as written, and neighbours that it can. */
const LOST = [
  "9007199254740993",
  "-9007199254740993",
  "1e400",
  "-1e400",
  "123456789012345678901234567890",
  "1e-400",
  "0.12345678901234567890123",
];
const KEPT = [
  "9007199254740992",
  "-9007199254740991",
  "1e21",
  "5e-324",
  "1.0",
  "0.1",
  "1E5",
  "-0",
  "100",
  "1.7976931348623157e308",
];

const numbers = property<readonly [string, "envelope" | "field" | "deep"]>({
  address: "envelope/number-exact/as-written-or-refused",
  title: "A number that a double cannot hold as written makes the decode fail; any other is decoded.",
  capability: "repair",
  arbitrary: fc.tuple(fc.constantFrom(...LOST, ...KEPT), fc.constantFrom("envelope", "field", "deep")),
  *check([number, where]): Check {
    const schema = toJson({
      type: "object",
      properties: { list: { type: "array", items: { type: "number" } }, map: { type: "object" } },
    });
    const texts = {
      envelope: `{"list":[${number}]}`,
      field: `[1,${number}]`,
      deep: `{"a":{"b":[${number}]}}`,
    };
    const value =
      where === "envelope" ? texts.envelope : { [where === "field" ? "list" : "map"]: texts[where] };
    const input = toJson(value);
    const { answer } = yield* askRepair({ toolName: "count", schema, input });
    if (LOST.includes(number))
      return refused(answer, input, `${number} was decoded although a double cannot hold it`);
    const inside = parseJson(texts[where]);
    const meant = where === "envelope" ? inside : { [where === "field" ? "list" : "map"]: inside };
    return restored(answer, meant, `${number} was not decoded`);
  },
  labels: ([number]) => [LOST.includes(number) ? "lost" : "kept"],
  floors: { lost: 0.2, kept: 0.2 },
});

const repeatedInField = property<readonly [string, string, string, boolean]>({
  address: "envelope/repeated-key/in-stringified-fields",
  title:
    "A repeated key with different values is refused in a stringified field; with equal values it is decoded.",
  capability: "repair",
  arbitrary: fc.tuple(plainText, plainText, hardText, fc.boolean()),
  *check([path, one, other, equal]): Check {
    const [edit] = fc.sample(builtInCallOf("edit"), { numRuns: 1, seed: 1 });
    if (edit === undefined || (!equal && one === other)) return undefined;
    const text = `[{"oldText":${toJson(one)},"oldText":${toJson(equal ? one : other)},"newText":"z"}]`;
    const call = callWith(edit, { path, edits: text });
    const { answer } = yield* askRepair(call);
    return equal
      ? restored(answer, { path, edits: [{ oldText: one, newText: "z" }] }, "equal repeats were not decoded")
      : refused(answer, call.input, "one of two values of a key was chosen");
  },
});

const controlsInField = property<ValidCall>({
  address: "envelope/control-characters/in-stringified-fields",
  title: "Raw control characters in a stringified list are escaped, and its strings come back whole.",
  capability: "repair",
  arbitrary: builtInCallOf("edit").filter(({ args }) => /\\[nrtbfu]/.test(toJson(args.edits))),
  *check(valid): Check {
    const { edits } = valid.args;
    const { answer } = yield* askRepair(
      callWith(valid, { ...valid.args, edits: rawControls(toJson(edits)) }),
    );
    return restored(answer, valid.args, "raw control characters were not escaped");
  },
});

const badEscapes = property<readonly [ValidCall, string, number, boolean]>({
  address: "envelope/bad-escape/refused",
  title: "A text with an escape that JSON does not know is refused, in the envelope and in a field.",
  capability: "repair",
  arbitrary: fc.tuple(
    builtInCallOf("edit"),
    fc.constantFrom("\\W", "\\x41", "\\u12z", "\\'", "\\ ", "\\u{41}", "\\0", "\\\n"),
    fc.nat(),
    fc.boolean(),
  ),
  *check([valid, bad, at, field]): Check {
    const text = toJson(field ? valid.args.edits : valid.args);
    const places = [...text.matchAll(/:"/g)].map((match) => match.index + 2);
    const place = places[at % places.length] ?? 0;
    const broken = text.slice(0, place) + bad + text.slice(place);
    const call = callWith(valid, field ? { ...valid.args, edits: broken } : broken);
    const { answer } = yield* askRepair(call);
    return refused(answer, call.input, `a text with ${JSON.stringify(bad)} was decoded`);
  },
});

const closersDropped = property<readonly [ValidCall, string]>({
  address: "envelope/trailing-garbage/every-closer",
  title: "Every closer of the grammar catalogue behind a complete object is dropped, with a note.",
  capability: "repair",
  arbitrary: fc.tuple(builtInCall, fc.constantFrom(...closers.callClosers, ...closers.turnClosers)),
  *check([valid, closer]): Check {
    const { answer } = yield* askRepair(callWith(valid, `${toJson(valid.args)}\n${closer}`));
    const problem = restored(answer, valid.args, `the closer ${closer} was not dropped`);
    if (problem !== undefined) return problem;
    return answer.changes.some(({ note, silent }) => silent !== true && note !== "")
      ? undefined
      : { says: "it was dropped without a note" };
  },
});

const declaredWrapper = property<readonly [string, string]>({
  address: "envelope/single-key-wrapper/declared-keys-stay",
  title: "A wrapper's key that the schema declares is a field, and stays.",
  capability: "repair",
  arbitrary: fc.tuple(fc.constantFrom("arguments", "input", "parameters", "args"), hardText),
  *check([key, text]): Check {
    const properties = { [key]: { type: "object" }, path: { type: "string" } };
    const input = toJson({ [key]: { path: text } });
    const open = (yield* askRepair({
      toolName: "wrap",
      schema: toJson({ type: "object", properties }),
      input,
    })).answer;
    if (open.outcome !== "valid") return { says: "a declared key was unwrapped", received: got(open) };
    const schema = toJson({ type: "object", properties, required: ["path"] });
    const { answer } = yield* askRepair({ toolName: "wrap", schema, input });
    return refused(answer, input, "a declared key was unwrapped");
  },
});

export const properties: readonly Property[] = Object.freeze([
  comesBack(
    "decode-json/any-number-of-times",
    "Text of an object, encoded once, twice or three times, is decoded.",
    "encoded",
    "double-encoded",
    "triple-encoded",
  ),
  comesBack(
    "control-characters/in-the-envelope",
    "Raw control characters inside strings are escaped.",
    "raw-controls",
  ),
  controlsInField,
  comesBack("singleton-array/unwrapped", "An array of the arguments alone is unwrapped.", "singleton-array"),
  arraysThatFit,
  otherArrays,
  ...cutProperties,
  notDecoded,
  rootText,
  ...limitProperties,
  ...rootTextProperties,
  ...jsonProperties,
  comesBack(
    "harmless-wrapping/decoded",
    "A byte order mark or a fence does not prevent decoding.",
    "byte-order-mark",
    "fence",
  ),
  comesBack(
    "repeated-key/equal-repeats",
    "A key that comes twice with one value is decoded.",
    "repeated-equal",
  ),
  neverDecoded(
    "repeated-key/different-values",
    "A key that comes twice with two values is refused.",
    "repeated-other",
  ),
  repeatedInField,
  numbers,
  comesBack(
    "trailing-garbage/closers-dropped",
    "Brackets, quotes and closers behind the object are dropped.",
    "trailing-closers",
  ),
  closersDropped,
  neverDecoded(
    "trailing-garbage/other-text",
    "Other text, or a second object, behind the object is refused.",
    "trailing-text",
    "glued",
  ),
  badEscapes,
  neverDecoded(
    "bad-escape/lost-backslashes",
    "Text whose backslashes were not escaped is refused.",
    "lost-backslashes",
  ),
  comesBack(
    "single-key-wrapper/unwrapped",
    "Arguments inside an object of one known key are unwrapped.",
    "single-key-wrapper",
  ),
  declaredWrapper,
]);
