/** Saboteurs whose fault shows beside what is usually looked at: later, in the caller's objects, or in long values. */
import type { Saboteur } from "../saboteur.ts";
import type { PreprocessorRule, RepairResult, Target } from "../target.ts";
import reference from "../targets/reference.ts";
import { type Fault, fieldsOf, only, repairSaboteur } from "./repair-fault.ts";

const MAX_CHARACTERS = 4096;

const fillsBeside: Fault = async (request, run) => {
  const result = await run(request);
  if (result.outcome !== "repaired" || Array.isArray(result.args)) return result;
  const args = fieldsOf(result.args);
  const missing = only(
    fieldsOf(request.schema).properties,
    (key, held) => !Object.hasOwn(args, key) && Object.hasOwn(fieldsOf(held), "default"),
  );
  if (Object.keys(missing).length === 0) return result;
  const filled = Object.entries(missing).map(([key, held]) => [key, fieldsOf(held).default] as const);
  return { ...result, args: { ...args, ...Object.fromEntries(filled) } };
};

const cutsLists: Fault = async (request, run) => {
  const result = await run(request);
  const args = fieldsOf(result.args);
  const long = only(args, (_key, held) => Array.isArray(held) && held.length > 50);
  if (result.outcome !== "repaired" || Object.keys(long).length === 0) return result;
  const cut = Object.entries(long).map(([key, held]) => [key, (held as unknown[]).slice(0, 50)] as const);
  return { ...result, args: { ...args, ...Object.fromEntries(cut) } };
};

/** Fills a message that is cut already up to as many characters as bytes are allowed. */
const countsCharacters: Fault = async (request, run) => {
  const result = await run(request);
  const { retryMessage } = result;
  if (retryMessage === undefined || !/[^\p{ASCII}]/u.test(request.toolName)) return result;
  if (request.toolName.length < 64) return result;
  const more = `${retryMessage} ${request.toolName.repeat(64)}`;
  return { ...result, retryMessage: more.slice(0, MAX_CHARACTERS) };
};

const quotesKeys: Fault = async (request, run) => {
  const result = await run(request);
  const key = Object.keys(fieldsOf(request.input)).find((name) => name.includes("\u202e"));
  // With settings of its own the message is another one.
  if (result.retryMessage === undefined || key === undefined || request.profile !== undefined) return result;
  return { ...result, retryMessage: `${result.retryMessage} The key ${key} is not declared.` };
};

const addsRule: Fault = async (request, run) => {
  const result = await run(request);
  const rules = request.preprocessors as PreprocessorRule[] | undefined;
  if (rules !== undefined && !Object.isFrozen(rules)) rules.reverse().push({ kind: "x-seen", selector: "" });
  return result;
};

const freezesInput: Fault = async (request, run) => {
  const result = await run(request);
  if (typeof request.input === "object") Object.freeze(request.input);
  return result;
};

const marksLater: Fault = async (request, run) => {
  const result = await run(request);
  const { input } = request;
  if (typeof input === "object" && input !== null && !Array.isArray(input))
    setTimeout(() => Reflect.set(input, "seen", true), 0);
  return result;
};

/** The callback gets a copy, with which a caller cannot find its own result again. */
const copies: Target = {
  ...reference,
  name: "saboteur calls-back-with-a-copy",
  async repair({ onOutcome, ...request }): Promise<RepairResult> {
    if (reference.repair === undefined) throw new Error("harness: the reference has no repair");
    const result = await reference.repair(request);
    try {
      onOutcome?.({ ...result });
    } catch {
      // A callback that throws changes nothing.
    }
    return result;
  },
};

export const saboteurs: readonly Saboteur[] = Object.freeze([
  repairSaboteur(
    "safety",
    "fills-defaults-beside",
    "Optional fields that are missing from a repaired value take their defaults.",
    ["no-invention", "schema/dialect"],
    fillsBeside,
  ),
  repairSaboteur(
    "safety",
    "cuts-lists",
    "Repaired lists end after 50 members.",
    ["nothing-dropped"],
    cutsLists,
  ),
  repairSaboteur(
    "outcome",
    "counts-characters",
    "The limit of retry messages counts characters.",
    ["unrepairable-is-original"],
    countsCharacters,
  ),
  repairSaboteur(
    "outcome",
    "quotes-keys",
    "Retry messages quote an undeclared key with its bidi marks.",
    ["unrepairable-is-original"],
    quotesKeys,
  ),
  repairSaboteur(
    "safety",
    "adds-a-rule",
    "The caller's list of rules is changed.",
    ["input-untouched"],
    addsRule,
  ),
  repairSaboteur(
    "safety",
    "freezes-input",
    "The caller's input is frozen.",
    ["input-untouched"],
    freezesInput,
  ),
  repairSaboteur(
    "safety",
    "marks-later",
    "The caller's input is changed after the answer.",
    ["input-untouched"],
    marksLater,
  ),
  {
    name: "outcome/calls-back-with-a-copy",
    title: "The outcome callback gets a copy of the result.",
    breaks: ["outcome/callbacks-isolated"],
    target: copies,
  },
]);
