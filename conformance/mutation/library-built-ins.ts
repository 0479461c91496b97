/** The configuration of the built-ins as a package offers it, the policy of each profile, and a host's own last stage. */
import data from "../../spec/built-in-tools.json" with { type: "json" };
import {
  differs,
  firstProblem,
  heard,
  type Library,
  type LibraryProperty,
  repairWith,
  summary,
} from "./library.ts";

const text = { type: "string" };
const EDIT = {
  type: "object",
  properties: {
    path: text,
    edits: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: { oldText: text, newText: text },
        required: ["oldText", "newText"],
      },
    },
  },
  required: ["path", "edits"],
};
/** The older facade mends only what does not fit: flat fields never do here. */
const CLOSED = { ...EDIT, properties: { ...EDIT.properties, kept: {} }, additionalProperties: false };
const ONE = [{ oldText: "a", newText: "b" }];
const FLAT = { oldText: "a", newText: "b" };

type Row = readonly [given: object, edits: unknown];

/** Flat edits, and the list that they come to; "refused" where that cannot be known. */
const FOLDS: readonly Row[] = [
  [FLAT, ONE],
  [{ oldText: "a", newText: "" }, [{ oldText: "a", newText: "" }]],
  [{ oldText: "", newText: "b" }, [{ oldText: "", newText: "b" }]],
  [{ old_string: "a", new_string: "b" }, ONE],
  [{ oldText: "a", new_string: "b" }, ONE],
  [{ ...FLAT, old: "a" }, ONE],
  [{ ...FLAT, to: "b", new: "b" }, ONE],
  [{ old: "a", from: "a", newText: "b" }, ONE],
  [{ ...FLAT, old: "z" }, "refused"],
  [{ ...FLAT, old: "z", from: "y", search: "a" }, "refused"],
  [{ ...FLAT, newText: "", to: "z" }, "refused"],
  [{ old: "a", from: "z", newText: "b" }, "refused"],
  [{ oldText: "a" }, "refused"],
  [{ newText: "b" }, "refused"],
  [{ old: "a" }, "refused"],
  [{ oldText: 5, newText: "b" }, "refused"],
  [{ oldText: 5, old: "a", newText: "b" }, "refused"],
  [{ oldText: "a", newText: ["b"] }, "refused"],
  [{}, "refused"],
];

/** Forms of `edits` that say nothing, and forms that say something. */
const NO_EDITS: readonly unknown[] = [[], "", " \n", "[]", " [ ] ", {}, null, undefined];
const EDITS: readonly unknown[] = [
  ONE,
  JSON.stringify(ONE),
  { oldText: "x", newText: "y" },
  "x",
  [0],
  5,
  "[ 1 ]",
  false,
];

const aliasRows: readonly Row[] = data.tools.edit.legacyConfig.fieldAliases.oldText.flatMap((old) =>
  data.tools.edit.legacyConfig.fieldAliases.newText.map((fresh): Row => [{ [old]: "a", [fresh]: "b" }, ONE]),
);

const ALL_FOLDS: readonly Row[] = [
  ...FOLDS,
  ...aliasRows,
  ...NO_EDITS.map((edits): Row => [{ ...FLAT, edits }, ONE]),
  ...EDITS.map((edits): Row => [{ ...FLAT, edits }, "refused"]),
];

function editsOf(args: unknown): unknown {
  const { path, edits, ...rest } = args as { readonly path: unknown; readonly edits: unknown };
  return [path, edits ?? "none", rest];
}

function* folds(library: Library): Generator<string | undefined> {
  const edit = library.builtInTools.edit;
  if (edit === undefined) return yield "there is no configuration of edit";
  for (const [given, wanted] of ALL_FOLDS) {
    const input = { path: "p", kept: 1, ...given };
    const before = structuredClone(input);
    const about = `edit of ${JSON.stringify(given)}`;
    const ways = [
      repairWith(library, input, { toolName: "edit", schema: EDIT, ...edit }),
      library.repairToolInput({ toolName: "edit", schema: CLOSED, input, config: edit.legacyConfig }),
    ];
    for (const { outcome, args } of ways)
      yield wanted === "refused"
        ? differs(about, "unrepairable", outcome)
        : differs(about, ["repaired", ["p", wanted, { kept: 1 }]], [outcome, editsOf(args)]);
    yield differs(`${about}, the caller's own`, Object.keys(before), Object.keys(input));
  }
  for (const input of [
    { path: "p", edits: ONE, oldText: "", newText: "" },
    { path: "p", edits: ONE, old: "" },
  ]) {
    const settings = { toolName: "edit", schema: EDIT, ...edit };
    yield differs(
      "edits beside empty flat fields",
      ["valid", input, []],
      summary(repairWith(library, input, settings)),
    );
  }
  const open = { toolName: "edit", schema: { type: "object" }, ...edit };
  const nothing = repairWith(library, { path: "p", ...FLAT, edits: [] }, open);
  yield differs("a fold before a schema that takes anything", ["p", ONE, {}], editsOf(nothing.args));
  const settings = { toolName: "edit", schema: EDIT, ...edit };
  const { changes } = repairWith(library, { path: "p", old_str: "a", to: "b" }, settings);
  const fold = changes.find(({ ruleId }) => ruleId === "foldFlatEditFields");
  yield ["`old_str`", "`to`", "`edits`"].every((name) => fold?.note.includes(name))
    ? undefined
    : `the note of a fold is ${fold?.note}`;
  const beside = repairWith(library, { path: "p", edits: ONE, ...FLAT }, settings);
  yield beside.retryMessage?.includes("`edits`")
    ? undefined
    : `nothing names \`edits\`: ${beside.retryMessage}`;
  const legacy = library.repairToolInput({
    ...{ toolName: "edit", schema: CLOSED, input: { path: "p", edits: ONE, ...FLAT } },
    config: edit.legacyConfig,
  });
  yield legacy.retryMessage?.includes("`edits`")
    ? undefined
    : `nothing names \`edits\`: ${legacy.retryMessage}`;
}

/** The older facade's transform by itself: it edits in place, and returns its note, false, or why it refuses. */
function* inPlace({ builtInTools }: Library): Generator<string | undefined> {
  const [fold] = builtInTools.edit?.legacyConfig.structural ?? [];
  if (fold === undefined) return yield "there is no transform of edit";
  const args: Record<string, unknown> = { path: "p", old: "a", to: "b", edits: "" };
  const note = fold.apply(args, "edit");
  yield differs("edited in place", ["p", ONE, {}], editsOf(args));
  yield typeof note === "string" && note.includes("`old`")
    ? undefined
    : `the note is ${JSON.stringify(note)}`;
  const plain = { path: "p", edits: ONE };
  yield differs("nothing to fold", [false, { path: "p", edits: ONE }], [fold.apply(plain, "edit"), plain]);
  const torn = { path: "p", edits: ONE, ...FLAT };
  const refused = fold.apply(torn, "edit");
  yield typeof refused === "object" && refused.refused.includes("`edits`") ? undefined : "it does not refuse";
  yield differs("what was refused", { path: "p", edits: ONE, ...FLAT }, torn);
}

const flatEdits: LibraryProperty = {
  name: "flat-edits-of-the-built-in",
  check: (library) => firstProblem([...folds(library), ...inPlace(library)]),
};

/** What of a value is not frozen, by its place. */
function loose(value: unknown, place: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, held]) => loose(held, `${place}/${key}`));
  return Object.isFrozen(value) ? inside : [place, ...inside];
}

/** A check that runs none of the code is not asked about what was made while that loaded. */
function* frozen({ builtInTools }: Library): Generator<string | undefined> {
  yield differs("what a caller could change", [], loose(builtInTools, ""));
  const [fold] = builtInTools.edit?.legacyConfig.structural ?? [];
  const args: Record<string, unknown> = { path: "p", ...FLAT };
  fold?.apply(args, "edit");
  yield differs("what it does of a frozen configuration", ["p", ONE, {}], editsOf(args));
}

const unchangeable: LibraryProperty = {
  name: "built-ins-cannot-be-changed",
  check: (library) => firstProblem(frozen(library)),
};

const POLICIES = {
  conservative: ["conservative", false, false, "observe", "preserve"],
  adaptive: ["adaptive", true, true, "strip", "preserve"],
  recover: ["recover", true, true, "recover", "preserve"],
} as const;

function* policies(library: Library): Generator<string | undefined> {
  const of = (profile: unknown, overrides?: unknown): readonly unknown[] => {
    const resolve = library.resolveRepairPolicy as (profile: unknown, overrides: unknown) => object;
    const policy = resolve(profile, overrides) as Readonly<Record<string, unknown>>;
    const { allowTruncatedEnvelopeCompletion: completes, allowValidValueTransforms: cleans } = policy;
    return [policy.profile, completes, cleans, policy.grammarMode, policy.unknownGrammarText];
  };
  for (const [name, policy] of Object.entries(POLICIES)) {
    const [profile, completes, cleans, mode, unknown] = policy;
    const head = [profile, completes, cleans];
    yield differs(name, policy, of(name));
    for (const nothing of [null, {}, { grammarMode: undefined, unknownGrammarText: undefined }])
      yield differs(`${name} with no override`, policy, of(name, nothing));
    for (const grammarMode of ["off", "observe", "strip", "recover"])
      yield differs(`${name} with a mode`, [...head, grammarMode, unknown], of(name, { grammarMode }));
    for (const grammarMode of ["always", "", null, 5, ["strip"], "toString"])
      yield differs(`${name} with an unknown mode`, [...head, "off", unknown], of(name, { grammarMode }));
    for (const [given, wanted] of [
      ["strip", "strip"],
      ["preserve", "preserve"],
      ["drop", "preserve"],
      [null, "preserve"],
      ["", "preserve"],
    ])
      yield differs("unknown text", [...head, mode, wanted], of(name, { unknownGrammarText: given }));
    const both = { grammarMode: "off", unknownGrammarText: "strip", allowValidValueTransforms: !cleans };
    yield differs(`${name} with both`, [...head, "off", "strip"], of(name, both));
  }
  yield differs("no profile", POLICIES.adaptive, of(undefined));
  for (const name of ["boldest", "", null, 5, ["recover"], "toString", "__proto__"])
    yield differs("an unknown profile", POLICIES.conservative, of(name));
}

const profiles: LibraryProperty = {
  name: "policy-of-each-profile",
  check: (library) => firstProblem(policies(library)),
};

/** A host whose last stage makes a value of each call; undefined stands for one that throws. */
const HOSTS: readonly (readonly [convert: (schema: unknown, value: unknown) => unknown, outcome: string])[] =
  [
    [(_schema, value) => value, "repaired"],
    [(_schema, value) => structuredClone(value), "repaired"],
    [(_schema, value) => ({ ...Object(value), added: 1 }), "unrepairable"],
    [() => undefined, "unrepairable"],
    [() => Promise.resolve({ a: "x" }), "unrepairable"],
    [() => Promise.reject(new Error("the host, later")), "unrepairable"],
    [
      () => {
        throw new Error("the host");
      },
      "unrepairable",
    ],
    [(_schema, value) => Object.assign(Object(value), { a: "y" }), "unrepairable"],
  ];

function* hosts(library: Library): Generator<string | undefined> {
  for (const [convert, wanted] of HOSTS) {
    const input = { b: "x" };
    const preprocessors = [{ kind: "alias", selector: "/a", aliases: ["b"] }];
    const { outcome, args } = repairWith(library, input, { convert, preprocessors });
    const made = wanted === "repaired" ? { a: "x" } : { b: "x" };
    yield differs("a repair before the host's last stage", [wanted, made], [outcome, args]);
  }
  const seen: unknown[] = [];
  const convert = (schema: unknown, value: unknown): unknown => {
    seen.push(schema);
    return Object.assign(Object(value), { n: 5 });
  };
  const schema = { type: "object", properties: { n: { type: "number" } } };
  const input = { n: "5" };
  yield differs(
    "what the host converts",
    ["valid", { n: "5" }, []],
    summary(repairWith(library, input, { schema, convert })),
  );
  yield differs("the caller's own", { n: "5" }, input);
  yield seen[0] === schema ? undefined : "the host is shown another schema";
  const other = repairWith(
    library,
    { n: "5" },
    { schema, convert: (_schema: unknown, value: unknown) => value },
  );
  yield other.outcome === "valid" ? "what the host does not convert counts as valid" : undefined;
}

const lastStage: LibraryProperty = {
  name: "hosts-last-stage",
  check: (library) => heard(() => firstProblem(hosts(library))),
};

/** Configuration of the built-ins, profiles, hosts. */
export const builtInProperties: readonly LibraryProperty[] = Object.freeze([
  ...[flatEdits, unchangeable, profiles, lastStage],
]);
