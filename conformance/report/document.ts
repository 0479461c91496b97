/**
 * A run as one document, from which every other report is made: a `body` that two runs with the same seed give byte for
 * byte, and a volatile `meta`. Texts of a target stand in it as they are; whoever prints them makes them inert.
 */
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { fellShort, type RequirementResult } from "../assemble.ts";
import { VERDICTS } from "../execute.ts";
import { parseJson } from "../json-text.ts";
import { bounded } from "../printable.ts";
import type { RunResult } from "../run.ts";
import { BadCall } from "../select.ts";
import { FAULTS } from "../wire-faults.ts";
import { replayCommand } from "./replay.ts";

const Text = Type.String();
const Optional = Type.Optional(Text);
const Verdict = Type.Enum([...VERDICTS]);

const CheckDocument = Type.Object({
  address: Text,
  kind: Type.Enum(["vector", "property"]),
  title: Text,
  verdict: Verdict,
  cases: Type.Integer(),
  problem: Type.Optional(Type.Object({ says: Text, expected: Optional, received: Optional })),
  given: Optional,
  ofTwin: Type.Optional(Type.Boolean()),
  drawn: Optional,
  path: Optional,
  labels: Type.Optional(Type.Record(Text, Type.Integer())),
  perhapsEarlier: Type.Optional(Type.Boolean()),
  harnessError: Optional,
  /** The command that runs a failing check again. */
  replay: Optional,
});
export type CheckDocument = Static<typeof CheckDocument>;

const RequirementDocument = Type.Object({
  id: Text,
  level: Text,
  sentence: Text,
  verdict: Verdict,
  /** True if it fell short and every failure in it was expected. */
  expected: Type.Boolean(),
  checks: Type.Array(CheckDocument),
});
export type RequirementDocument = Static<typeof RequirementDocument>;

const ReportDocument = Type.Object({
  meta: Type.Object({
    harness: Text,
    node: Text,
    platform: Text,
    /** ISO date and time. */
    started: Text,
    milliseconds: Type.Integer(),
    restarts: Type.Integer(),
    faults: Type.Array(Type.Object({ kind: Type.Enum([...FAULTS]), count: Type.Integer(), sample: Text })),
    /** The last of what the target wrote to stdout (in process) and stderr. */
    output: Text,
  }),
  body: Type.Object({
    target: Type.Object({
      given: Text,
      name: Text,
      version: Text,
      language: Optional,
      source: Optional,
      hostPackages: Type.Optional(Type.Record(Text, Text)),
      capabilities: Type.Array(Text),
      ruleIds: Type.Array(Text),
      canonicalRuleIds: Type.Boolean(),
    }),
    settings: Type.Object({
      only: Type.Array(Text),
      seed: Type.Integer(),
      runs: Type.Integer(),
      deadlineMs: Type.Number(),
    }),
    exitCode: Type.Integer(),
    staleExpectedFailures: Type.Array(Text),
    faults: Type.Array(Type.Enum([...FAULTS])),
    requirements: Type.Array(RequirementDocument),
  }),
});
export type ReportDocument = Static<typeof ReportDocument>;
const Shape = Compile(ReportDocument);

/** What the caller of a run knows of it. */
export interface RunMeta {
  readonly harness: string;
  readonly node: string;
  readonly platform: string;
  /** ISO date and time. */
  readonly started: string;
  readonly milliseconds: number;
}

function requirementOf(
  { requirement, verdict, expected, checks }: RequirementResult,
  result: RunResult,
  command: string,
): RequirementDocument {
  const { id, level, sentence } = requirement;
  const documented = checks.map((check) =>
    fellShort(check.verdict) ? { ...check, replay: replayCommand(check, result.options, command) } : check,
  );
  return { id, level, sentence, verdict, expected, checks: documented as CheckDocument[] };
}

/** The document of a run; `command` is how a person calls the suite. */
export function documentOf(result: RunResult, meta: RunMeta, command: string): ReportDocument {
  const { identity, options, requirements, stale, restarts, exitCode, faults, output } = result;
  const { only, seed, runs, deadlineMs, target } = options;
  return {
    meta: { ...meta, restarts, faults: faults.map((fault) => ({ ...fault })), output },
    body: {
      target: { given: target.given, ...identity, capabilities: [...identity.capabilities] },
      settings: { only: [...only], seed, runs, deadlineMs },
      exitCode,
      staleExpectedFailures: [...stale],
      faults: faults.map(({ kind }) => kind),
      requirements: requirements.map((entry) => requirementOf(entry, result, command)),
    },
  };
}

/** Reads the text of a document that this suite has printed. Throws BadCall; `name` is the file's. */
export function readDocument(text: string, name: string): ReportDocument {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new BadCall(`${name} is not JSON`);
  }
  if (Shape.Check(value)) return value;
  const first = Shape.Errors(value)[0];
  const why = `${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`;
  throw new BadCall(`${name} is not a report of this suite: ${bounded(why, 200)}`);
}

/** The document as text, with two spaces and a line end. */
export function jsonReport(document: ReportDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
