/** A configuration is read once where nothing in it can change any more, and anew at every call where something can. */
import { sameJson } from "../json-text.ts";
import { differs, firstProblem, type Library, type LibraryProperty, repairWith, summary } from "./library.ts";

const OPEN = { type: "object" };
const RULE = { kind: "anchor-bleed", selector: "/path" };

interface Changing {
  readonly preprocessors: readonly unknown[];
  readonly change: () => void;
  readonly modelId?: string;
}

/** Configurations with one part that is not frozen; once it has changed, `path` loses its anchor. */
const CHANGING: Readonly<Record<string, () => Changing>> = {
  "the list"() {
    const preprocessors: unknown[] = [Object.freeze({ ...RULE, selector: "/other" })];
    return { preprocessors, change: () => void preprocessors.push(Object.freeze({ ...RULE })) };
  },
  "an item"() {
    const item = { ...RULE, selector: "/other" };
    const change = () => Object.assign(item, RULE);
    return { preprocessors: Object.freeze([item]), change };
  },
  "the second item"() {
    const item = { ...RULE, selector: "/other" };
    const first = Object.freeze({ ...RULE, selector: "/third" });
    return { preprocessors: Object.freeze([first, item]), change: () => Object.assign(item, RULE) };
  },
  "the first item"() {
    const item = { ...RULE, selector: "/other" };
    const last = Object.freeze({ ...RULE, selector: "/third" });
    return { preprocessors: Object.freeze([item, 5, last]), change: () => Object.assign(item, RULE) };
  },
  "a list that is frozen after its first use"() {
    const item = { ...RULE, selector: "/other" };
    const preprocessors = [item];
    const change = () => void [Object.freeze(Object.assign(item, RULE)), Object.freeze(preprocessors)];
    return { preprocessors, change };
  },
  "an accessor"() {
    let selector = "/other";
    const item = Object.freeze(
      Object.defineProperty({ kind: RULE.kind }, "selector", { get: () => selector, enumerable: true }),
    );
    const change = () => {
      selector = RULE.selector;
    };
    return { preprocessors: Object.freeze([item]), change };
  },
  "what an item inherits"() {
    const kind = { ...RULE, selector: "/other" };
    const item: unknown = Object.freeze(Object.create(kind));
    return { preprocessors: Object.freeze([item]), change: () => Object.assign(kind, RULE) };
  },
  "a list in an item"() {
    const modelFamilies = ["none"];
    const item = Object.freeze({ ...RULE, modelFamilies });
    const change = () => void modelFamilies.push("some");
    return { preprocessors: Object.freeze([item]), change, modelId: "some-model" };
  },
  "an expression in a list of an item"() {
    const family = /none/;
    const item = Object.freeze({ ...RULE, modelFamilies: Object.freeze(["other", family]) });
    const change = () => void family.compile("some");
    return { preprocessors: Object.freeze([item]), change, modelId: "some-model" };
  },
};

function* changes(library: Library): Generator<string | undefined> {
  for (const [part, make] of Object.entries(CHANGING)) {
    const { preprocessors, change, modelId } = make();
    const ask = () => summary(repairWith(library, { path: "^x" }, { schema: OPEN, preprocessors, modelId }));
    yield differs(`before ${part} changes`, ["valid", { path: "^x" }, []], ask());
    yield differs(`before ${part} changes, again`, ["valid", { path: "^x" }, []], ask());
    change();
    const wanted = ["repaired", { path: "x" }, ["stripAnchorBleed"]];
    yield differs(`once ${part} has changed`, wanted, ask());
  }
}

const whatCanChange: LibraryProperty = {
  name: "what-can-change-is-read-again",
  check: (library) => firstProblem(changes(library)),
};

const TEXTS = ["a.md", "[a.md](http://a.md)", "^a$", "<arg_value>x</arg_value>", ""];
const KEYS = ["path", "pattern", "file_path", "<arg_key>path", "oldText", "old_string", "*", "toString"];

const VALUES: readonly unknown[] = [
  ...[
    {},
    { path: null },
    { path: ["a.md", "^a$"] },
    { path: { 0: "^a$" } },
    { edits: {} },
    { edits: [null, 5] },
  ],
  ...[{ edits: null }, { edits: "^a$" }, { edits: 5 }, { S: "^a$" }, { S: { path: "^a$" } }],
  ...[
    { edits: [{ oldText: "a" }, { old_string: "b" }] },
    { edits: { old_string: "b" } },
    { "*": { old_string: "b" } },
  ],
  ...KEYS.flatMap((key) => TEXTS.flatMap((text) => [{ [key]: text }, { edits: [{ [key]: text }] }])),
];
const MODELS = [undefined, "some/other-model", "zai/glm-4.6", "kimi-k2", "minimax-m2"];

function* alike(library: Library): Generator<string | undefined> {
  for (const [toolName, tool] of Object.entries(library.builtInTools)) {
    const copy = { ...tool, preprocessors: tool.preprocessors.map((one) => ({ ...one })) };
    for (const [index, value] of VALUES.entries()) {
      const modelId = MODELS[index % MODELS.length];
      const ask = (config: object) =>
        repairWith(library, value, { ...config, toolName, schema: OPEN, modelId });
      const [frozen, free] = [ask(tool), ask(copy)];
      // Nearly always the same in every part.
      if (!sameJson(JSON.stringify(free), JSON.stringify(frozen)))
        yield differs(
          `${toolName} with ${JSON.stringify(value)} by ${modelId}`,
          summary(free),
          summary(frozen),
        ) ?? "it observes otherwise";
    }
  }
}

const builtIns: LibraryProperty = {
  name: "frozen-configuration-of-the-built-ins",
  check: (library) => firstProblem(alike(library)),
};

/** More models than any list of them that is kept. */
const MANY = 12;

function* sessions(library: Library): Generator<string | undefined> {
  const gated = Object.freeze({
    ...{ kind: "anchor-bleed", selector: "/path" },
    modelFamilies: Object.freeze(["glm"]),
  });
  const preprocessors = Object.freeze([gated]);
  const ask = (path: unknown, modelId: string, toolName = "read") =>
    summary(repairWith(library, { path }, { schema: OPEN, preprocessors, modelId, toolName }));
  for (let model = 0; model < MANY; model++) {
    for (const round of [1, 2]) {
      const about = `model ${model}, time ${round}`;
      yield differs(about, ["valid", { path: "^a" }, []], ask("^a", `other-${model}`));
      yield differs(about, ["repaired", { path: "a" }, ["stripAnchorBleed"]], ask("^a", `glm-${model}`));
      yield differs(about, ["valid", { path: "a" }, []], ask("a", `glm-${model}`));
    }
  }
  const pattern = Object.freeze([Object.freeze({ ...gated, selector: "/pattern" })]);
  const same = Object.freeze([...pattern]);
  for (const [toolName, list] of [
    ...(["find", "grep", "find"] as const).map((name) => [name, pattern] as const),
    ...(["grep", "find", "grep"] as const).map((name) => [name, same] as const),
  ]) {
    const config = { schema: OPEN, preprocessors: list, modelId: "glm-5", toolName };
    const wanted =
      toolName === "find"
        ? ["repaired", { pattern: "a" }, ["stripAnchorBleed"]]
        : ["valid", { pattern: "^a" }, []];
    yield differs(
      `an anchor for ${toolName}`,
      wanted,
      summary(repairWith(library, { pattern: "^a" }, config)),
    );
  }
}

const manyModels: LibraryProperty = {
  name: "models-and-tools-of-one-configuration",
  check: (library) => firstProblem(sessions(library)),
};

function* owners(library: Library): Generator<string | undefined> {
  const apply = (value: unknown) => {
    Object.assign(value as object, { touched: true });
    return undefined;
  };
  const own = Object.freeze({ kind: "structural", selector: "", ruleId: "own", apply });
  const link = Object.freeze({ kind: "filesystem-path", selector: "/path" });
  const preprocessors = Object.freeze([null, 5, undefined, "x", own, link]);
  for (const round of [1, 2]) {
    const input = { path: "a" };
    const result = repairWith(library, input, { schema: OPEN, preprocessors });
    yield differs(
      `a transform that touches its argument, time ${round}`,
      ["valid", { path: "a" }, []],
      summary(result),
    );
    yield result.args === input ? undefined : "another value comes back";
  }
  const cleaned = repairWith(library, { path: "[a](http://a)" }, { schema: OPEN, preprocessors });
  yield differs(
    "a link beside it",
    ["repaired", { path: "a" }, ["preprocess.filesystem-path"]],
    summary(cleaned),
  );
}

const ownTransforms: LibraryProperty = {
  name: "owner-transforms-in-a-frozen-list",
  check: (library) => firstProblem(owners(library)),
};

/** Frozen configuration, and such as is not. */
export const frozenProperties: readonly LibraryProperty[] = Object.freeze([
  whatCanChange,
  builtIns,
  manyModels,
  ownTransforms,
]);
