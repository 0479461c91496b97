/** A finding: one failing case, stored as a value, so that it can be replayed when the generators have changed. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Type, { type Static } from "typebox";
import { Check } from "typebox/value";
import { parseJson, sameJson, toJson } from "../conformance/json-text.ts";
import { BadCall } from "../conformance/select.ts";
import type { BatchPlan } from "./batch.ts";
import { type FuzzProperty, firstQuestion, type Judged } from "./property.ts";

export const Finding = Type.Object({
  format: Type.Literal("pi-repair-finding/1"),
  /** The target as it was given, with the version that it said. */
  target: Type.String(),
  version: Type.String(),
  /** Address of the property. */
  property: Type.String(),
  seed: Type.Integer(),
  batch: Type.Integer(),
  case: Type.Integer(),
  /** What this finding has in common with others that were taken for the same fault. */
  signature: Type.String(),
  outcome: Type.String(),
  says: Type.String(),
  expected: Type.Optional(Type.String()),
  received: Type.Optional(Type.String()),
  /** The last question, for a person. */
  given: Type.Optional(Type.String()),
  /** JSON text of the drawn (shrunk) value; missing where JSON cannot hold it, and then the seed draws it again. */
  value: Type.Optional(Type.String()),
});
export type Finding = Static<typeof Finding>;

/** The text of a value if JSON can hold it. */
function valueText(value: unknown): string | undefined {
  const outside: string[] = [];
  const text = toJson(value, outside);
  return outside.length === 0 && sameJson(text, toJson(parseJson(text))) ? text : undefined;
}

export interface Found {
  readonly target: { readonly given: string; readonly version: string };
  readonly property: FuzzProperty;
  readonly seed: number;
  readonly plan: Pick<BatchPlan, "batch">;
  readonly case: number;
  readonly signature: string;
  readonly judged: Judged;
  readonly value: unknown;
}

/** A finding as it is stored. */
export function makeFinding({
  target,
  property,
  seed,
  plan,
  signature,
  judged,
  value,
  ...rest
}: Found): Finding {
  const { problem, given = firstQuestion(property, value) } = judged;
  const text = valueText(value);
  return {
    format: "pi-repair-finding/1",
    target: target.given,
    version: target.version,
    property: property.address,
    seed,
    batch: plan.batch,
    case: rest.case,
    signature,
    outcome: judged.outcome,
    says: problem?.says ?? "",
    ...(problem?.expected !== undefined && { expected: problem.expected }),
    ...(problem?.received !== undefined && { received: problem.received }),
    ...(given !== undefined && { given }),
    ...(text !== undefined && { value: text }),
  };
}

const fileText = (finding: Finding): string => `${JSON.stringify(finding, null, 2)}\n`;

/** The file's name: a hash of all that it holds. */
export function findingName(finding: Finding): string {
  return `${createHash("sha256").update(fileText(finding)).digest("hex").slice(0, 16)}.json`;
}

/** Writes a finding into a folder and gives its path. */
export function saveFinding(folder: string, finding: Finding): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, findingName(finding));
  writeFileSync(path, fileText(finding));
  return path;
}

/** Reads a finding. Throws BadCall where the file is none. */
export function loadFinding(path: string): Finding {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new BadCall(`${path} cannot be read: ${error instanceof Error ? error.message : "unknown error"}`);
  }
  if (!Check(Finding, read)) throw new BadCall(`${path} is no finding`);
  return read;
}

/** `seed:batch:case:property`, which draws the case again. */
export function tokenOf({ seed, batch, case: index, property }: Finding): string {
  return [seed, batch, index, property].join(":");
}

/** Reads a token; undefined if the text is none. */
export function readToken(text: string): Pick<Finding, "seed" | "batch" | "case" | "property"> | undefined {
  const [, seed, batch, index, property] = /^(\d+):(\d+):(\d+):([\w./-]+)$/.exec(text) ?? [];
  if (property === undefined) return undefined;
  return { seed: Number(seed), batch: Number(batch), case: Number(index), property };
}
