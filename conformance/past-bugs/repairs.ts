/** Faults of the past in repairs of arguments. */
import {
  claiming,
  containerIn,
  type Fault,
  fieldsOf,
  mapTexts,
  only,
  refuse,
  repairSaboteur,
  rootAliases,
  textsIn,
  withRules,
} from "../saboteurs/repair-fault.ts";
import type { RepairRequest, RepairResult } from "../target.ts";
import reference from "../targets/reference.ts";
import type { PastBug } from "./bug.ts";

const bug = (name: string, title: string, cases: readonly string[], fault: Fault): PastBug => ({
  ...{ name, title, cases },
  target: repairSaboteur("past", name, title, [], fault).target,
});

const bleeds = ({ modelId = "" }: RepairRequest): boolean => /glm|kimi|minimax/i.test(modelId);

const repairedTo = (result: RepairResult, args: unknown, ruleId: string, note: string): RepairResult => ({
  ...{ ...result, outcome: "repaired", args },
  changes: [{ ruleId, stage: "preprocess", note }],
});

/** Rewrites every text of valid arguments on models that are known to bleed. */
const cleansAll =
  (clean: (text: string) => string): Fault =>
  async (request, run) => {
    const result = await run(request);
    if (result.outcome !== "valid" || !bleeds(request) || fieldsOf(result.args) !== result.args)
      return result;
    const args = mapTexts(result.args, clean);
    const same = textsIn(args).join("\n") === textsIn(result.args).join("\n");
    return same ? result : repairedTo(result, args, "stripGrammarTokenLeak", "Cleaned the arguments.");
  };

/** Refuses what would be repaired, where `when` says so. */
const refusing =
  (when: (request: RepairRequest) => boolean): Fault =>
  async (request, run) => {
    const result = await run(request);
    return result.outcome === "repaired" && when(request) ? refuse(request, result) : result;
  };

function isJsonObject(text: string): boolean {
  const found = containerIn(text);
  return found !== undefined && !Array.isArray(found);
}

const anyTextIsCommand: Fault = async (request, run) => {
  const { input, toolName } = request;
  const result = await run(request);
  if (toolName !== "bash" || typeof input !== "string" || isJsonObject(input)) return result;
  return repairedTo(result, { command: input }, "wrapRootStringAsObject", "Put the text into `command`.");
};

const keepsQuotes: Fault = async (request, run) => {
  const { input, toolName } = request;
  const result = await run(request);
  if (toolName !== "read" || typeof input !== "string" || !/^".*"$/s.test(input)) return result;
  return repairedTo(result, { path: input }, "wrapRootStringAsObject", "Put the text into `path`.");
};

/** Moves an alias, whatever the schema says of its name. */
const stealsDeclared: Fault = async (request, run) => {
  const fields = fieldsOf(request.input);
  for (const [field, aliases] of rootAliases(request)) {
    const alias = aliases.find((name) => Object.hasOwn(fields, name));
    if (alias === undefined || Object.hasOwn(fields, field)) continue;
    const input = { ...only(fields, (key) => key !== alias), [field]: fields[alias] };
    const result = await run({ ...request, input });
    const moved = result.outcome === "unrepairable" ? refuse(request, result) : result;
    return claiming(request, moved, "preprocess.exact-alias");
  }
  return run(request);
};

const FLAT = ["oldText", "old_string", "old_str", "newText", "new_string", "new_str"];

/** Folds what is left when the keys that `lost` names are gone. */
const foldsWithout =
  (lost: (fields: Readonly<Record<string, unknown>>) => readonly string[]): Fault =>
  async (request, run) => {
    const fields = fieldsOf(request.input);
    const gone = FLAT.some((key) => Object.hasOwn(fields, key)) ? lost(fields) : [];
    if (gone.length === 0) return run(request);
    const result = await run({ ...request, input: only(fields, (key) => !gone.includes(key)) });
    return claiming(request, result, "preprocess.edit-fold");
  };

/** The same request with another hook in the place of the owner's. */
const hooked =
  (change: (owner: NonNullable<RepairRequest["owner"]>) => (args: unknown) => unknown): Fault =>
  (request, run) => {
    const { owner } = request;
    return run(owner === undefined ? request : { ...request, owner: { prepareArguments: change(owner) } });
  };

const clonesWhatHookGives: Fault = (request, run) => {
  structuredClone(request.owner?.prepareArguments(structuredClone(request.input)));
  return run(request);
};

/** Says of what it parsed that it is repaired, whether it fits or not. */
const parsedIsRepaired: Fault = async (request, run) => {
  const result = await run(request);
  const fields = fieldsOf(request.input);
  const parsed = Object.entries(fields).map(([key, held]) => [
    key,
    typeof held === "string" ? (containerIn(held) ?? held) : held,
  ]);
  const any = parsed.some(([key, held]) => fields[String(key)] !== held);
  if (result.outcome !== "unrepairable" || !any) return result;
  return repairedTo(result, Object.fromEntries(parsed), "parseJsonStringifiedArray", "Parsed a list.");
};

const oncePerText: Fault = async (request, run) => {
  const result = await run(request);
  const parsed = result.changes.filter(({ ruleId }) => ruleId.startsWith("parseJsonStringified"));
  return parsed.length > 1 ? refuse(request, result) : result;
};

const endsStrings: Fault = async (request, run) => {
  const { input } = request;
  const result = await run(request);
  if (typeof input !== "string" || result.outcome !== "unrepairable") return result;
  const ended = await run({ ...request, input: `${input}"}` });
  return ended.outcome === "repaired" ? ended : result;
};

const dropsEmptyObjects: Fault = async (request, run) => {
  const result = await run(request);
  const fields = fieldsOf(request.input);
  const kept = only(fields, (_key, held) => JSON.stringify(held) !== "{}");
  if (result.outcome !== "unrepairable" || Object.keys(kept).length === Object.keys(fields).length)
    return result;
  const second = await run({ ...request, input: kept });
  return second.outcome === "unrepairable"
    ? result
    : claiming(request, second, "dropEmptyObjectForArrayField");
};

const PROFILES = ["conservative", "adaptive", "recover"];

const misspeltIsAdaptive: Fault = (request, run) => {
  const { profile } = request;
  return run(
    profile === undefined || PROFILES.includes(profile) ? request : { ...request, profile: "adaptive" },
  );
};

const overridesOpenAll: Fault = ({ overrides, ...request }, run) =>
  run(
    overrides?.grammarMode === "recover"
      ? { ...request, overrides, profile: "recover" }
      : { ...request, ...(overrides && { overrides }) },
  );

const hasNullAt =
  (keys: RegExp) =>
  (request: RepairRequest): boolean =>
    Object.entries(fieldsOf(request.input)).some(([key, held]) => held === null && keys.test(key));

const { repair } = reference;

/** A target that does something with the live input before the reference sees it. */
const first = (
  name: string,
  title: string,
  cases: readonly string[],
  look: (input: unknown) => void,
): PastBug => ({
  ...{ name, title, cases },
  target: {
    ...reference,
    name,
    repair(request) {
      look(request.input);
      if (repair === undefined) throw new Error("harness: the reference has no repair");
      return repair(request);
    },
  },
});

export const repairBugs: readonly PastBug[] = Object.freeze([
  bug(
    "trims-where-tokens-leak",
    "On models that leak tokens every text is trimmed, token or not.",
    ["glm-edit-indent-trim", "e2e-glm-write"],
    cleansAll((text) => text.trim()),
  ),
  bug(
    "tokens-out-of-content",
    "Tokens are taken out of content too.",
    ["glm-write-literal-token"],
    cleansAll((text) => text.replaceAll(/<\/?arg_(?:key|value)>/g, "")),
  ),
  bug(
    "anchors-out-of-any-text",
    "Anchors are taken off every text of models that bleed, patterns and commands included.",
    ["ptr-anchor-grep-pattern", "M-prl-030-bash-anchor"],
    cleansAll((text) => text.replace(/^\^+/, "").replace(/\$+(?='?$)/, "")),
  ),
  bug(
    "any-text-is-a-command",
    "Text that is no JSON object becomes the command, whatever it is.",
    [
      "bash-extra-brace-executed",
      "bash-json-array-text-executed",
      "bash-empty-string-executed",
      "M-prl-030-raw-newline-bash",
    ],
    anyTextIsCommand,
  ),
  bug("quotes-kept", "A path as JSON text keeps its quotes.", ["read-quoted-json-string"], keepsQuotes),
  bug(
    "pointers-not-decoded",
    "A null under a key that a pointer has to escape is not found.",
    ["slash-key-null"],
    refusing(hasNullAt(/[/~]/)),
  ),
  bug(
    "empty-key-unseen",
    "A null under the empty key is not found.",
    ["empty-key-null"],
    refusing(hasNullAt(/^$/)),
  ),
  bug(
    "declared-keys-stolen",
    "A key that the schema declares is moved where it is an alias of another.",
    ["alias-steals-declared-field", "alias-steals-optional-declared"],
    stealsDeclared,
  ),
  bug(
    "fold-over-edits",
    "The flat pair takes the place of edits that are text.",
    ["fold-drops-stringified-edits"],
    foldsWithout(({ edits }) => (typeof edits === "string" ? ["edits"] : [])),
  ),
  bug(
    "first-alias-wins",
    "Of two aliases of one field the first on the list wins, the other goes.",
    ["fold-conflicting-aliases"],
    foldsWithout((fields) =>
      Object.hasOwn(fields, "old_string") && Object.hasOwn(fields, "old_str") ? ["old_str"] : [],
    ),
  ),
  bug(
    "half-done-hook-counts",
    "What a hook did before it threw stays done.",
    ["owner-throws-after-mutation"],
    hooked((owner) => (args) => {
      try {
        return owner.prepareArguments(args);
      } catch {
        return args;
      }
    }),
  ),
  bug(
    "hook-without-this",
    "The owner's hook is called without its owner.",
    ["adapter-unbinds-owner-shim"],
    hooked(
      ({ prepareArguments }) =>
        (args) =>
          Reflect.apply(prepareArguments, undefined, [args]),
    ),
  ),
  bug(
    "hook-result-cloned",
    "What a hook gives is cloned outside of any guard.",
    ["owner-returns-function"],
    clonesWhatHookGives,
  ),
  bug("one-pass", "One pass of parsing is all.", ["M-prl-iterate-parse-parse"], oncePerText),
  bug(
    "parsed-is-repaired",
    "What was parsed counts as repaired before it is validated.",
    ["M-prl-iterate-noprogress"],
    parsedIsRepaired,
  ),
  bug(
    "open-strings-ended",
    "A string that the cut left open is ended.",
    ["M-prl-030-truncated"],
    endsStrings,
  ),
  bug(
    "empty-objects-go",
    "An empty object goes from any field.",
    ["ptr-empty-object-any-type"],
    dropsEmptyObjects,
  ),
  bug(
    "empty-path-stays",
    "An empty path wins over a filled alias.",
    ["M-prl-030-empty-path"],
    refusing(({ input }) => fieldsOf(input).path === ""),
  ),
  bug(
    "items-keep-tokens",
    "Tokens in the items of a list stay.",
    ["M-prl-regression-array-tokens"],
    (request, run) =>
      run(
        withRules(request, (rule) =>
          rule.kind === "grammar-tokens" && rule.selector.endsWith("/*") ? undefined : rule,
        ),
      ),
  ),
  bug(
    "tokens-stay-at-keys",
    "A token before a key stays.",
    ["M-ptr-glm-key", "M-ptr-glm-message-end"],
    refusing(({ input }) => Object.keys(fieldsOf(input)).some((key) => key.startsWith("<arg_key>"))),
  ),
  bug(
    "misspelt-is-adaptive",
    "A misspelt profile is `adaptive`.",
    ["profile-typo-fails-open"],
    misspeltIsAdaptive,
  ),
  bug(
    "overrides-open-all",
    "An override of the grammar mode brings the profile of that name.",
    ["policy-override-smuggle"],
    overridesOpenAll,
  ),
  first(
    "clones-first",
    "The input is cloned before anything else.",
    ["function-value-throws", "getter-throws"],
    (input) => {
      structuredClone(input);
    },
  ),
  first("prints-to-compare", "The input is printed as JSON to compare it.", ["cycle-glm-throws"], (input) => {
    JSON.stringify(input);
  }),
  first(
    "walks-without-end",
    "The input is walked by recursion, cycles and all.",
    ["ptr-token-cycle-throws"],
    (input) => {
      mapTexts(input, (text) => text);
    },
  ),
]);
