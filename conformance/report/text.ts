/** A run as text for a terminal: a table, then each failure as a recipe. All that a target said is made printable. */
import Table from "cli-table3";
import picocolors from "picocolors";
import type { Requirement } from "../../spec/requirements.ts";
import { fellShort, type RequirementResult } from "../assemble.ts";
import { counted, whole } from "../counted.ts";
import type { CheckResult, Verdict } from "../execute.ts";
import { bounded, printable } from "../printable.ts";
import { EXIT } from "../refusals.ts";
import type { RunResult } from "../run.ts";
import { sayFault } from "../wire-faults.ts";
import { hintLines } from "./hints.ts";
import { tellingFirst } from "./order.ts";
import { recipeFields } from "./recipe.ts";
import { replayCommand } from "./replay.ts";

export interface TextOptions {
  readonly colour: boolean;
  /** How a person calls the command, for replays. */
  readonly command: string;
}

type Colours = ReturnType<typeof picocolors.createColors>;

/** Recipes a requirement; the others are named only. */
const MAX_RECIPES = 2;
const MAX_SHOWN = 500;

const NO_BORDER = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "" },
  ...{ "bottom-left": "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "" },
  ...{ "right-mid": "", middle: "  " },
};

function paint(colours: Colours, verdict: Verdict, expected: boolean): (text: string) => string {
  if (verdict === "held") return colours.green;
  if (fellShort(verdict)) return expected ? colours.yellow : colours.red;
  return verdict === "not-run" ? colours.magenta : colours.dim;
}

function heldOf({ checks }: RequirementResult): string {
  const held = checks.filter((check) => check.verdict === "held").length;
  return checks.length === 0 ? "" : `${held}/${counted(checks.length, "check")}`;
}

function row(entry: RequirementResult, colours: Colours): string[] {
  const { requirement, verdict, expected, checks } = entry;
  const cases = checks.reduce((sum, check) => sum + check.cases, 0);
  const word = expected ? `${verdict} (expected)` : verdict;
  const level = requirement.level === "S" && fellShort(verdict) ? "S, not counted" : requirement.level;
  return [
    `  ${requirement.id}`,
    level,
    paint(colours, verdict, expected)(word),
    heldOf(entry),
    cases === 0 ? "" : counted(cases, "case"),
  ];
}

function table(requirements: readonly RequirementResult[], colours: Colours): string {
  const lines: string[] = [];
  const shown = requirements.filter(({ verdict }) => verdict !== "not-applicable");
  const width = Math.max(...shown.map(({ requirement }) => requirement.id.length), 0) + 4;
  for (const [chapter, rows] of Map.groupBy(shown, ({ requirement }) => requirement.chapter)) {
    const grid = new Table({
      chars: NO_BORDER,
      style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
      colWidths: [width, 3, 22, 16, null],
    });
    grid.push(...rows.map((entry) => row(entry, colours)));
    lines.push(colours.bold(chapter), grid.toString(), "");
  }
  return lines.join("\n");
}

const shown = (text: string): string => printable(bounded(text, MAX_SHOWN));
const shorter = (text: string): string => printable(text.length <= 140 ? text : `${text.slice(0, 140)}…`);

function recipe(
  check: CheckResult,
  result: RunResult,
  { colours, command }: { colours: Colours; command: string },
) {
  const fields = recipeFields(check, [["replay", replayCommand(check, result.options, command)]]);
  return [
    `  ${colours.red(check.verdict)} ${check.address} (${check.title})`,
    ...fields.map(([name, text]) => `    ${name.padEnd(8)} ${name === "replay" ? text : shown(text)}`),
  ];
}

/** Those that are named only, by verdict. */
function others(checks: readonly CheckResult[]): readonly string[] {
  if (checks.length === 0) return [];
  const named = [...Map.groupBy(checks, ({ verdict }) => verdict)].map(
    ([verdict, all]) => `${verdict} ${all.map(({ address }) => address.split("/").at(-1)).join(", ")}`,
  );
  return [`  and ${checks.length} more: ${bounded(named.join("; "), MAX_SHOWN)}`];
}

const heading = ({ id, sentence }: Requirement, colours: Colours): string =>
  `${colours.bold(id)}: ${sentence}`;

function recipes(result: RunResult, colours: Colours, command: string): string[] {
  const lines: string[] = [];
  for (const { requirement, checks, verdict, expected } of result.requirements) {
    if (!fellShort(verdict)) continue;
    if (expected) continue;
    const short = tellingFirst(checks);
    lines.push(heading(requirement, colours));
    for (const check of short.slice(0, MAX_RECIPES))
      lines.push(...recipe(check, result, { colours, command }));
    lines.push(...others(short.slice(MAX_RECIPES)), "");
  }
  return lines;
}

/** Each requirement whose failure is known, with the reason and one case. */
function known(result: RunResult, colours: Colours): string[] {
  const lines = result.requirements.flatMap(({ requirement, expected, reason, checks }) => {
    const [first] = tellingFirst(checks);
    if (!expected || first === undefined) return [];
    const { given, drawn, problem } = first;
    const came =
      problem?.received === undefined ? (problem?.says ?? first.verdict) : `gave ${problem.received}`;
    return [
      `  ${requirement.id}: ${shown(reason ?? "")}`,
      colours.dim(`    ${shorter(given ?? drawn ?? first.address)}`),
      colours.dim(`      ${shorter(came)}`),
    ];
  });
  return lines.length === 0 ? [] : [colours.bold("Expected failures"), ...lines, ""];
}

function harness(result: RunResult, colours: Colours): string[] {
  const all = result.requirements.flatMap(({ checks }) => checks);
  const broken = all.filter((check) => check.harnessError !== undefined);
  return [
    ...broken.map((check) =>
      colours.magenta(`harness error in ${check.address}: ${shown(check.harnessError ?? "")}`),
    ),
    ...result.stale.map((address) =>
      colours.magenta(`the expected failure "${address}" held: take it out of the file`),
    ),
  ];
}

/** The end of what a target printed, where something fell short: that is what its author printed it for. */
function lastWords({ faults: list, output, options, requirements }: RunResult, colours: Colours): string[] {
  const short = (verdict: Verdict): boolean =>
    options.target.program === undefined
      ? fellShort(verdict)
      : verdict === "crashed" || verdict === "timed-out";
  const asked =
    list.length > 0 || requirements.some((row) => row.checks.some((check) => short(check.verdict)));
  const last = asked ? output.trim() : "";
  if (last === "") return [];
  const lines = last.split("\n").slice(-20);
  return [
    colours.bold(options.target.program === undefined ? "Last of what it printed" : "Last of its stderr"),
    ...lines.map((line) => `  ${shown(line)}`),
  ];
}

/** What a program did against the protocol. */
function faults({ faults: list, exitCode }: RunResult, colours: Colours): string[] {
  return [
    ...list.map((fault) => colours.red(shown(sayFault(fault)))),
    ...(list.length > 0 && exitCode === EXIT.incomplete
      ? [colours.red(`incomplete because of that: exit code ${exitCode}`)]
      : []),
  ];
}

function summary({ requirements, identity, options, restarts }: RunResult): string[] {
  const counts = Map.groupBy(requirements, ({ verdict, expected }) =>
    expected ? "expected failures" : verdict,
  );
  const words = [...counts].map(([word, rows]) => `${rows.length} ${word}`);
  const checks = requirements.flatMap((entry) => entry.checks);
  const held = checks.filter((check) => check.verdict === "held").length;
  const cases = checks.reduce((sum, check) => sum + check.cases, 0);
  return [
    `${printable(identity.name)} ${printable(identity.version)}: ${counted(requirements.length, "requirement")}, ${words.join(", ")}`,
    `${whole(held)} of ${counted(checks.length, "check")} held, ${counted(cases, "case")}, seed ${options.seed}${restarts > 0 ? `, started again ${counted(restarts, "time")}` : ""}`,
  ];
}

/** The whole report, with a line end. */
export function textReport(result: RunResult, options: TextOptions): string {
  const colours = picocolors.createColors(options.colour);
  const lines = [
    table(result.requirements, colours),
    ...recipes(result, colours, options.command),
    ...known(result, colours),
    ...harness(result, colours),
    ...faults(result, colours),
    ...lastWords(result, colours),
    ...summary(result),
    ...hintLines(result, options.command),
  ];
  return `${lines.join("\n")}\n`;
}
