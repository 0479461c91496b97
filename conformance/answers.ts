/**
 * From what a target in this thread hands back to an answer of the contract. It is untrusted: it is read once, inside a
 * guard, and what does not fit the contract is the target's fault.
 */
import { Compile } from "typebox/compile";
import { GrammarAnswer, GuardAnswer, RepairAnswer, SessionAnswer, StreamAnswer } from "../spec/contract.ts";
import { parseJson, toJson } from "./json-text.ts";
import { bounded } from "./printable.ts";
import { NotInstalled } from "./refusals.ts";

/** The target did not answer as the contract says: it threw, or what it gave back is not an answer. Its own fault. */
export class TargetFault extends Error {}

const SHAPES = {
  repair: Compile(RepairAnswer),
  grammar: Compile(GrammarAnswer),
  stream: Compile(StreamAnswer),
  guard: Compile(GuardAnswer),
  session: Compile(SessionAnswer),
};

/** Calls a target's function; what it throws becomes a TargetFault that quotes it. Throws NotInstalled as it is. */
export async function guarded<T>(what: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NotInstalled) throw error;
    throw new TargetFault(`${what} threw ${bounded(describe(error), 300)}${placeOf(error)}`);
  }
}

const FRAME = /^ {4}at [^\n]*?([^\s/\\()]{1,80}:[0-9]{1,7}):[0-9]{1,7}\)?$/m;

/** Where an error was made, as ` (layer.ts:12)`: the first frame of its stack, without the folders. */
function placeOf(error: unknown): string {
  try {
    const stack = error instanceof Error && typeof error.stack === "string" ? error.stack.slice(0, 4096) : "";
    const place = FRAME.exec(stack)?.[1];
    return place === undefined ? "" : ` (${place})`;
  } catch {
    return "";
  }
}

function describe(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return "something that cannot be printed";
  }
}

/** Runs the reading of an answer, and checks what it read against the contract. */
function readAnswer(
  capability: keyof typeof SHAPES,
  read: () => Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let plain: Readonly<Record<string, unknown>>;
  try {
    plain = Object.fromEntries(Object.entries(read()).filter(([, value]) => value !== undefined));
  } catch (error) {
    if (error instanceof TargetFault) throw error;
    throw new TargetFault(`its answer cannot be read: ${bounded(describe(error), 300)}`);
  }
  const shape = SHAPES[capability];
  if (!shape.Check(plain)) {
    const [first] = shape.Errors(plain);
    const why = `${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`;
    throw new TargetFault(`its answer is not a ${capability} answer: ${bounded(why, 200)}`);
  }
  return plain;
}

function fieldOf(result: unknown, key: string): unknown {
  if (typeof result !== "object" || result === null) {
    throw new TargetFault(`its answer is ${result === null ? "null" : typeof result}, not an object`);
  }
  return Reflect.get(result, key);
}

/** Plain data from whatever a target handed over; what JSON cannot hold is a fault. */
function plainData(value: unknown, what: string): unknown {
  if (value === undefined) return undefined;
  return parseJson(onlyJson(value, what));
}

function onlyJson(value: unknown, what: string): string {
  const outside: string[] = [];
  const text = toJson(value, outside);
  if (outside.length > 0) {
    throw new TargetFault(`its ${what} hold what JSON cannot: ${bounded(outside[0] ?? "", 200)}`);
  }
  return text;
}

/** The answer of the contract in what `repair` gave back. Throws TargetFault. */
export function repairAnswer(result: unknown, args: string): RepairAnswer {
  return readAnswer("repair", () => ({
    outcome: fieldOf(result, "outcome"),
    args,
    changes: plainData(fieldOf(result, "changes"), "changes"),
    observations: plainData(fieldOf(result, "observations"), "observations"),
    issueSummary: fieldOf(result, "issueSummary"),
    fingerprint: fieldOf(result, "fingerprint"),
    retryMessage: fieldOf(result, "retryMessage"),
  })) as unknown as RepairAnswer;
}

/**
 * The arguments of a repair result, read once, and their JSON text. Values outside JSON are listed in `outside`, and a
 * fault where no list is given.
 */
export function readArgs(
  result: unknown,
  outside?: string[],
): { readonly value: unknown; readonly text: string } {
  try {
    const value = fieldOf(result, "args");
    return { value, text: outside === undefined ? onlyJson(value, "arguments") : toJson(value, outside) };
  } catch (error) {
    if (error instanceof TargetFault) throw error;
    throw new TargetFault(`its arguments cannot be read: ${bounded(describe(error), 300)}`);
  }
}

function recoveredCalls(calls: unknown): unknown {
  if (!Array.isArray(calls)) return calls;
  return calls.map((call: unknown) => ({
    name: fieldOf(call, "name"),
    arguments: toJson(fieldOf(call, "arguments") ?? null),
    grammar: fieldOf(call, "grammar"),
  }));
}

/** The answer of the contract in what `recoverMessage` gave back. Throws TargetFault. */
export function grammarAnswer(result: unknown): GrammarAnswer {
  return readAnswer("grammar", () => ({
    message: onlyJson(fieldOf(result, "message"), "message"),
    changed: fieldOf(result, "changed"),
    promoted: fieldOf(result, "promoted"),
    recoveredCalls: recoveredCalls(plainData(fieldOf(result, "recoveredCalls"), "recovered calls")),
    strippedGrammars: plainData(fieldOf(result, "strippedGrammars"), "grammars"),
    detectedGrammars: plainData(fieldOf(result, "detectedGrammars"), "grammars"),
    promotedCallIds: plainData(fieldOf(result, "promotedCallIds"), "call ids"),
    cutWithoutPromotion: fieldOf(result, "cutWithoutPromotion"),
    observations: plainData(fieldOf(result, "observations"), "observations"),
  })) as unknown as GrammarAnswer;
}

/** The answer of the contract in what `stripStream` gave back. Throws TargetFault. */
export function streamAnswer(result: unknown): StreamAnswer {
  return readAnswer("stream", () => ({
    visible: plainData(fieldOf(result, "visible"), "visible texts"),
    flushed: fieldOf(result, "flushed"),
  })) as unknown as StreamAnswer;
}

/** The answer of the contract in what `cleanPayload` gave back. Throws TargetFault. */
export function guardAnswer(result: unknown): GuardAnswer {
  return readAnswer("guard", () => ({
    payload: onlyJson(fieldOf(result, "payload"), "payload"),
  })) as unknown as GuardAnswer;
}

/** The answer of the contract in what `runSession` gave back. Throws TargetFault. */
export function sessionAnswer(result: unknown): SessionAnswer {
  const plain = plainData(result, "session") as Readonly<Record<string, unknown>>;
  return readAnswer("session", () => plain) as unknown as SessionAnswer;
}
