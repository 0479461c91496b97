/** Saboteurs of the chapter `outcome`: the reference with one thing wrong in what it says of a verdict. */
import type { Change } from "../../spec/contract.ts";
import { parseJson, toJson } from "../json-text.ts";
import type { Saboteur } from "../saboteur.ts";
import type { RepairRequest, RepairResult } from "../target.ts";
import reference from "../targets/reference.ts";
import { type Fault, fieldsOf, has, repairSaboteur, textsIn } from "./repair-fault.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("outcome", name, title, breaks, fault);

/** A fault in the result alone. */
const after =
  (change: (result: RepairResult, request: RepairRequest) => RepairResult): Fault =>
  async (request, run) =>
    change(await run(request), request);

const onValid = (change: (result: RepairResult, request: RepairRequest) => RepairResult): Fault =>
  after((result, request) => (result.outcome === "valid" ? change(result, request) : result));

const withChanges = (map: (change: Change) => Change | undefined): Fault =>
  after((result) => ({
    ...result,
    changes: result.changes.map(map).filter((change) => change !== undefined),
  }));

const PHANTOM: Change = { ruleId: "preprocess.exact-alias", stage: "preprocess", note: "Renamed `path`." };

const isPlainTree = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

const copies: Fault = onValid((result) =>
  isPlainTree(result.args) ? { ...result, args: parseJson(toJson(result.args)) } : result,
);

/** The schema without its enums: any value of the field's type passes. */
function withoutEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEnums);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) =>
      key === "enum" ? ["description", "any"] : [key, withoutEnums(held)],
    ),
  );
}

const ignoresEnums: Fault = async (request, run) => {
  const properties = fieldsOf(fieldsOf(request.schema).properties);
  const mode = fieldsOf(properties.mode);
  const list = fieldsOf(properties.list);
  if (!Array.isArray(mode.enum) || list.type !== "array") return run(request);
  return run({ ...request, schema: withoutEnums(request.schema) });
};

const countsOffsets: Fault = onValid((result, request) => {
  const { offset } = fieldsOf(result.args);
  const { type } = fieldsOf(fieldsOf(fieldsOf(request.schema).properties).offset);
  if (type !== "number" && type !== "integer") return result;
  if (typeof offset !== "string" || String(Number(offset)) !== offset) return result;
  const note = "`offset` is a number, not text.";
  const change = {
    ruleId: "final-validation.host-conversion",
    stage: "final-validation",
    note,
    silent: true,
  };
  return {
    ...result,
    outcome: "repaired",
    args: { ...fieldsOf(result.args), offset: Number(offset) },
    changes: [change],
  };
});

const inShout: Fault = after((result, request) =>
  result.outcome === "unrepairable" && textsIn(request.input).includes("FALSE")
    ? { ...result, outcome: "valid" }
    : result,
);

/** Calls the request's own callback once more than the harness's own wrapping does. */
function callsBack(times: number): Saboteur["target"] {
  const { repair } = reference;
  return {
    ...reference,
    name: `saboteur calls back ${times} times`,
    async repair(request) {
      if (repair === undefined) throw new Error("harness: the reference has no repair");
      const { onOutcome, ...rest } = request;
      const result = await repair(rest);
      for (let time = 0; time < times; time += 1) {
        try {
          onOutcome?.(result);
        } catch {
          // What the callback does is not what is wrong here.
        }
      }
      return result;
    },
  };
}

const throwsThrough: Saboteur["target"] = {
  ...reference,
  name: "saboteur lets callbacks throw",
  async repair(request) {
    const { onOutcome, ...rest } = request;
    const result = await reference.repair?.(rest);
    if (result === undefined) throw new Error("harness: the reference has no repair");
    onOutcome?.(result);
    return result;
  },
};

const isUnknown = ({ kind }: { readonly kind: string }): boolean => kind.startsWith("x-");

const refusesUnknown: Fault = (request, run) => {
  const unknown = request.preprocessors?.find(({ kind }) => kind === "x-");
  if (unknown !== undefined) throw new TypeError(`unknown preprocessor ${unknown.kind}`);
  return run(request);
};

const stopsAtUnknown: Fault = (request, run) => {
  const { preprocessors } = request;
  const at = preprocessors?.findIndex(isUnknown) ?? -1;
  return run(
    at < 0 || preprocessors === undefined
      ? request
      : { ...request, preprocessors: preprocessors.slice(0, at) },
  );
};

const summary = (change: (result: RepairResult, request: RepairRequest) => Partial<RepairResult>): Fault =>
  after((result, request) =>
    result.outcome === "unrepairable" ? { ...result, ...change(result, request) } : result,
  );

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur(
    "fourth-outcome",
    "A digit as the whole arguments is `ignored`.",
    ["one-of-three"],
    after((result, { input }) => (input === 7 ? { ...result, outcome: "ignored" } : result)),
  ),
  saboteur(
    "copies-valid",
    "A valid value comes back as a copy.",
    ["valid-is-untouched", "safety/valid-preserved", "safety/total"],
    copies,
  ),
  saboteur(
    "claims-for-valid",
    "A valid edit with a key that nobody declared claims a change.",
    ["valid-is-untouched", "safety/honest"],
    onValid((result) => {
      const { edits } = fieldsOf(result.args);
      const noted = Array.isArray(edits) && edits.some((edit) => has(edit, "note"));
      return noted ? { ...result, changes: [PHANTOM] } : result;
    }),
  ),
  saboteur(
    "ignores-enums",
    "A wrong enum member passes beside a list.",
    ["repaired-is-valid", "safety/input-untouched"],
    ignoresEnums,
  ),
  saboteur(
    "half-mended",
    "A refusal comes with the part of the repair that worked.",
    ["unrepairable-is-original", "safety/honest"],
    after((result, { input }) => {
      const { file_path: path, content } = fieldsOf(input);
      return result.outcome === "unrepairable" && path !== undefined && content === null
        ? { ...result, args: { path, content } }
        : result;
    }),
  ),
  saboteur(
    "long-message",
    "The retry message quotes the schema.",
    ["unrepairable-is-original", "safety/total"],
    summary(({ retryMessage }, { schema }) => ({
      retryMessage: `${retryMessage} ${toJson(schema, [])}${".".repeat(5000)}`,
    })),
  ),
  saboteur(
    "nameless-message",
    "The retry message of a tool with many fields names no tool.",
    ["unrepairable-is-original"],
    summary(({ retryMessage }, { toolName, schema }) => {
      const { required } = fieldsOf(schema);
      const many = Array.isArray(required) && required.length > 100;
      return many ? { retryMessage: retryMessage?.replaceAll(toolName, "it") ?? "" } : {};
    }),
  ),
  saboteur(
    "quotes-the-input",
    "The retry message quotes the input.",
    ["unrepairable-is-original", "safety/total"],
    summary(({ retryMessage }, request) => ({
      retryMessage: `${retryMessage} ${textsIn(request.input).join(" ")} ${Object.keys(fieldsOf(request.input)).join(" ")}`,
    })),
  ),
  saboteur(
    "undeclared-stage",
    "Schema repairs name a stage of their own.",
    ["change-is-complete"],
    withChanges((change) => (change.stage === "schema-repair" ? { ...change, stage: "repair" } : change)),
  ),
  saboteur(
    "mute-notes",
    "Notes say that something was fixed, not what.",
    ["change-is-complete"],
    withChanges((change) => ({ ...change, note: "Fixed it." })),
  ),
  saboteur(
    "converts-eagerly",
    "A line number as text is converted although no rule fired.",
    ["benign-conversion-deferred", "repaired-is-valid"],
    countsOffsets,
  ),
  saboteur("any-case", "FALSE counts as a boolean.", ["benign-conversion-deferred"], inShout),
  saboteur(
    "loud-conversions",
    "Conversions beside a repair are not silent.",
    ["host-stable", "safety/idempotent", "preprocess/grammar-tokens"],
    withChanges((change) =>
      change.ruleId === "final-validation.host-conversion" ? { ...change, silent: false } : change,
    ),
  ),
  saboteur(
    "ignores-the-host",
    "What the host does by itself is repaired all the same.",
    ["host-stable", "schema/every-shape"],
    ({ host: _host, ...request }, run) => run(request),
  ),
  saboteur(
    "counts-the-input",
    "The fingerprint depends on the length of the input.",
    ["shape-fingerprint"],
    summary(({ fingerprint }, { input }) => ({ fingerprint: `${fingerprint}${toJson(input, []).length}` })),
  ),
  saboteur(
    "one-fingerprint",
    "All failures of a tool have one fingerprint.",
    ["shape-fingerprint"],
    summary((_result, { toolName }) => ({ fingerprint: toolName })),
  ),
  saboteur(
    "telling-summary",
    "The issue summary quotes the first text of the input.",
    ["shape-fingerprint"],
    summary(({ issueSummary }, request) => ({
      issueSummary: `${issueSummary} ${textsIn(request.input)[0] ?? ""} ${Object.keys(fieldsOf(fieldsOf(request.input).env)).join()}`,
    })),
  ),
  {
    name: "outcome/calls-back-twice",
    title: "The outcome callback runs twice.",
    breaks: ["outcome/callbacks-isolated"],
    target: callsBack(2),
  },
  {
    name: "outcome/throws-through",
    title: "What the outcome callback throws reaches the caller.",
    breaks: ["outcome/callbacks-isolated"],
    target: throwsThrough,
  },
  saboteur(
    "refuses-unknown-kinds",
    "A preprocessor whose kind has no name throws.",
    ["unknown-kind-ignored"],
    refusesUnknown,
  ),
  saboteur(
    "stops-at-unknown-kinds",
    "Preprocessors behind one of an unknown kind do not run.",
    ["unknown-kind-ignored"],
    stopsAtUnknown,
  ),
]);
