/** The first look at a new target: does it start, and does it get five easy cases right. */
import type { Capability } from "../spec/contract.ts";
import type { CheckResult, SuiteCheck } from "./execute.ts";
import type { TargetSource } from "./find-target.ts";
import { COMMAND, PIPED_COMMAND } from "./installed.ts";
import { openTarget } from "./open-target.ts";
import { bounded, printable } from "./printable.ts";
import { EXIT } from "./refusals.ts";
import { recipeFields } from "./report/recipe.ts";
import { programLine } from "./report/replay.ts";
import { capabilityOf, loadSuite, requirementOf, type Suite } from "./suite.ts";
import { type Fault, sayFault } from "./wire-faults.ts";

const EASY = 5;

/** Requirements of which the first basic vector is an easy case, with what to look at when it fails. */
const HINTS: Readonly<Record<string, string>> = {
  "outcome/one-of-three":
    "Arguments that fit the schema come back as they were: `valid`, the same text, no change.",
  "envelope/decode-json":
    "`input` is JSON text of the raw arguments; text that was itself JSON arrives as a JSON string.",
  "preprocess/exact-alias":
    "`preprocessors` of kind `alias` name the field in `selector` and its other names in `aliases`.",
  "schema/parse-stringified": "A string where the schema wants an array or an object may hold its JSON text.",
  "outcome/unrepairable-is-original":
    "`unrepairable` gives `input` back unchanged, with a `retryMessage` that names the tool and the field at fault.",
  "grammar/untouched-is-same": "A message without a printed call comes back byte for byte.",
  "stream/chunking-invisible":
    "`visible` has one entry a chunk; joined with `flushed` it is the stripped text.",
  "guard/anchors-only": "`payload` comes back as JSON text; only values of the keyword `pattern` change.",
};

/** Of a case that is right itself. */
const TWIN_HINT = "The case itself is right; it counts only with its twin, which must come out otherwise.";

/** A hint for what is wrong with the wire itself. */
const WIRE_HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /handshake within/,
    "Answer `initialize` first, with its id as a number and a line feed at the end, and flush standard output.",
  ],
  [
    /fit the schema|not a known member/,
    "Compare the answer with the schemas in spec/schemas; members that are not listed are refused.",
  ],
  [/could not be started/, "Is the program on the path, and is the file where the command line says?"],
  [
    /did not answer within/,
    "Is an answer's `id` the request's, as a number, and does its line end with a line feed?",
  ],
];

export interface Diagnosis {
  readonly identity: {
    readonly name: string;
    readonly version: string;
    readonly capabilities: readonly Capability[];
  };
  readonly cases: readonly CheckResult[];
  readonly faults: readonly Fault[];
  /** The target's own command line as a shell takes it, if it is a program. */
  readonly program?: string | undefined;
}

/** As of a run: a broken protocol, or nothing to judge by, leaves it incomplete. */
export function exitCodeOf({ cases, faults }: Diagnosis): number {
  const judged = cases.filter(({ verdict }) => verdict !== "not-run");
  if (faults.length > 0 || judged.length === 0 || judged.length < cases.length) return EXIT.incomplete;
  return cases.every(({ verdict }) => verdict === "held") ? EXIT.asExpected : EXIT.fellShort;
}

/** A basic example that needs no function of the tool owner's. */
function isEasy(check: SuiteCheck): boolean {
  if (check.kind !== "vector" || check.vector.kind !== "basic") return false;
  return check.vector.capability !== "repair" || check.vector.call.ownerHook === undefined;
}

function easyChecks(suite: Suite, capabilities: readonly Capability[]) {
  const found = Object.keys(HINTS).flatMap((id) => {
    const own = suite.checks.filter((check) => requirementOf(check) === id && isEasy(check));
    return own.slice(0, 1).filter((check) => capabilities.includes(capabilityOf(check)));
  });
  return found.slice(0, EASY);
}

/** Starts a target and puts five easy cases. Throws NotATarget where it does not start. */
export async function diagnose(source: TargetSource, deadlineMs: number): Promise<Diagnosis> {
  const suite = loadSuite();
  const target = await openTarget(source, suite, { seed: 1, runs: 1, deadlineMs });
  const { name, version, capabilities } = target.identity;
  let cases: readonly CheckResult[];
  try {
    cases = await target.run(easyChecks(suite, capabilities));
  } finally {
    await target.close();
  }
  const identity = { name, version, capabilities };
  return { identity, cases, faults: target.faults(), program: programLine(source) };
}

/** The hint that fits a message, if any does. */
export function hintFor(message: string): string | undefined {
  return WIRE_HINTS.find(([pattern]) => pattern.test(message))?.[1];
}

const shown = (text: string): string => printable(bounded(text, 500));

function caseLines(check: CheckResult, program: string | undefined): readonly string[] {
  const { address, title, verdict, problem, ofTwin } = check;
  if (verdict === "held") return [`ok           ${title}`];
  const easy = ofTwin === true ? TWIN_HINT : HINTS[address.split("/").slice(0, 2).join("/")];
  const hint = hintFor(problem?.says ?? "") ?? easy;
  const byHand =
    program === undefined ? `${COMMAND} emit ${address}` : `${PIPED_COMMAND} emit ${address} | ${program}`;
  const fields = recipeFields(check, [
    ["hint", hint],
    ["by hand", byHand],
  ]);
  const lines = fields.map(([name, text]) => `  ${name.padEnd(8)} ${shown(text)}`);
  return [`${verdict.padEnd(13)}${title}`, ...lines];
}

/** The diagnosis as text, with a line end. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { identity, cases, faults, program } = diagnosis;
  const { name, version, capabilities } = identity;
  const faultLines = faults.map((fault) => `fault        ${shown(sayFault(fault))}`);
  const none = cases.length === 0 ? ["There is no easy case for what it declares."] : [];
  return `${[
    `ok           it starts: ${shown(name)} ${shown(version)}, ${capabilities.join(", ")}`,
    ...cases.flatMap((one) => caseLines(one, program)),
    ...faultLines,
    ...none,
    "",
    exitCodeOf(diagnosis) === EXIT.asExpected ? "All well. Now run it without `doctor`." : "Not yet.",
  ].join("\n")}\n`;
}
