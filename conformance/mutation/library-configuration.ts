/** Configuration as owners write it: of any shape, frozen or changed between two calls. */
import { differs, firstProblem, type Library, type LibraryProperty, repairWith, summary } from "./library.ts";

const act = () => ({ value: { a: "acted" }, note: "n" });

/** None of these is a preprocessor that can run. */
const NO_PREPROCESSORS: readonly unknown[] = [
  ...[null, undefined, 5, "alias", true, act, {}, []],
  ...[{ kind: "alias" }, { kind: "alias", selector: "/a" }, { kind: "alias", selector: "/a", aliases: "b" }],
  ...[
    { kind: "alias", selector: 5, aliases: ["b"] },
    { kind: "alias", selector: "a", aliases: ["b"] },
  ],
  ...[
    { kind: "alias", aliases: ["b"] },
    { kind: "alias", selector: null, aliases: ["b"] },
  ],
  ...[
    { kind: "alias", selector: "", aliases: ["b"] },
    { kind: "alias", selector: "/a", aliases: { 0: "b" } },
  ],
  ...[
    { kind: "structural", selector: "" },
    { kind: "structural", selector: "", apply: 5 },
  ],
  ...[
    { kind: "structural", selector: 7, apply: act },
    { kind: "structural", selector: "a", apply: act },
  ],
  ...[
    { kind: "x-new", selector: "/a", aliases: ["b"] },
    { kind: "x-new", selector: "", apply: act },
  ],
  ...[
    { selector: "", apply: act },
    { kind: 5, selector: "/a", aliases: ["b"] },
  ],
  ...[
    { kind: "toString", selector: "/a" },
    { kind: "glob", selector: "/a" },
  ],
  ...[
    { kind: "scalar", selector: "/b" },
    { kind: "scalar", selector: "/b", scalarType: "toString" },
  ],
  ...[{ kind: "scalar", selector: "/b", scalarType: 7 }, { kind: "filesystem-path" }],
  ...[{ kind: "alias", selector: "/a", aliases: ["b"], accepts: "toString" }],
  ...[{ kind: "alias", selector: "/a", aliases: ["b"], accepts: [null, 5, "text"] }],
  ...[{ kind: "alias", selector: "/a", aliases: ["b"], accepts: [] }],
];

const NOTHING_REQUIRED = { type: "object", properties: { a: { type: "string" } } };

const TOKENS = { kind: "grammar-tokens", selector: "" };

function* shapes(library: Library): Generator<string | undefined> {
  const alias = { kind: "alias", selector: "/a", aliases: ["b"], accepts: ["number", "string"] };
  for (const [index, none] of NO_PREPROCESSORS.entries()) {
    const input = { b: "x" };
    const alone = repairWith(library, input, { schema: NOTHING_REQUIRED, preprocessors: [none] });
    yield differs(`shape ${index}`, ["valid", { b: "x" }, []], summary(alone));
    yield alone.args === input ? undefined : `shape ${index}: another value comes back`;
    const more = repairWith(library, { b: "x" }, { schema: NOTHING_REQUIRED, preprocessors: [none, alias] });
    yield differs(
      `beside shape ${index}`,
      ["repaired", { a: "x" }, ["preprocess.exact-alias"]],
      summary(more),
    );
    const preprocessors = [none, TOKENS, alias];
    const cleaned = repairWith(library, { "b</arg_key>": "x" }, { schema: NOTHING_REQUIRED, preprocessors });
    yield differs(
      `before the cleaning of keys: shape ${index}`,
      ["repaired", { a: "x" }, ["stripGrammarTokenLeak", "preprocess.exact-alias"]],
      summary(cleaned),
    );
  }
}

const anyShape: LibraryProperty = {
  name: "preprocessors-of-any-shape",
  check: (library) => firstProblem(shapes(library)),
};

/** Which model ids the families mean. */
const FAMILIES: readonly (readonly [families: unknown, modelId: unknown, meant: boolean])[] = [
  [undefined, undefined, true],
  [undefined, "any", true],
  [["kimi"], "kimi-k2", true],
  [["KIMI"], "vendor/Kimi-K2", true],
  [["glm", "kimi"], "kimi-k2", true],
  [["kimi", "glm"], "kimi-k2", true],
  [["kimi"], "kimi/other", false],
  [["kimi"], "glm-5", false],
  [["kimi"], undefined, false],
  [["kimi"], 5, false],
  [[], "kimi-k2", false],
  [[""], "kimi-k2", false],
  [["", "kimi"], "kimi-k2", true],
  ["kimi", "kimi-k2", false],
  [{ 0: "kimi" }, "kimi-k2", false],
  [null, "kimi-k2", false],
  [[null, 5, {}], "kimi-k2", false],
  [[/kimi/], "kimi-k2", true],
  [[/KIMI/], "kimi-k2", false],
  [[/KIMI/i], "kimi-k2", true],
  [[/^k2/], "vendor/kimi/k2", true],
  [[/glm/], "kimi-k2", false],
  [[/kimi/g], "kimi-k2", true],
  [[/k2/y], "kimi-k2", false],
];

function* families(library: Library): Generator<string | undefined> {
  for (const [modelFamilies, modelId, meant] of FAMILIES) {
    const preprocessors = [{ kind: "anchor-bleed", selector: "/a", modelFamilies }];
    // Twice: an expression must not remember.
    for (const round of [1, 2]) {
      const result = repairWith(library, { a: "^x" }, { preprocessors, modelId });
      const wanted = meant ? ["repaired", { a: "x" }, ["stripAnchorBleed"]] : ["valid", { a: "^x" }, []];
      yield differs(
        `${String(modelFamilies)} for ${String(modelId)}, time ${round}`,
        wanted,
        summary(result),
      );
    }
  }
}

const modelFamilies: LibraryProperty = {
  name: "model-families",
  check: (library) => firstProblem(families(library)),
};

function* lists(library: Library): Generator<string | undefined> {
  const aliases = ["b"];
  const accepts = ["number"];
  const preprocessors: unknown[] = [{ kind: "alias", selector: "/a", aliases, accepts }];
  const pathFields: string[] = ["p"];
  const config = { schema: { type: "object" }, preprocessors, legacyConfig: { pathFields } };
  const ask = (input: object) => summary(repairWith(library, input, config));
  yield differs("an alias of another type", ["valid", { b: "x" }, []], ask({ b: "x" }));
  accepts.push("string");
  yield differs(
    "a type that was added",
    ["repaired", { a: "x" }, ["preprocess.exact-alias"]],
    ask({ b: "x" }),
  );
  yield differs("a name that is none", ["valid", { c: "x" }, []], ask({ c: "x" }));
  aliases.push("c");
  yield differs(
    "a name that was added",
    ["repaired", { a: "x" }, ["preprocess.exact-alias"]],
    ask({ c: "x" }),
  );
  preprocessors.push({ kind: "string-or-array", selector: "/l" });
  yield differs(
    "a preprocessor that was added",
    ["repaired", { l: ["x"] }, ["preprocess.string-or-array"]],
    ask({ l: "x" }),
  );
  const link = "[a.md](http://a.md)";
  yield differs("no path field", ["valid", { q: link }, []], ask({ q: link }));
  pathFields.push("q");
  yield differs(
    "a path field that was added",
    ["repaired", { q: "a.md" }, ["unwrapMarkdownAutoLink"]],
    ask({ q: link }),
  );
}

const changedLists: LibraryProperty = {
  name: "lists-that-change-between-calls",
  check: (library) => firstProblem(lists(library)),
};

const LINK = "[a.md](http://a.md)";

function* stages(library: Library): Generator<string | undefined> {
  const run = (input: unknown, preprocessors: readonly object[], allowed = true) =>
    library.preprocessInput({
      ...{ input, toolName: "owned", allowValidValueTransforms: allowed },
      preprocessors: preprocessors as Parameters<Library["preprocessInput"]>[0]["preprocessors"],
    });
  const every = [
    { kind: "filesystem-path", selector: "/list/*" },
    { kind: "filesystem-path-array", selector: "/list" },
    { kind: "grammar-tokens", selector: "" },
    { kind: "grammar-tokens", selector: "/list" },
    { kind: "anchor-bleed", selector: "/inner/deep/0" },
    { kind: "alias", selector: "/inner/b", aliases: ["c"] },
  ];
  const clean = { list: ["a", "b", 5], inner: { deep: ["x"], c: null } };
  yield run(clean, every).value === clean ? undefined : "a clean value is not the same reference";
  yield differs("changes of a clean value", [], run(clean, every).changes);
  yield differs("observations of a clean value", [], run(clean, every, false).observations);
  const inner = { deep: ["x"] };
  const partly = run({ list: [LINK], inner }, every);
  yield differs("one part that is cleaned", { list: ["a.md"], inner }, partly.value);
  yield (partly.value as { inner: unknown }).inner === inner ? undefined : "a clean part is copied";
  const some = run({ list: [LINK, "b", LINK] }, [{ kind: "filesystem-path", selector: "/list/*" }]);
  yield differs("a change for each place", 2, some.changes.length);
  yield some.changes[1]?.note.includes("`list.2`") ? undefined : `the note is ${some.changes[1]?.note}`;
  yield differs("the cleaned list", { list: ["a.md", "b", "a.md"] }, some.value);
  const seen = run({ list: ["^x", "y"] }, [{ kind: "anchor-bleed", selector: "/list/*" }], false);
  yield differs("what is observed only", [{ list: ["^x", "y"] }, []], [seen.value, seen.changes]);
  yield differs(
    "observations",
    [{ channel: "tool", stage: "valid-value", ruleId: "stripAnchorBleed", toolName: "owned" }],
    seen.observations,
  );
  const both = [
    { kind: "anchor-bleed", selector: "/a" },
    { kind: "filesystem-path", selector: "/p" },
  ];
  const mixed = run({ a: "^x", p: LINK }, both, false);
  yield differs("one observation beside a change", [1, 1], [mixed.observations.length, mixed.changes.length]);
  const key = "<arg_key>a</arg_key>";
  const keys = run({ inner: { [key]: 1 } }, [{ kind: "grammar-tokens", selector: "/inner" }]);
  yield differs("a cleaned key, without a schema", { inner: { a: 1 } }, keys.value);
  yield keys.changes[0]?.note.includes("`inner.a`") ? undefined : `the note is ${keys.changes[0]?.note}`;
  const alias = [{ kind: "alias", selector: "/a", aliases: ["b"] }];
  for (const [held, after] of [
    ["", { a: "", b: "x" }],
    [null, { a: "x" }],
    [undefined, { a: "x" }],
    [0, { a: 0, b: "x" }],
  ])
    yield differs(
      `a field that holds ${String(held)}, without a schema`,
      after,
      run({ a: held, b: "x" }, alias).value,
    );
  let asked = 0;
  const idle = { kind: "structural", selector: "", ruleId: "idle", apply: () => void asked++ };
  run({ a: 1 }, [idle]);
  yield differs("how often a transform without an effect is asked", 1, asked);
  const refusing = { kind: "structural", selector: "/a", ruleId: "no", apply: () => ({ refused: "no" }) };
  const refused = run({ a: "^x", p: LINK }, [...both, refusing], false);
  yield differs(
    "a refusal",
    [{ a: "^x", p: LINK }, [], 1],
    [refused.value, refused.changes, refused.observations.length],
  );
  yield differs("what is refused", { path: ["a"], reason: "no" }, refused.refused);
  const cycle = [
    { kind: "alias", selector: "/a", aliases: ["b"] },
    { kind: "alias", selector: "/b", aliases: ["a"] },
  ];
  yield differs("names of each other", 1, Object.keys(run({ a: "x" }, cycle).value as object).length);
}

const wholeStage: LibraryProperty = {
  name: "preprocessing-alone",
  check: (library) => firstProblem(stages(library)),
};

/** Configuration in every shape. */
export const configurationProperties: readonly LibraryProperty[] = Object.freeze([
  ...[anyShape, modelFamilies, changedLists, wholeStage],
]);
