/** Saboteurs of the chapter `schema`. */
import { sameJson, toJson } from "../json-text.ts";
import type { Saboteur } from "../saboteur.ts";
import type { RepairRequest, RepairResult } from "../target.ts";
import {
  claiming,
  claims,
  containerIn,
  type Fault,
  fieldsOf,
  has,
  only,
  refuse,
  repairSaboteur,
  textsIn,
} from "./repair-fault.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("schema", name, title, breaks, fault);

/** Refuses what the reference repaired, if `when` says so. */
const refusing =
  (when: (request: RepairRequest, result: RepairResult) => boolean): Fault =>
  async (request, run) => {
    const result = await run(request);
    return result.outcome === "repaired" && when(request, result) ? refuse(request, result) : result;
  };

/** Tries again with other arguments what the reference refused; undefined leaves the refusal. */
const insisting =
  (ruleId: string, change: (request: RepairRequest) => unknown): Fault =>
  async (request, run) => {
    const result = await run(request);
    const input = result.outcome === "unrepairable" ? change(request) : undefined;
    if (input === undefined) return result;
    const second = await run({ ...request, input });
    return second.outcome === "unrepairable" ? result : claiming(request, second, ruleId);
  };

const schemaOf = ({ schema }: RepairRequest, key: string): Readonly<Record<string, unknown>> =>
  fieldsOf(fieldsOf(fieldsOf(schema).properties)[key]);

const isRequired = ({ schema }: RepairRequest, key: string): boolean => {
  const { required } = fieldsOf(schema);
  return Array.isArray(required) && required.includes(key);
};

/** The root's fields of which `drop` is true left out; undefined if there is none. */
function dropped(request: RepairRequest, drop: (key: string, value: unknown) => boolean): unknown {
  const kept = only(request.input, (key, value) => !drop(key, value));
  return Object.keys(kept).length < Object.keys(fieldsOf(request.input)).length ? kept : undefined;
}

/** The root's fields with `map` over their values; undefined if nothing changed. */
function mapped(request: RepairRequest, map: (value: unknown, key: string) => unknown): unknown {
  const input = fieldsOf(request.input);
  const after = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, map(value, key)]));
  return Object.keys(input).length === 0 || sameJson(toJson(input), toJson(after)) ? undefined : after;
}

const unreadableUnseen: Fault = async (request, run) => {
  const result = await run(request);
  const observations = result.observations?.filter(({ ruleId }) => ruleId !== "schema-unreadable");
  return observations === undefined ? result : { ...result, observations };
};

const renamesTwoFields = (request: RepairRequest, result: RepairResult): boolean => {
  const fields = Object.keys(request.legacyConfig?.fieldAliases ?? {});
  const isObject = typeof request.input === "object" && !Array.isArray(request.input);
  const filled = fields.filter((field) => !has(request.input, field) && has(result.args, field));
  return claims(result, "renameAliasedField") && isObject && filled.length > 1;
};

/** True if a null stands under a key that begins with a tilde, at any depth. */
function hasTildeNull(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, held]) => (held === null && key.startsWith("~")) || hasTildeNull(held),
  );
}

const isBracket = (value: unknown): value is string => typeof value === "string" && /^\s*\[\s*$/.test(value);

const bracketRuns: Fault = insisting("wrapRootStringAsObject", ({ input, legacyConfig }) => {
  const field = legacyConfig?.rootString?.field;
  return isBracket(input) && field !== undefined ? { [field]: input } : undefined;
});

/** Every text that is a field of an object inside of the value. */
function textFields(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.values(value).filter((held) => typeof held === "string");
  return [...own, ...Object.values(value).flatMap(textFields)];
}

/** A field of a parsed text that held an object as text, and was parsed too. */
const hasInnerObject = (request: RepairRequest, { args }: RepairResult): boolean => {
  const left = new Set(textsIn(args));
  return textsIn(request.input).some((text) =>
    textFields(containerIn(text)).some(
      (inner) => inner.startsWith("{") && containerIn(inner) !== undefined && !left.has(inner),
    ),
  );
};

const undeclaredNullsGo: Fault = async (request, run) => {
  const result = await run(request);
  if (!claims(result, "dropNullOrUndefinedField") || !has(request.schema, "properties")) return result;
  const isKept = (key: string, value: unknown) =>
    value !== null || Object.keys(schemaOf(request, key)).length > 0;
  return { ...result, args: only(result.args, isKept) };
};

const firstBranchWins: Fault = async (request, run) => {
  const result = await run(request);
  const { anyOf } = fieldsOf(request.schema);
  if (result.outcome !== "unrepairable" || !Array.isArray(anyOf) || !claimsAlias(request)) return result;
  const first = await run({ ...request, schema: { ...fieldsOf(request.schema), anyOf: anyOf.slice(0, 1) } });
  return first.outcome === "repaired" ? first : result;
};

const claimsAlias = ({ legacyConfig }: RepairRequest): boolean =>
  Object.keys(legacyConfig?.fieldAliases ?? {}).length > 0;

const isJsonString = (text: unknown): boolean => typeof text === "string" && /^"[^{[]*"$/.test(text);

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur(
    "unreadable-unseen",
    "A schema that cannot be read is not reported.",
    ["dialect"],
    unreadableUnseen,
  ),
  saboteur(
    "one-rename-a-call",
    "Two missing fields of the root are too many to rename.",
    ["rename-alias"],
    refusing(renamesTwoFields),
  ),
  saboteur(
    "tilde-null-refused",
    "A null under a key that begins with a tilde is refused.",
    ["drop-optional-null"],
    refusing(({ input }) => hasTildeNull(input)),
  ),
  saboteur(
    "placeholder-for-text",
    "{} is dropped from an optional text field too.",
    ["drop-empty-object", "every-shape"],
    insisting("dropEmptyObjectPlaceholder", (request) =>
      dropped(
        request,
        (key, value) =>
          toJson(value) === "{}" && schemaOf(request, key).type === "string" && !isRequired(request, key),
      ),
    ),
  ),
  saboteur(
    "padded-object-text",
    "JSON text of an object is not parsed behind white space.",
    ["parse-stringified"],
    refusing(
      ({ input }, result) =>
        claims(result, "parseJsonStringifiedObject") && textsIn(input).some((text) => /^\s+\{/.test(text)),
    ),
  ),
  saboteur(
    "object-text-not-wrapped",
    "One object as JSON text is not made a list.",
    ["wrap-object", "every-shape", "safety/local"],
    refusing(
      (_request, result) =>
        claims(result, "schema-repair.wrap-object") && claims(result, "parseJsonStringifiedObject"),
    ),
  ),
  saboteur(
    "comma-not-wrapped",
    "A bare string with a comma is not made a list.",
    ["wrap-bare-string"],
    refusing(
      ({ input }, result) =>
        claims(result, "wrapBareStringAsArray") && textsIn(input).some((text) => text.includes(", ")),
    ),
  ),
  saboteur(
    "fence-wrapped",
    "A fence that does not parse is made a list of one.",
    ["wrap-string-not-json"],
    insisting("wrapBareStringAsArray", (request) =>
      mapped(request, (value, key) =>
        typeof value === "string" && value.startsWith("```") && schemaOf(request, key).type === "array"
          ? [value]
          : value,
      ),
    ),
  ),
  saboteur(
    "quoted-text-refused",
    "Root text in JSON quotes is refused.",
    ["wrap-root-string", "wrap-root-not-json", "envelope/limits"],
    refusing(({ input }, result) => isJsonString(input) && claims(result, "wrapRootStringAsObject")),
  ),
  saboteur("bracket-runs", "A lone square bracket becomes a command.", ["wrap-root-not-json"], bracketRuns),
  saboteur(
    "one-level-of-text",
    "An object as text in a field of parsed text is not parsed.",
    ["iterate"],
    refusing(hasInnerObject),
  ),
  saboteur(
    "undeclared-nulls-go",
    "With a dropped null all undeclared ones of the root go.",
    ["reported-places-only"],
    undeclaredNullsGo,
  ),
  saboteur(
    "one-is-true",
    "The number 1 does for true.",
    ["strict-before-convert", "every-shape", "outcome/benign-conversion-deferred"],
    insisting("final-validation.host-conversion", (request) =>
      mapped(request, (value, key) =>
        value === 1 && schemaOf(request, key).type === "boolean" ? true : value,
      ),
    ),
  ),
  saboteur(
    "wrong-member-dropped",
    "A wrong enum member is dropped from an optional field.",
    ["constraints-not-faked", "every-shape"],
    insisting("dropNullOrUndefinedField", (request) =>
      dropped(
        request,
        (key, value) =>
          typeof value === "string" && has(schemaOf(request, key), "enum") && !isRequired(request, key),
      ),
    ),
  ),
  saboteur(
    "first-branch-wins",
    "Where branches of the root read an alias differently the first one wins.",
    ["every-shape"],
    firstBranchWins,
  ),
]);
