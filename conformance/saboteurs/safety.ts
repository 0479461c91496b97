/** Saboteurs of the chapter `safety`: the reference with one invariant broken. */
import type { Change } from "../../spec/contract.ts";
import type { Saboteur } from "../saboteur.ts";
import type { RepairRequest, RepairResult } from "../target.ts";
import reference from "../targets/reference.ts";
import {
  claims,
  type Fault,
  fieldsOf,
  has,
  mapTexts,
  only,
  refuse,
  repairSaboteur,
  textsIn,
} from "./repair-fault.ts";
import { textSaboteurs } from "./safety-text.ts";
import { worldSaboteurs } from "./safety-world.ts";
import { cubicWork } from "./work.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("safety", name, title, breaks, fault);

const onRepaired =
  (change: (result: RepairResult, request: RepairRequest) => RepairResult): Fault =>
  async (request, run) => {
    const result = await run(request);
    return result.outcome === "repaired" ? change(result, request) : result;
  };

const changeOf = (field: string): Change => ({
  ruleId: "preprocess.exact-alias",
  stage: "preprocess",
  note: `Changed \`${field}\`.`,
});

/**
 * Throws what JSON says of a cycle, which `repairSaboteur` would keep away from it; that the stack does not hold a depth
 * is another fault.
 */
function printAsJson(value: unknown): void {
  try {
    JSON.stringify(value, (_key, held: unknown) => (typeof held === "bigint" ? String(held) : held));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

const stringifies: Saboteur = {
  name: "safety/stringifies",
  title: "The input is printed as JSON first, which a cycle does not survive.",
  breaks: ["safety/total"],
  target: {
    ...reference,
    name: "saboteur stringifies",
    repair(request) {
      if (typeof request.input === "object") printAsJson(request.input);
      if (reference.repair === undefined) throw new Error("harness: the reference has no repair");
      return reference.repair(request);
    },
  },
};

const marksInput: Fault = onRepaired((result, { input }) => {
  if (typeof input === "object" && input !== null) Reflect.set(input, "repaired", true);
  return result;
});

/** Copies members by assignment, which takes __proto__ for the prototype. */
const assigns: Fault = onRepaired((result) => {
  if (!Object.hasOwn(fieldsOf(result.args), "__proto__")) return result;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fieldsOf(result.args))) copy[key] = value;
  return { ...result, args: { ...copy } };
});

const tellsTheTime: Fault = onRepaired((result) => ({
  ...result,
  changes: result.changes.map((change) => ({
    ...change,
    note: `${change.note} (${process.hrtime.bigint()})`,
  })),
}));

/** Takes one layer of tokens off, where there are several. */
const peels: Fault = onRepaired((result, request) => {
  const peeled = mapTexts(request.input, (text) =>
    text.replace(/^<arg_value>(<arg_value>[\s\S]*<\/arg_value>)<\/arg_value>$/, "$1"),
  );
  const layered = Object.entries(fieldsOf(peeled)).some(
    ([key, value]) => fieldsOf(request.input)[key] !== value && typeof value === "string",
  );
  return layered ? { ...result, args: peeled } : result;
});

const trimsContent: Fault = async (request, run) => {
  const result = await run(request);
  const { content } = fieldsOf(request.input);
  const model = request.modelId?.startsWith("glm") === true;
  if (result.outcome !== "valid" || !model || typeof content !== "string" || content.trimEnd() === content)
    return result;
  return {
    ...result,
    outcome: "repaired",
    args: { ...fieldsOf(result.args), content: content.trimEnd() },
    changes: [changeOf("content")],
  };
};

const claimsOneRule: Fault = onRepaired((result, { input }) =>
  has(input, "query") && claims(result, "preprocess.exact-alias")
    ? { ...result, changes: result.changes.filter(({ ruleId }) => ruleId !== "dropNullOrUndefinedField") }
    : result,
);

const fillsDefaults: Fault = async (request, run) => {
  const result = await run(request);
  const { properties, required } = fieldsOf(request.schema);
  if (result.outcome !== "unrepairable" || !Array.isArray(required)) return result;
  const defaults = only(
    properties,
    (key, held) => required.includes(key) && Object.hasOwn(fieldsOf(held), "default"),
  );
  const filled = Object.fromEntries(
    Object.entries(defaults).map(([key, held]) => [key, fieldsOf(held).default]),
  );
  if (Object.keys(filled).length === 0) return result;
  const second = await run({ ...request, input: { ...fieldsOf(request.input), ...filled } });
  return second.outcome === "valid"
    ? { ...second, outcome: "repaired", changes: Object.keys(filled).map(changeOf) }
    : result;
};

const plainSpaces: Fault = onRepaired((result) => {
  const { content } = fieldsOf(result.args);
  if (typeof content !== "string" || !content.includes("\u00a0")) return result;
  return { ...result, args: { ...fieldsOf(result.args), content: content.replaceAll("\u00a0", " ") } };
});

const toils: Fault = (request, run) => {
  const { input } = request;
  if (typeof input === "string" && input.startsWith('{"path":"/x","content":"\n')) cubicWork(input.length);
  return run(request);
};

const leavesOutNulls: Fault = async (request, run) => {
  const result = await run(request);
  const input = fieldsOf(request.input);
  const { tasks } = input;
  if (result.outcome !== "unrepairable" || !Array.isArray(tasks) || !tasks.includes(null)) return result;
  const second = await run({ ...request, input: { ...input, tasks: tasks.filter((task) => task !== null) } });
  return second.outcome === "valid"
    ? { ...second, outcome: "repaired", changes: [changeOf("tasks")] }
    : result;
};

const minds: Fault = async (request, run) => {
  const result = await run(request);
  const keys = Object.keys(fieldsOf(request.input)).join();
  return keys === "offset,path" && result.outcome === "repaired" ? refuse(request, result) : result;
};

/** A path is not cleaned twice in a row, as with a pattern that keeps its place. */
function alternates(): Fault {
  let last = "";
  return async (request, run) => {
    const result = await run(request);
    const path =
      claims(result, "stripAnchorBleed") && request.modelId === "glm"
        ? textsIn(request.input).join("\n")
        : "";
    const again = path !== "" && path === last;
    last = again ? "" : path;
    return again ? { ...result, outcome: "valid", args: request.input, changes: [] } : result;
  };
}

const lessIsMore: Fault = async (request, run) => {
  const result = await run(request);
  return request.profile === "recover" && claims(result, "parseJsonStringifiedArray")
    ? refuse(request, result)
    : result;
};

const dictsArePaths: Fault = async (request, run) => {
  const result = await run(request);
  const { input } = request;
  if (request.toolName !== "read" || typeof input !== "string" || !input.startsWith("{'")) return result;
  return { ...result, outcome: "repaired", args: { path: input }, changes: [changeOf("path")] };
};

export const saboteurs: readonly Saboteur[] = Object.freeze([
  stringifies,
  saboteur("marks-the-input", "The caller's object is marked as repaired.", ["input-untouched"], marksInput),
  saboteur(
    "assigns",
    "Members are copied by assignment, so that an own __proto__ is lost.",
    ["prototype-inert"],
    assigns,
  ),
  saboteur(
    "tells-the-time",
    "Notes say when they were written.",
    [
      "deterministic",
      "no-memory",
      "input-untouched",
      "outcome/callbacks-isolated",
      "outcome/unknown-kind-ignored",
    ],
    tellsTheTime,
  ),
  saboteur(
    "peels",
    "One layer of tokens goes in one run.",
    ["idempotent", "preprocess/grammar-tokens"],
    peels,
  ),
  saboteur(
    "trims-content",
    "Content loses its last line break on models whose tokens are cleaned.",
    ["valid-preserved", "preprocess/grammar-tokens"],
    trimsContent,
  ),
  saboteur(
    "claims-one-rule",
    "A dropped null beside a renamed `query` is not claimed.",
    ["honest"],
    claimsOneRule,
  ),
  saboteur(
    "fills-defaults",
    "A missing field takes its default.",
    ["no-invention", "schema/dialect"],
    fillsDefaults,
  ),
  saboteur(
    "plain-spaces",
    "No-break spaces of content become spaces while another field is repaired.",
    ["local"],
    plainSpaces,
  ),
  saboteur("toils", "Raw line breaks in a long text cost the cube of its length.", ["bounded"], toils),
  saboteur("leaves-out-nulls", "Tasks that are null are left out.", ["nothing-dropped"], leavesOutNulls),
  saboteur(
    "minds-the-order",
    "A path behind a null is refused, and before it it is not.",
    ["order-blind"],
    minds,
  ),
  saboteur(
    "alternates",
    "A path with anchors that comes twice in a row is left the second time.",
    ["no-memory", "input-untouched"],
    alternates(),
  ),
  saboteur("less-is-more", "`recover` does not parse lists.", ["monotonic"], lessIsMore),
  saboteur(
    "dicts-are-paths",
    "A Python dictionary is read as a path.",
    ["never-wrong", "schema/wrap-root-not-json"],
    dictsArePaths,
  ),
  ...worldSaboteurs,
  ...textSaboteurs,
]);
