/** Properties of the clean-up of texts: auto-links, scalars and lists, bled anchors, grammar tokens. */
import fc, { type Arbitrary } from "fast-check";
import type { Preprocessor, RepairCall } from "../../spec/contract.ts";
import { hardText, jsonNumber, pathText, plainText } from "../arbitraries.ts";
import { askRepair, type Check } from "../check.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { builtInCallOf, callWith } from "../valid-calls.ts";
import { builtInTool } from "../vector-call.ts";
import { type Case, caseProperty, customCall, refused, repaired, valid, type Wanted } from "./case.ts";

const text = { type: "string" };

/** A call of a built-in with its own schema and configuration. */
export function builtIn(name: string, input: unknown, more: Partial<RepairCall> = {}): RepairCall {
  const { schema, preprocessors, legacyConfig } = builtInTool(name);
  return {
    toolName: name,
    schema,
    input: toJson(input),
    preprocessors: [...preprocessors],
    legacyConfig,
    ...more,
  };
}

/** One piece of a path and what it is once cleaned. */
const pathPiece: Arbitrary<readonly [dirty: string, clean: string]> = fc
  .tuple(fc.constantFrom("auto", "auto", "label", "longer", "other case", "plain"), plainText)
  .map(([kind, word]) => {
    const name = `${word}.Md`;
    if (kind === "auto") return [`[${name}](http://${name})`, name];
    if (kind === "label") return [`[see](http://${name})`, `[see](http://${name})`];
    if (kind === "longer") return [`[${name}](http://${name}/)`, `[${name}](http://${name}/)`];
    if (kind === "other case") return [`[${name}](http://${word}.md)`, `[${name}](http://${word}.md)`];
    return [name, name];
  });

const linkedPath = fc.array(pathPiece, { minLength: 1, maxLength: 3 }).map((pieces) => ({
  dirty: pieces.map(([dirty]) => dirty).join("/"),
  clean: pieces.map(([, clean]) => clean).join("/"),
}));

const linked: Arbitrary<Case> = fc
  .tuple(fc.constantFrom("read", "write", "edit", "grep", "find", "ls"), linkedPath)
  .chain(([tool, { dirty, clean }]) =>
    builtInCallOf(tool).map(({ args }): Case => {
      const call = builtIn(tool, { ...args, path: dirty });
      return dirty === clean
        ? { call, wanted: valid, label: "none" }
        : { call, wanted: repaired({ ...args, path: clean }), label: "auto-link" };
    }),
  );

const linkedList: Arbitrary<Case> = fc.array(linkedPath, { maxLength: 4 }).map((paths) => {
  const [dirty, clean] = [paths.map((path) => path.dirty), paths.map((path) => path.clean)];
  const preprocessors: Preprocessor[] = [{ kind: "filesystem-path-array", selector: "/paths" }];
  const schema = { type: "object", properties: { paths: { type: "array", items: text } } };
  const call = customCall(schema, { paths: dirty }, { preprocessors });
  return toJson(dirty) === toJson(clean)
    ? { call, wanted: valid, label: "none" }
    : { call, wanted: repaired({ paths: clean }), label: "auto-link" };
});

const LINK_PARTS = ["[", "]", "(", ")", "](http://", "](https://", "a.md", "[a.md](http://a.md)", "/", "!"];
const linkSoup = fc
  .array(fc.constantFrom(...LINK_PARTS), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join(""));

/** Whatever comes out once comes out again. */
function* checkStable(path: string): Check {
  const first = (yield* askRepair(builtIn("read", { path }))).answer;
  const second = (yield* askRepair({ ...builtIn("read", {}), input: first.args })).answer;
  if (second.outcome === "valid") return undefined;
  return {
    says: "a second run changes what the first one left",
    expected: first.args,
    received: second.args,
  };
}

const SCALARS = ["string", "number", "integer", "boolean"] as const;

function scalarCase(
  scalarType: (typeof SCALARS)[number],
  value: unknown,
  wanted: unknown,
  label: string,
): Case {
  const schema = { type: "object", required: ["v"], properties: { v: { type: scalarType } } };
  const call = customCall(
    schema,
    { v: value },
    { preprocessors: [{ kind: "scalar", selector: "/v", scalarType }] },
  );
  return { call, wanted: label === "exact" ? repaired({ v: wanted }) : refused, label };
}

const LOSSY: readonly (readonly [(typeof SCALARS)[number], unknown])[] = [
  ["integer", "5.7"],
  ["integer", 5.7],
  ["number", "007"],
  ["number", "1e400"],
  ["number", "9007199254740993"],
  ["number", "0x10"],
  ["number", ""],
  ["number", "five"],
  ["number", "NaN"],
  ["boolean", "yes"],
  ["boolean", ""],
  ["boolean", "2"],
  ["string", ["a"]],
  ["string", { a: 1 }],
  ["integer", [1]],
];

const scalars: Arbitrary<Case> = fc.oneof(
  jsonNumber.map((n) => scalarCase("number", String(n), Number(String(n)), "exact")),
  fc.integer().map((n) => scalarCase("integer", String(n), n, "exact")),
  fc.integer().map((n) => scalarCase("string", n, String(n), "exact")),
  fc.boolean().map((b) => scalarCase("boolean", String(b), b, "exact")),
  fc.boolean().map((b) => scalarCase("string", b, String(b), "exact")),
  fc.constantFrom(...LOSSY).map(([type, value]) => scalarCase(type, value, undefined, "lossy")),
);

const lists: Arbitrary<Case> = fc
  .tuple(plainText, fc.constantFrom("one", "list", "number"), fc.constantFrom([], ["x"], ["x", "y"]))
  .map(([word, kind, items]) => {
    const value = kind === "one" ? word : kind === "list" ? items : 5;
    const schema = { type: "object", required: ["v"], properties: { v: { type: "array", items: text } } };
    const call = customCall(
      schema,
      { v: value },
      { preprocessors: [{ kind: "string-or-array", selector: "/v" }] },
    );
    const wanted: Wanted = kind === "one" ? repaired({ v: [word] }) : kind === "list" ? valid : refused;
    return { call, wanted, label: kind };
  });

const isEscaped = (value: string): boolean => (/\\*$/.exec(value)?.[0].length ?? 0) % 2 === 1;

/** The text without bled anchors, as the requirement says it. */
function withoutAnchors(value: string): string {
  let start = 0;
  while (value[start] === "^") start += 1;
  if (start === 0) return value;
  let end = value.length;
  while (end > start && value[end - 1] === "$" && !isEscaped(value.slice(start, end - 1))) end -= 1;
  return end > start ? value.slice(start, end) : value;
}

const anchored: Arbitrary<string> = fc
  .tuple(
    fc.nat({ max: 3 }),
    fc.oneof(pathText, fc.constantFrom("", "a\\", "a\\\\", "^b$c")),
    fc.nat({ max: 2 }),
  )
  // Several dollar signs without a leading anchor are not settled by the catalogue.
  .map(
    ([carets, core, dollars]) =>
      "^".repeat(carets) + core + "$".repeat(carets > 0 ? dollars : Math.min(dollars, 1)),
  )
  .filter((value) => value !== "" && !/^[^^].*\$\$$/.test(value));

const MODELS: readonly (readonly [model: string | undefined, isBleeding: boolean])[] = [
  ["moonshotai/kimi-k2-instruct", true],
  ["Kimi-K2-Thinking", true],
  ["minimax/MiniMax-M2.1", true],
  ["zai-org/GLM-4.6", true],
  ["glm-5", true],
  ["claude-sonnet-4-5", false],
  ["gpt-5", false],
  ["qwen3-coder", false],
  ["kimi-latest", false],
  [undefined, false],
];
const PLACES = [
  "read path",
  "find pattern",
  "ls path",
  "grep pattern",
  "bash command",
  "write content",
] as const;

const BLEEDING_PLACES: readonly (typeof PLACES)[number][] = ["read path", "find pattern", "ls path"];

/** Arguments of a built-in with the text at the place. */
function argsAt(
  place: (typeof PLACES)[number],
  value: string,
): readonly [tool: string, args: Record<string, unknown>] {
  const [tool = "", field = ""] = place.split(" ");
  const rest = place === "find pattern" ? { limit: 5 } : place === "write content" ? { path: "p" } : {};
  return [tool, { ...rest, [field]: value }];
}

const anchors: Arbitrary<Case> = fc
  .tuple(
    anchored,
    fc.oneof(fc.constantFrom(...MODELS), fc.constantFrom(...MODELS.filter(([, isBleeding]) => isBleeding))),
    fc.constantFrom(...PLACES, ...BLEEDING_PLACES),
    fc.constantFrom("adaptive", "recover", "conservative", "conservative"),
  )
  .map(([value, [modelId, isBleeding], place, profile]) => {
    const [tool, args] = argsAt(place, value);
    const clean = withoutAnchors(value);
    const call = builtIn(tool, args, { profile, ...(modelId !== undefined && { modelId }) });
    const isPlace = BLEEDING_PLACES.includes(place);
    if (!isPlace || !isBleeding || clean === value) {
      return {
        call,
        wanted: valid,
        label: isPlace ? (isBleeding ? "nothing to strip" : "other model") : "other place",
      };
    }
    if (profile === "conservative") return { call, wanted: { ...valid, observes: "" }, label: "observed" };
    return { call, wanted: repaired(argsAt(place, clean)[1]), label: "stripped" };
  });

const spaced: Arbitrary<string> = fc
  .tuple(fc.constantFrom("", " ", "\n", "\t  "), plainText, fc.constantFrom("", " ", "\n", "  \n"))
  .map((parts) => parts.join(""));

/** So many layers of a pair of tokens. */
const wrapIn = (name: string, layers: number, value: string): string =>
  `<${name}>`.repeat(layers) + value + `</${name}>`.repeat(layers);

const tokens: Arbitrary<Case> = fc
  .tuple(
    spaced,
    fc.integer({ min: 1, max: 3 }),
    fc.nat({ max: 2 }),
    fc.constantFrom("glm-4.6", "zai-org/GLM-5", "glm-5.3", "kimi-k2", undefined),
    fc.constantFrom(...PLACES),
  )
  .map(([value, layers, keyLayers, modelId, place]) => {
    const [tool, args] = argsAt(place, value);
    const field = Object.keys(args).at(-1) ?? "";
    const dirty = { ...args, [field]: wrapIn("arg_value", layers, value) };
    const isGlm = modelId !== undefined && /glm/i.test(modelId);
    const more = modelId === undefined ? {} : { modelId };
    if (place === "write content") {
      return { call: builtIn(tool, dirty, more), wanted: valid, label: "content" };
    }
    if (!isGlm) return { call: builtIn(tool, dirty, more), wanted: valid, label: "other model" };
    const { [field]: inside, ...rest } = dirty;
    const keyed = { ...rest, [wrapIn("arg_key", keyLayers, field)]: inside };
    return {
      call: builtIn(tool, keyed, more),
      wanted: repaired(args),
      label: keyLayers > 0 ? "key" : "value",
    };
  });

const noTokens: Arbitrary<Case> = fc
  .tuple(fc.constantFrom("write", "edit", "bash", "grep"), fc.constantFrom("glm-4.6", "zai-org/GLM-5"))
  .chain(([tool, modelId]) =>
    builtInCallOf(tool)
      .filter(({ args }) => !/arg_(key|value)/.test(toJson(args)) && !/\^/.test(toJson(args.path ?? "")))
      .map((call): Case => ({ call: callWith(call, call.args, { modelId }), wanted: valid, label: tool })),
  );

const collapsing: Arbitrary<Case> = fc.tuple(hardText, plainText, fc.boolean()).map(([one, two, hasBoth]) => {
  const clean = one.replace(/<\/?arg_(key|value)>/g, "");
  const call = (input: object) => builtIn("grep", input, { modelId: "glm-4.6" });
  return hasBoth
    ? { call: call({ pattern: clean, "<arg_key>pattern</arg_key>": two }), wanted: valid, label: "collision" }
    : {
        call: call({ "<arg_key>pattern</arg_key>": two }),
        wanted: repaired({ pattern: two }),
        label: "free",
      };
});

/** What `preprocess` says of the clean-up of texts. */
export const textProperties: readonly Property[] = [
  caseProperty(
    "preprocess/auto-link/only-auto-links",
    "In a path exactly the links whose text is their address are unwrapped.",
    linked,
    { "auto-link": 0.3, none: 0.2 },
  ),
  caseProperty("preprocess/auto-link/each-of-a-list", "The same holds for each path of a list.", linkedList, {
    "auto-link": 0.4,
    none: 0.15,
  }),
  property({
    address: "preprocess/auto-link/stable",
    title: "A second run changes nothing, however links are nested or cut.",
    capability: "repair",
    arbitrary: linkSoup,
    check: checkStable,
    labels: (path) => (path.includes("[a.md](http://a.md)") ? ["has a link"] : []),
    floors: { "has a link": 0.15 },
  }),
  caseProperty(
    "preprocess/scalar-and-list/exact-or-not-at-all",
    "A scalar is converted as declared if nothing is lost, and else not at all.",
    scalars,
    { exact: 0.6, lossy: 0.02 },
  ),
  caseProperty(
    "preprocess/scalar-and-list/wraps-one-string",
    "One string becomes a list of one; a list stays, and nothing else is wrapped.",
    lists,
    { one: 0.1, list: 0.1, number: 0.1 },
  ),
  caseProperty(
    "preprocess/anchor-bleed/place-model-and-profile",
    "Anchors go at the configured places, for the configured models, where the profile allows, and nowhere else.",
    anchors,
    { stripped: 0.02, observed: 0.02, "other model": 0.02, "other place": 0.1, "nothing to strip": 0.02 },
  ),
  caseProperty(
    "preprocess/grammar-tokens/only-the-token",
    "All layers of tokens go from keys and values, and white space stays.",
    tokens,
    { key: 0.1, value: 0.02, "other model": 0.1, content: 0.02 },
  ),
  caseProperty(
    "preprocess/grammar-tokens/no-token-no-change",
    "A call without a token is untouched, indentation and final newlines included.",
    noTokens,
    { edit: 0.07, write: 0.07 },
  ),
  caseProperty(
    "preprocess/grammar-tokens/keys-do-not-collapse",
    "A key is cleaned only if its clean name is free.",
    collapsing,
    { collision: 0.25, free: 0.25 },
  ),
];
