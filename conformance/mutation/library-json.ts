/** Functions that importers call on values and texts: one text for equal data, raw controls, raw arguments, limits. */
import { runInNewContext } from "node:vm";
import { differs, firstProblem, type Library, type LibraryProperty, repairWith } from "./library.ts";

/** As JSON with sorted keys, by way of the engine's own writer. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
}

const DATA: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1.5, -2e-7, "", "a", 'q"\\\n\u2028', {}, [], [[]], [{}], { a: {} }],
  ...[[1], [1, 2], [12], [[1], 2], [[1, 2]], ["1,2"], [null, "null"], [true, "true"], { a: 1 }, { "": [] }],
  ...[{ b: 1, a: { d: [2, { f: 3, e: 4 }], c: "x" }, "a b": null }, { a: [1], b: [1] }, [{ a: 1 }, { a: 1 }]],
  Array.from({ length: 12 }, (_, index) => index),
];

/** What JSON cannot hold; each is written in some way and takes no other's place in it. */
function outsiders(): readonly unknown[] {
  const self: unknown[] = [];
  self.push(self);
  const inner: Record<string, unknown> = { a: 1 };
  inner.b = { c: inner };
  return [undefined, 5n, Symbol("s"), new Date(0), self, inner, { a: undefined }];
}

function* serialised({ stableSerialize }: Library): Generator<string | undefined> {
  for (const value of DATA)
    yield differs("stable text", JSON.stringify(canonical(value)), stableSerialize(value));
  const texts = outsiders().map((value) => stableSerialize(value));
  const others = new Set(DATA.map((value) => stableSerialize(value)));
  yield differs("different texts", texts.length, new Set(texts.filter((text) => !others.has(text))).size);
  const shared = { a: 1 };
  yield differs("a part that occurs twice", '[{"a":1},{"a":1}]', stableSerialize([shared, shared]));
  yield differs("an instance in a list", "[object,1]", stableSerialize([new Date(0), 1]));
}

const stableText: LibraryProperty = {
  name: "one-text-for-equal-data",
  check: (library) => firstProblem(serialised(library)),
};

/** Texts, and what they are with the raw controls in their strings escaped. */
const RAW: readonly (readonly [text: string, escaped: string])[] = [
  ['{"a":1}', '{"a":1}'],
  ['{\n\t"a" :\r\n1}', '{\n\t"a" :\r\n1}'],
  ['"a\nb"', '"a\\nb"'],
  ['"\b\t\n\f\r"', '"\\b\\t\\n\\f\\r"'],
  ['"\u0000\u0001\u001f"', '"\\u0000\\u0001\\u001f"'],
  ['" \u007f\u2028é"', '" \u007f\u2028é"'],
  ['{"a\tb":"c",\n"d":"\n"}\n', '{"a\\tb":"c",\n"d":"\\n"}\n'],
  ['"a\\"\n"\n', '"a\\"\\n"\n'],
  ['"\\\\"\n"\n"', '"\\\\"\n"\\n"'],
  ['"\\n\\u000a"', '"\\n\\u000a"'],
  ['\n\\"\n"\n', '\n\\"\\n"\n'],
  ['say "\n', 'say "\\n'],
  ['"😀\ud800"', '"😀\ud800"'],
  ["\n", "\n"],
  ["", ""],
];

function* escaped(library: Library): Generator<string | undefined> {
  for (const [text, wanted] of RAW)
    yield differs(`escaped ${JSON.stringify(text)}`, wanted, library.escapeJsonStringControlCharacters(text));
}

const rawControls: LibraryProperty = {
  name: "raw-controls-in-strings",
  check: (library) => firstProblem(escaped(library)),
};

const DECODED = ["envelope.decode-json"];
const FENCED = ["envelope.decode-json", "envelope.unwrap-fence"];
const twice = (text: string): string => JSON.stringify(text);
type Limits = NonNullable<Parameters<Library["recoverEnvelope"]>[1]>;

/** Input, limits, value and rules that come out; without a value the input itself comes back. */
const ENVELOPES: readonly (readonly [
  input: unknown,
  rules: readonly string[],
  value?: unknown,
  limits?: Limits,
])[] = [
  ['{"a":1}', DECODED, { a: 1 }],
  [twice('{"a":1}'), DECODED, { a: 1 }],
  ['{"a":"\n"}', ["envelope.decode-json", "envelope.escape-control-character"], { a: "\n" }],
  ['```json\n{"a":1}\n```', FENCED, { a: 1 }],
  ['{"a":1}}', ["envelope.decode-json", "envelope.drop-trailing-garbage"], { a: 1 }],
  ['[{"a":1}]', ["envelope.decode-json", "envelope.unwrap-singleton-object-array"], { a: 1 }],
  [[{ a: 1 }], ["envelope.unwrap-singleton-object-array"], { a: 1 }],
  [twice("ls"), DECODED, "ls"],
  [twice(twice("ls")), DECODED, "ls"],
  [twice("{ ls; }"), DECODED, "{ ls; }"],
  ...["```\n", "```\n```", "```\nls\n```", "\ufeffls"].map((text) => [twice(text), DECODED, text] as const),
  [twice('```\n{"a":1}\n```'), FENCED, { a: 1 }],
  ['```\n"{\\"a\\":1}"\n```', FENCED, { a: 1 }],
  ['"\n{}"', ["envelope.decode-json", "envelope.escape-control-character"], {}],
  ...["", " ", "ls", "5", "{", "[", '"', "[1]", "[]", "[[]]", '[{"a":1},{"b":1}]', '[{"a":1}]}'].map(
    (input) => [input, []] as const,
  ),
  ...['{"a":1} x', '"ls" x', '{"a":1,"a":2}', '{"a":1e400}', '{"a":"\\x"}'].map(
    (input) => [input, []] as const,
  ),
  ...[null, 5, true, [], [1], [{}, {}], [[{}]], { a: 1 }].map((input) => [input, []] as const),
  ['{"a":[[]]}', DECODED, { a: [[]] }, { maxNestingDepth: 3 }],
  ['{"a":"é"}', DECODED, { a: "é" }, { maxInputBytes: 10 }],
  [twice('{"a":1}'), DECODED, { a: 1 }, { maxDecodeAttempts: 2 }],
];

/** Past a limit: the input comes back, and must not be used. */
const LIMITED: readonly (readonly [input: string, limits: Limits])[] = [
  ['{"a":[[]]}', { maxNestingDepth: 2 }],
  ['{"a":"é"}', { maxInputBytes: 9 }],
  ["12345", { maxInputBytes: 4 }],
  [twice('{"a":1}'), { maxDecodeAttempts: 1 }],
  ['{"a":1}', { maxDecodeAttempts: 0 }],
  [twice('{"a":1 '), { maxDecodeAttempts: 1 }],
];

function* recovered({ recoverEnvelope, truncatedEnvelopeChange }: Library): Generator<string | undefined> {
  for (const [input, rules, value = input, limits] of ENVELOPES) {
    const about = JSON.stringify(input);
    const result = recoverEnvelope(input, limits);
    yield differs(about, [value, [], false], [result.value, result.candidates, result.limited]);
    yield differs(
      `rules of ${about}`,
      rules,
      result.changes.map(({ ruleId }) => ruleId),
    );
    yield value === input && result.value !== input ? `${about}: another value comes back` : undefined;
  }
  for (const [input, limits] of LIMITED) {
    const wanted = { value: input, changes: [], candidates: [], limited: true };
    const { value, changes, candidates, limited } = recoverEnvelope(input, limits);
    yield differs(`past a limit: ${input}`, wanted, { value, changes, candidates, limited });
  }
  const instances = [new Date(0)];
  yield recoverEnvelope(instances).value === instances ? undefined : "an instance is taken out of its array";
  const cut = recoverEnvelope('{"a":1,"b":{"c":2');
  yield differs("a cut number", [[], '{"a":1,"b":{"c":2'], [cut.candidates, cut.value]);
  const whole = recoverEnvelope('{"a":1,"b":{"c":2 ');
  yield differs(
    "a cut object is only a candidate",
    ['{"a":1,"b":{"c":2 ', [], 1],
    [...[whole.value, whole.changes, whole.candidates.length]],
  );
  const [candidate] = whole.candidates;
  yield differs("its value", { a: 1, b: { c: 2 } }, candidate?.value);
  yield differs("its last change", truncatedEnvelopeChange(), candidate?.changes.at(-1));
  const { ruleId, stage, note } = truncatedEnvelopeChange();
  yield differs("that change", ["envelope.complete-truncated-object", "envelope"], [ruleId, stage]);
  yield note === "" ? "it says nothing" : undefined;
}

const rawArguments: LibraryProperty = {
  name: "raw-arguments",
  check: (library) => firstProblem(recovered(library)),
};

/** Texts so long that no reader takes them at once: of characters of one to four bytes, and with a pair at each place. */
const LONG: readonly string[] = [
  ...["a", "é", "€", "😀", "\u{10000}", "\ud83d", "\ude00"].map((character) => character.repeat(40_000)),
  `${"a".repeat(16_375)}😀${"a".repeat(9)}`,
].flatMap((text) => ["", "a", "aa", "aaa"].map((start) => `{"a":"${start}${text}"}`));

function* measured({ recoverEnvelope }: Library): Generator<string | undefined> {
  for (const text of LONG) {
    const bytes = Buffer.byteLength(text);
    const limited = [bytes, bytes - 1].map(
      (limit) => recoverEnvelope(text, { maxInputBytes: limit }).limited,
    );
    yield differs(`${bytes} bytes of ${JSON.stringify(text.slice(0, 12))}`, [false, true], limited);
  }
}

const bytesOfText: LibraryProperty = {
  name: "bytes-of-long-texts",
  check: (library) => firstProblem(measured(library)),
};

/** Settings that count as none; none of them may be taken for zero, or stop the call. */
const NO_LIMITS: readonly unknown[] = [null, undefined, {}, 5, "x"].concat(
  [-1, Number.NaN, "0", "", null, undefined, false, [], {}, 0n, Symbol("0")].map((odd) => ({
    ...{ maxInputBytes: odd, maxNestingDepth: odd, maxDecodeAttempts: odd, maxCandidates: odd },
  })),
);

function* limited({ recoverEnvelope }: Library): Generator<string | undefined> {
  for (const [index, limits] of NO_LIMITS.entries()) {
    const { value, candidates } = recoverEnvelope(twice('{"a":[1] '), limits as Limits);
    yield differs(`limits ${index}`, [{ a: [1] }, 1], [candidates[0]?.value, candidates.length]);
    yield typeof value === "string" ? undefined : `limits ${index}: the text is gone`;
  }
  const parts = recoverEnvelope(twice('{"a":1}'), { maxDecodeAttempts: 2.9, maxInputBytes: 1e9 });
  yield differs("parts of a number", { a: 1 }, parts.value);
  const less = recoverEnvelope(twice('{"a":1}'), { maxDecodeAttempts: 1.9 });
  yield less.limited ? undefined : "a part of an attempt counts";
  for (const [depth, deepest] of [
    [512, false],
    [513, true],
  ] as const) {
    const text = `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    const { limited } = recoverEnvelope(text, { maxNestingDepth: 1e9 });
    yield differs(`a depth of ${depth}`, deepest, limited);
  }
}

const oddLimits: LibraryProperty = {
  name: "limits-of-any-kind",
  check: (library) => firstProblem(limited(library)),
};

function* plain({ isPlainObject }: Library): Generator<string | undefined> {
  const elsewhere: unknown = runInNewContext(
    "({ own: { a: 1 }, list: [], date: new Date(0), map: new Map() })",
  );
  const { own, list, date, map } = elsewhere as Record<string, unknown>;
  class Instance {}
  const parent = Object.assign(Object.create(null) as object, { isPrototypeOf: 1 });
  const yes: readonly unknown[] = [{}, { a: 1 }, Object.create(null), own, elsewhere];
  const no: readonly unknown[] = [
    ...[null, undefined, 5, "a", () => 0, [], list, new Date(0), date, map, new Map(), new Instance()],
    ...[{}, { isPrototypeOf: 1 }, Object.create(null), Object.create(parent)].map(
      (kind) => Object.create(kind as object) as unknown,
    ),
  ];
  for (const [index, value] of yes.entries())
    if (!isPlainObject(value)) yield `plain object ${index} is none`;
  for (const [index, value] of no.entries())
    if (isPlainObject(value)) yield `${index} is taken for a plain object`;
}

const plainObjects: LibraryProperty = {
  name: "what-a-plain-object-is",
  check: (library) => firstProblem(plain(library)),
};

/** Values that JSON cannot hold, in a part that nobody asks about. */
const UNFIT: Readonly<Record<string, () => unknown>> = {
  "not a number": () => Number.NaN,
  "an endless number": () => Number.NEGATIVE_INFINITY,
  "a bigint": () => 5n,
  "a symbol": () => Symbol("s"),
  "a function": () => () => 0,
  "a date": () => new Date(0),
  "a list with undefined": () => [undefined],
  "a list with a hole": () => Object.assign(new Array<unknown>(2), { 1: 1 }),
  "a list with a key": () => Object.assign([1], { key: 1 }),
  "an accessor": () => Object.defineProperty({}, "a", { get: () => 1, enumerable: true }),
  "a list in itself": () => {
    const list: unknown[] = [];
    return list.push([list]) && list;
  },
  "an object in itself": () => {
    const own: Record<string, unknown> = {};
    own.part = { own };
    return own;
  },
};

const shared = { a: [1] };
const FIT: Readonly<Record<string, unknown>> = {
  "a part that occurs twice": { one: shared, two: [shared, shared] },
  "an undefined member": { a: undefined },
  "an object without a prototype": Object.assign(Object.create(null) as object, { a: 1 }),
  scalars: [null, true, false, 0, -1.5, ""],
};

function* surveyed(library: Library): Generator<string | undefined> {
  for (const [what, make] of Object.entries(UNFIT)) {
    for (const wrap of [
      (value: unknown) => value,
      (value: unknown) => [1, { value }],
      (value: unknown) => ({ a: [], value }),
    ]) {
      const input = { b: "x", extra: wrap(make()), last: [] };
      const { outcome, args } = repairWith(library, input, { legacyConfig: { fieldAliases: { a: ["b"] } } });
      yield outcome === "unrepairable" && args === input ? undefined : `${what} was ${outcome}`;
    }
  }
  for (const [what, extra] of Object.entries(FIT)) {
    const { outcome, args } = repairWith(
      library,
      { b: "x", extra },
      { legacyConfig: { fieldAliases: { a: ["b"] } } },
    );
    yield outcome === "repaired" && (args as { extra: unknown }).extra === extra
      ? undefined
      : `${what} was ${outcome}`;
  }
}

const STORE = {
  type: "object",
  properties: { list: { type: "array", items: { type: "object" } } },
};

/** Text in fields costs its length; five million steps are all that a call has. */
function* worked(library: Library): Generator<string | undefined> {
  const text = `{"k":"${"x".repeat(240_000)}"}`;
  for (const [count, outcome] of [
    [12, "repaired"],
    [30, "unrepairable"],
  ] as const) {
    const result = repairWith(library, { list: Array(count).fill(text) }, { schema: STORE });
    yield differs(`${count} long texts`, outcome, result.outcome);
  }
}

const steps: LibraryProperty = {
  name: "work-is-counted",
  check: (library) => firstProblem(worked(library)),
};

function* ordered(library: Library): Generator<string | undefined> {
  const extra = { z: 1, y: [{ d: 1, c: 2 }], x: { b: 1, a: 2 } };
  const config = { legacyConfig: { fieldAliases: { a: ["b"] } } };
  const hooks = [undefined, (args: unknown) => args, () => undefined, (args: object) => ({ ...args })];
  for (const ownerPrepareArguments of hooks) {
    const { args } = repairWith(
      library,
      { b: "x", extra },
      { ...config, ...(ownerPrepareArguments && { ownerPrepareArguments }) },
    );
    const kept = JSON.stringify((args as { extra?: unknown }).extra);
    yield kept === JSON.stringify(extra) ? undefined : `what nobody touched comes in another order: ${kept}`;
  }
  const apply = (value: object) => ({ value: { ...value, a: "y" }, note: "a" });
  const preprocessors = [{ kind: "structural", selector: "", ruleId: "own", apply }];
  const { args } = repairWith(library, { extra, a: "x" }, { preprocessors });
  yield differs("what an owner's transform got", JSON.stringify({ extra, a: "y" }), JSON.stringify(args));
}

/** Keys as they are written and as they are read. V8 13 mistakes some in long text for others that it has read before. */
const WRITTEN_KEYS: readonly (readonly [written: string, key: string])[] = [
  ...[["\\\\", "\\"] as const, ["\\u0061", "a"] as const, ["\\n", "\n"] as const, ["\\u005c", "\\"] as const],
];

function* longKeys({ recoverEnvelope }: Library): Generator<string | undefined> {
  for (const [written, key] of [...WRITTEN_KEYS, ...WRITTEN_KEYS]) {
    const { value } = recoverEnvelope(`{"v":1,"${written}":2,"pad":"${"x".repeat(1200)}"}`);
    yield differs(`the key "${written}"`, ["v", key, "pad"], Object.keys(value as object));
  }
}

const escapedKeys: LibraryProperty = {
  name: "keys-with-escapes-in-long-text",
  check: (library) => firstProblem(longKeys(library)),
};

const keyOrder: LibraryProperty = {
  name: "what-nobody-touched-keeps-its-order",
  check: (library) => firstProblem(ordered(library)),
};

const outsideJson: LibraryProperty = {
  name: "values-outside-json-in-any-part",
  check: (library) => firstProblem(surveyed(library)),
};

function* ownProto({ recoverEnvelope }: Library): Generator<string | undefined> {
  const { value } = recoverEnvelope('{"__proto__":{"a":1},"b":2}');
  const [own, other] = ["__proto__", "b"].map((key) => Object.getOwnPropertyDescriptor(value, key));
  yield differs("a member like any other", { ...other, value: { a: 1 } }, own);
}

const protoMember: LibraryProperty = {
  name: "a-member-called-proto",
  check: (library) => firstProblem(ownProto(library)),
};

/** Values and texts. */
export const jsonProperties: readonly LibraryProperty[] = Object.freeze([
  ...[
    stableText,
    rawControls,
    rawArguments,
    bytesOfText,
    oddLimits,
    plainObjects,
    outsideJson,
    protoMember,
    steps,
    keyOrder,
    escapedKeys,
  ],
]);
