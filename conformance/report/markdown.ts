/** A run as markdown, for the summary of a CI job: counts, a table of the chapters, and what fell short. */
import { counted } from "../counted.ts";
import { bounded, printable } from "../printable.ts";
import { sayFault } from "../wire-faults.ts";
import { countStandings, isShort, STANDINGS, standingOf, titleOf } from "./counts.ts";
import type { CheckDocument, ReportDocument, RequirementDocument } from "./document.ts";
import { recipeFields } from "./recipe.ts";

const MAX_SHOWN = 300;
const MAX_REQUIREMENTS = 100;
const CHECKS_SHOWN = 2;

/** Text of anyone's as plain text: one line, nothing that markdown or the HTML in it could act on. */
function inert(text: string): string {
  return printable(bounded(text, MAX_SHOWN))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~$@:-]/g, (found) => `&#${found.charCodeAt(0)};`)
    .replaceAll(/\bwww\b/gi, (found) => `${found.slice(0, 1)}&#${found.charCodeAt(1)};${found.slice(2)}`);
}

/** Sentences of the catalogue keep their code spans. */
const sentence = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function chapterTable({ body }: ReportDocument): readonly string[] {
  const used = STANDINGS.filter((standing) =>
    body.requirements.some((entry) => standingOf(entry) === standing),
  );
  const rows = [...Map.groupBy(body.requirements, ({ id }) => id.split("/")[0])].map(([chapter, entries]) => {
    const cells = used.map((standing) => entries.filter((entry) => standingOf(entry) === standing).length);
    return `| ${chapter} | ${cells.map((count) => (count === 0 ? "" : count)).join(" | ")} |`;
  });
  return [`| chapter | ${used.join(" | ")} |`, `| --- | ${used.map(() => "---:").join(" | ")} |`, ...rows];
}

function recipe(check: CheckDocument): readonly string[] {
  const fields = recipeFields(check, [["replay", check.replay]]);
  const lines = fields.map(([name, text]) => `  - ${name}: ${inert(text)}`);
  return [`- ${check.verdict} ${inert(check.address)}`, ...lines];
}

function shortcoming(entry: RequirementDocument): readonly string[] {
  const short = entry.checks.filter((check) => isShort(check.verdict));
  const more = short.length > CHECKS_SHOWN ? [`- and ${short.length - CHECKS_SHOWN} more checks`] : [];
  return [
    `<details><summary>${entry.verdict} ${entry.id}</summary>`,
    "",
    sentence(entry.sentence),
    "",
    ...short.slice(0, CHECKS_SHOWN).flatMap(recipe),
    ...more,
    "",
    "</details>",
    "",
  ];
}

function faults({ meta }: ReportDocument): readonly string[] {
  if (meta.faults.length === 0) return [];
  const lines = meta.faults.map((fault) => `- ${inert(sayFault(fault))}`);
  return ["### Faults of the protocol", "", ...lines, ""];
}

/** The whole summary, with a line end. */
export function markdownReport(document: ReportDocument): string {
  const counts = countStandings(document).map(([standing, count]) => `${count} ${standing}`);
  const short = document.body.requirements.filter((entry) => isShort(entry.verdict) && !entry.expected);
  const hidden = short.length - MAX_REQUIREMENTS;
  const lines = [
    `## Conformance of ${inert(titleOf(document))}`,
    "",
    `${counted(document.body.requirements.length, "requirement")}: ${counts.join(", ")}. Exit code ${document.body.exitCode}.`,
    "",
    ...chapterTable(document),
    "",
    ...faults(document),
    ...(short.length === 0 ? [] : ["### What fell short", ""]),
    ...short.slice(0, MAX_REQUIREMENTS).flatMap(shortcoming),
    ...(hidden > 0 ? [`and ${hidden} more requirements`] : []),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
