/** What saboteurs of repairs share: wrapping the reference, and results that stay honest in all but the fault. */
import { toJson } from "../json-text.ts";
import { knownAnswer } from "../known-answers.ts";
import type { Saboteur } from "../saboteur.ts";
import type { PreprocessorRule, RepairRequest, RepairResult } from "../target.ts";
import reference from "../targets/reference.ts";

export type Run = (request: RepairRequest) => Promise<RepairResult>;
export type Fault = (request: RepairRequest, run: Run) => RepairResult | Promise<RepairResult>;
export type Fields = Readonly<Record<string, unknown>>;

const run: Run = async (request) => {
  const known = knownAnswer<RepairResult>(request);
  if (known !== undefined) return known;
  if (reference.repair === undefined) throw new Error("harness: the reference has no repair");
  return reference.repair(request);
};

/** Faults read the input with less care than the reference: what is no JSON goes to the reference as it is. */
function isJson(input: unknown): boolean {
  try {
    const outside: string[] = [];
    toJson(input, outside);
    return outside.length === 0;
  } catch {
    return false;
  }
}

/** The outcome callback gets what the saboteur returns, so that a fault shows in its own place only. */
async function answer(request: RepairRequest, fault: Fault): Promise<RepairResult> {
  // What is known without a callback was asked by the harness, and is JSON.
  if (knownAnswer(request) !== undefined) return fault(request, run);
  const { onOutcome, ...rest } = request;
  const result = await (isJson(rest.input) ? fault(rest, run) : run(rest));
  try {
    onOutcome?.(result);
  } catch {
    // A callback that throws changes nothing.
  }
  return result;
}

/** A saboteur whose repairs go through `fault`. `breaks` may leave out its own chapter's name. */
export function repairSaboteur(
  chapter: string,
  name: string,
  title: string,
  breaks: readonly string[],
  fault: Fault,
): Saboteur {
  return {
    name: `${chapter}/${name}`,
    title,
    breaks: breaks.map((row) => (row.includes("/") ? row : `${chapter}/${row}`)),
    target: { ...reference, name: `saboteur ${name}`, repair: (request) => answer(request, fault) },
  };
}

/** A plain object's fields; {} for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export const has = (value: unknown, key: string): boolean => Object.hasOwn(fieldsOf(value), key);

/** The fields of which `keep` is true. */
export const only = (value: unknown, keep: (key: string, held: unknown) => boolean): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(value)).filter(([key, held]) => keep(key, held)));

/** True if a change of the result has this rule. */
export const claims = ({ changes }: RepairResult, ruleId: string): boolean =>
  changes.some((change) => change.ruleId === ruleId);

/** The refusal of a request whose result would have been another one. */
export function refuse(request: RepairRequest, result: RepairResult): RepairResult {
  const retryMessage = `Invalid input for tool "${request.toolName}". Fix these issues and retry: (root) does not fit.`;
  return { ...result, outcome: "unrepairable", args: request.input, changes: [], retryMessage };
}

/**
 * The result for an input that the fault has changed beforehand: what it did is claimed as `ruleId`; a refusal gives
 * back the original.
 */
export function claiming(request: RepairRequest, result: RepairResult, ruleId: string): RepairResult {
  if (result.outcome === "unrepairable") return { ...result, args: request.input };
  const change = {
    ruleId,
    stage: "schema-repair",
    note: `Changed the arguments of tool "${request.toolName}".`,
  };
  return { ...result, outcome: "repaired", changes: [change, ...result.changes] };
}

/** The request with `map` over its preprocessors; undefined leaves one out. */
export function withRules(
  request: RepairRequest,
  map: (rule: PreprocessorRule) => PreprocessorRule | undefined,
): RepairRequest {
  const { preprocessors } = request;
  if (preprocessors === undefined) return request;
  const others = preprocessors.map(map);
  if (others.every((rule, at) => rule === preprocessors[at])) return request;
  return { ...request, preprocessors: others.filter((rule) => rule !== undefined) };
}

/** Aliases of the root's fields, by field. */
export function rootAliases({
  preprocessors = [],
}: RepairRequest): readonly (readonly [string, readonly string[]])[] {
  return preprocessors.flatMap((rule) =>
    "aliases" in rule && /^\/[^/]+$/.test(rule.selector)
      ? [[rule.selector.slice(1), rule.aliases] as const]
      : [],
  );
}

/** `map` over every string of a value of JSON. */
export function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mapTexts(held, map)]));
}

/** Every string in a value of JSON, however deep it is. */
export function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") found.push(next);
    else if (typeof next === "object" && next !== null)
      for (const item of Object.values(next).toReversed()) left.push(item);
  }
  return found;
}

/** The array or object that a text holds as JSON; undefined if it holds none. */
export function containerIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
