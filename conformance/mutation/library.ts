/**
 * What the package promises to those who import it and no target can be asked: owners' functions that fail in every way,
 * configuration of any shape, the words of a retry message. Judged in the mutation run, beside the suite.
 */
import { toJson } from "../json-text.ts";
import type { grammarLibrary, library } from "../targets/reference.ts";

export type Library = typeof library & typeof grammarLibrary;

export interface LibraryProperty {
  readonly name: string;
  /** Says what is wrong; undefined if it holds. */
  check(library: Library): Promise<string | undefined> | string | undefined;
}

type Config = Parameters<Library["runRepairPipeline"]>[0]["config"];

const SCHEMA = {
  type: "object",
  properties: { a: { type: "string" }, n: { type: "number" }, list: { type: "array" } },
  required: ["a"],
};

/** A repair of one call; the configuration may be of any shape. */
export function repairWith(library: Library, input: unknown, config: object) {
  const whole = { toolName: "owned", schema: SCHEMA, ...config } as Config;
  return library.runRepairPipeline({ input, config: whole });
}

/** What a repair came to: outcome, arguments and rules. */
export function summary({ outcome, args, changes }: ReturnType<typeof repairWith>): readonly unknown[] {
  return [outcome, args, changes.map(({ ruleId }) => ruleId)];
}

/** undefined where both are the same as JSON text, else a sentence. */
export function differs(about: string, expected: unknown, received: unknown): string | undefined {
  const [wanted, got] = [toJson(expected), toJson(received)];
  return wanted === got ? undefined : `${about}: ${got}, not ${wanted}`;
}

/** The first thing that is wrong. */
export function firstProblem(problems: Iterable<string | undefined>): string | undefined {
  for (const problem of problems) if (problem !== undefined) return problem;
  return undefined;
}

/** Runs `ask` and says what it says, or that a promise failed with nobody listening. */
export async function heard(ask: () => string | undefined): Promise<string | undefined> {
  const late: unknown[] = [];
  const listen = (reason: unknown): void => void late.push(reason);
  process.on("unhandledRejection", listen);
  try {
    const problem = ask();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return problem ?? (late.length === 0 ? undefined : `nobody listened: ${String(late[0])}`);
  } finally {
    process.off("unhandledRejection", listen);
  }
}
