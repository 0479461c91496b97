/** Saboteurs of the chapter `preprocess`. */
import type { Saboteur } from "../saboteur.ts";
import type { PreprocessorRule, RepairRequest } from "../target.ts";
import {
  claiming,
  claims,
  type Fault,
  fieldsOf,
  has,
  only,
  type Run,
  refuse,
  repairSaboteur,
  rootAliases,
  withRules,
} from "./repair-fault.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("preprocess", name, title, breaks, fault);

/** A fault of the configuration alone. */
const reconfigured =
  (map: (rule: PreprocessorRule) => PreprocessorRule | undefined): Fault =>
  (request, run) =>
    run(withRules(request, map));

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

const zeroIsMissing: Fault = async (request, run) => {
  const input = fieldsOf(request.input);
  const field = rootAliases(request).find(([name]) => input[name] === 0)?.[0];
  if (field === undefined) return run(request);
  const result = await run({ ...request, input: only(input, (key) => key !== field) });
  return claims(result, "preprocess.exact-alias") ? result : run(request);
};

const requiredOf = ({ schema }: RepairRequest): readonly unknown[] => {
  const { required } = fieldsOf(schema);
  return Array.isArray(required) ? required : [];
};

/** Keys of the root that name an optional field beside its first alias. */
function losers(request: RepairRequest): readonly string[] {
  const input = fieldsOf(request.input);
  return rootAliases(request).flatMap(([field, names]) => {
    const present = names.filter((name) => has(input, name) && !isEmpty(input[name]));
    const isOptional = !requiredOf(request).includes(field);
    return isOptional && !has(input, field) && present.length > 1 ? present.slice(1) : [];
  });
}

const firstOfTwo: Fault = async (request, run) => {
  const others = losers(request);
  if (others.length === 0) return run(request);
  const result = await run({ ...request, input: only(request.input, (key) => !others.includes(key)) });
  if (result.outcome !== "repaired") return run(request);
  return {
    ...result,
    args: { ...fieldsOf(result.args), ...only(request.input, (key) => others.includes(key)) },
  };
};

const conservativeReturnsFirst: Fault = async (request, run) => {
  if (request.profile !== "conservative") return run(request);
  const without = await run(withRules(request, (rule) => (rule.kind === "alias" ? undefined : rule)));
  return without.outcome === "valid" ? without : run(request);
};

const patternsDeclareNothing: Fault = async (request, run) => {
  if (!has(request.schema, "patternProperties")) return run(request);
  const schema = only(request.schema, (key) => key !== "patternProperties");
  const result = await run({ ...request, schema });
  return claims(result, "preprocess.exact-alias") ? result : run(request);
};

const nullIsMoved: Fault = async (request, run) => {
  const input = fieldsOf(request.input);
  const found = rootAliases(request).find(
    ([field, names]) => !has(input, field) && names.some((name) => has(input, name)),
  );
  const name = found?.[1].find((alias) => has(input, alias));
  if (found === undefined || name === undefined || input[name] !== null) return run(request);
  const moved = { ...only(input, (key) => key !== name), [found[0]]: null };
  const result = await run({ ...request, input: moved });
  return result.outcome === "unrepairable"
    ? run(request)
    : claiming(request, result, "preprocess.exact-alias");
};

const capitalized = (name: string): string => (name[0] ?? "").toUpperCase() + name.slice(1);

const capital: Fault = async (request, run) => {
  const declared = Object.keys(fieldsOf(fieldsOf(request.schema).properties));
  const input = fieldsOf(request.input);
  const nameOf = (key: string) =>
    declared.find((name) => capitalized(name) === key && !has(input, name)) ?? key;
  const renamed = Object.fromEntries(Object.entries(input).map(([key, value]) => [nameOf(key), value]));
  const plain = await run(request);
  if (plain.outcome !== "unrepairable" || Object.keys(input).every((key) => nameOf(key) === key))
    return plain;
  return claiming(request, await run({ ...request, input: renamed }), "renameAliasedField");
};

const DOLLAR = /^[^^].*[^\\$]\$$/s;

/** The reference strips a trailing anchor where a leading one went: so it is given one. */
const loneDollarGoes: Fault = async (request, run) => {
  if (!/kimi/i.test(request.modelId ?? "")) return run(request);
  const places = (request.preprocessors ?? []).filter(({ kind }) => kind === "anchor-bleed");
  const isDirty = (key: string, value: unknown) =>
    typeof value === "string" && DOLLAR.test(value) && places.some(({ selector }) => selector === `/${key}`);
  const input = fieldsOf(request.input);
  if (!Object.entries(input).some(([key, value]) => isDirty(key, value))) return run(request);
  const pairs = Object.entries(input).map(([key, value]) => [key, isDirty(key, value) ? `^${value}` : value]);
  const result = await run({ ...request, input: Object.fromEntries(pairs) });
  return claims(result, "stripAnchorBleed") ? result : run(request);
};

/** Rare among drawn texts: a trimmed value is a wrong call too, and `safety/never-wrong` must not see it by chance. */
const INDENTED_LINE = /^ {2}\S.*\n$/s;

const trimsBesideTokens: Fault = async (request, run) => {
  const result = await run(request);
  if (!claims(result, "stripGrammarTokenLeak") || Array.isArray(result.args)) return result;
  const input = fieldsOf(request.input);
  const trimmed = Object.entries(fieldsOf(result.args)).map(([key, value]) => {
    const isCleaned = typeof value === "string" && typeof input[key] === "string" && input[key] !== value;
    return [key, isCleaned && INDENTED_LINE.test(value) ? value.trim() : value];
  });
  return { ...result, args: Object.fromEntries(trimmed) };
};

const refusesEmptyEdits: Fault = async (request, run) => {
  const result = await run(request);
  return has(request.input, "edits") && claims(result, "foldFlatEditFields")
    ? refuse(request, result)
    : result;
};

const writesTheValue: Fault = async (request, run) => {
  const result = await run(request);
  const pattern = fieldsOf(request.input).pattern;
  const observations = result.observations?.map((observation) =>
    observation.ruleId === "stripGrammarTokenLeak" && typeof pattern === "string"
      ? { ...observation, outcome: pattern }
      : observation,
  );
  return observations === undefined ? result : { ...result, observations };
};

const stripHidesRepair: Fault = async (request, run) => {
  const result = await run(request);
  const strips = result.changes.filter(({ ruleId }) => ruleId.startsWith("strip"));
  const rest = result.changes.filter(({ silent, stage }) => silent === true || stage !== "schema-repair");
  return strips.length > 0 ? { ...result, changes: rest } : result;
};

/** What a hook did before it gave back a promise is kept. */
const promiseMeansUndefined = (request: RepairRequest, run: Run) => {
  const { owner } = request;
  if (owner === undefined) return run(request);
  const prepareArguments = (args: unknown): unknown => {
    const given = owner.prepareArguments(args);
    return given instanceof Promise ? undefined : given;
  };
  return run({ ...request, owner: { prepareArguments } });
};

const isDoubleStarredPath = ({ kind, selector }: PreprocessorRule): boolean =>
  kind === "filesystem-path" && /\*.*\*/.test(selector);

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur(
    "one-star-a-selector",
    "A path selector with two stars selects nothing.",
    ["selectors"],
    reconfigured((rule) => (isDoubleStarredPath(rule) ? undefined : rule)),
  ),
  saboteur(
    "guard-ignored",
    "An alias is moved whatever the kind of its value.",
    ["exact-alias"],
    reconfigured((rule) =>
      "aliases" in rule
        ? {
            kind: rule.kind,
            selector: rule.selector,
            aliases: rule.aliases,
            emptyEquivalentToMissing: rule.emptyEquivalentToMissing === true,
          }
        : rule,
    ),
  ),
  saboteur(
    "zero-is-missing",
    "A field that holds zero counts as missing.",
    ["canonical-wins"],
    zeroIsMissing,
  ),
  saboteur(
    "first-of-two-aliases",
    "Of two aliases of an optional field the first is taken.",
    ["conflicting-aliases"],
    firstOfTwo,
  ),
  saboteur(
    "empty-is-missing",
    "Empty text counts as missing in every field.",
    ["empty-canonical"],
    reconfigured((rule) => ("aliases" in rule ? { ...rule, emptyEquivalentToMissing: true } : rule)),
  ),
  saboteur(
    "conservative-returns-first",
    "Under conservative a valid call returns before its aliases are looked at.",
    ["alias-before-fast-return"],
    conservativeReturnsFirst,
  ),
  saboteur(
    "patterns-declare-nothing",
    "A key that only patternProperties declare is taken for an alias.",
    ["declared-key-is-no-alias"],
    patternsDeclareNothing,
  ),
  saboteur("null-is-moved", "A null alias is moved to its field.", ["empty-alias-ignored"], nullIsMoved),
  saboteur(
    "capital-first-letter",
    "A capital first letter makes no difference to a name.",
    ["no-guessing"],
    capital,
  ),
  saboteur(
    "lists-of-paths-left",
    "The paths of a list keep their auto-links.",
    ["auto-link"],
    reconfigured((rule) => (rule.kind === "filesystem-path-array" ? undefined : rule)),
  ),
  saboteur(
    "no-text-from-scalars",
    "scalar turns nothing into text.",
    ["scalar-and-list"],
    reconfigured((rule) => ("scalarType" in rule && rule.scalarType === "string" ? undefined : rule)),
  ),
  saboteur(
    "lone-dollar-goes",
    "For Kimi a trailing dollar sign goes without a leading anchor.",
    ["anchor-bleed"],
    loneDollarGoes,
  ),
  saboteur(
    "trims-beside-tokens",
    "The blanks and the line end of an indented line go with its tokens.",
    ["grammar-tokens"],
    trimsBesideTokens,
  ),
  saboteur(
    "empty-edits-refused",
    "A flat edit beside empty edits is refused.",
    ["edit-fold"],
    refusesEmptyEdits,
  ),
  saboteur(
    "observation-with-value",
    "An observed token comes with the value that holds it.",
    ["conservative-observes"],
    writesTheValue,
  ),
  saboteur(
    "strip-hides-repair",
    "Beside a strip the repair is not claimed.",
    ["strip-before-repair"],
    stripHidesRepair,
  ),
  saboteur(
    "promise-means-undefined",
    "A hook that gives back a promise keeps what it did before.",
    ["owner-hook"],
    promiseMeansUndefined,
  ),
]);
