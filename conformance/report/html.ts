/**
 * One or several runs as one self-contained HTML page: requirement by target, filters, recipes on demand. Nothing is
 * loaded, and the policy of the page allows only its own style and script; every text of a target is escaped here.
 */
import { createHash } from "node:crypto";
import { bounded, printable } from "../printable.ts";
import { sayFault } from "../wire-faults.ts";
import { isShort, STANDINGS, type Standing, standingOf, titleOf } from "./counts.ts";
import type { CheckDocument, ReportDocument, RequirementDocument } from "./document.ts";
import { SCRIPT, STYLE } from "./html-page.ts";
import { recipeFields } from "./recipe.ts";

const MAX_SHOWN = 2000;
const MAX_CHECKS = 5;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of anyone's as text of the page. */
export function text(value: string): string {
  return printable(bounded(value, MAX_SHOWN)).replaceAll(/[&<>"']/g, (found) => ESCAPES[found] ?? "");
}

/** A sentence of the catalogue, with its code spans. */
function sentence(value: string): string {
  return text(value).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

interface Row {
  readonly id: string;
  readonly level: string;
  readonly sentence: string;
  /** One entry a target; undefined where its run did not select the requirement. */
  readonly entries: readonly (RequirementDocument | undefined)[];
}

function rowsOf(documents: readonly ReportDocument[]): readonly Row[] {
  const byId = documents.map(({ body }) => new Map(body.requirements.map((entry) => [entry.id, entry])));
  const first = new Map<string, RequirementDocument>();
  for (const { body } of documents) {
    for (const entry of body.requirements) if (!first.has(entry.id)) first.set(entry.id, entry);
  }
  return [...first.values()].map(({ id, level, sentence: words }) => ({
    id,
    level,
    sentence: words,
    entries: byId.map((known) => known.get(id)),
  }));
}

const recipeId = (row: Row, target: number): string => `r-${row.id.replace("/", "-")}-${target}`;

function cell(row: Row, target: number, title: string): string {
  const entry = row.entries[target];
  if (entry === undefined) return '<td><span class="v not-run">not selected</span></td>';
  const standing = standingOf(entry);
  const held = entry.checks.filter((check) => check.verdict === "held").length;
  const counted = entry.checks.length === 0 ? "" : ` ${held}/${entry.checks.length}`;
  if (!isShort(entry.verdict)) return `<td><span class="v ${standing}">${standing}</span>${counted}</td>`;
  const label = `${row.id}, ${title}: ${standing}, show what went wrong`;
  const control = `aria-expanded="true" aria-controls="${recipeId(row, target)}"`;
  return `<td><button type="button" class="v ${standing}" ${control} aria-label="${text(label)}">${standing}</button>${counted}</td>`;
}

function recipe(check: CheckDocument): string {
  const fields = [
    ["check", `${check.address} (${check.title})`],
    ["verdict", check.verdict],
    ...recipeFields(check, [["replay", check.replay]]),
  ] as const;
  const items = fields.map(([name, value]) => `<dt>${name}</dt><dd>${text(value)}</dd>`);
  return `<dl>${items.join("")}</dl>`;
}

function recipeRow(row: Row, target: number, title: string, columns: number): string {
  const entry = row.entries[target];
  if (entry === undefined || !isShort(entry.verdict)) return "";
  const short = entry.checks.filter((check) => isShort(check.verdict));
  const more = short.length > MAX_CHECKS ? `<p>and ${short.length - MAX_CHECKS} more checks</p>` : "";
  const heading = `<strong>${text(row.id)}, ${text(title)}</strong>`;
  const body = `${heading}${short.slice(0, MAX_CHECKS).map(recipe).join("")}${more}`;
  return `<tr class="recipe" id="${recipeId(row, target)}"><td colspan="${columns}">${body}</td></tr>`;
}

function requirementRows(row: Row, titles: readonly string[]): string {
  const standings = row.entries.map((entry) => (entry === undefined ? "not-run" : standingOf(entry)));
  const words = text(`${row.id} ${row.sentence}`.toLowerCase());
  const data = `data-level="${text(row.level)}" data-standings="${standings.join(" ")}" data-text="${words}"`;
  const head = `<th scope="row"><code>${text(row.id)}</code> <span class="sentence">${sentence(row.sentence)}</span></th>`;
  const cells = titles.map((title, target) => cell(row, target, title)).join("");
  const recipes = titles.map((title, target) => recipeRow(row, target, title, titles.length + 2)).join("");
  return `<tr class="requirement" ${data}>${head}<td>${text(row.level)}</td>${cells}</tr>${recipes}`;
}

function countTable(
  documents: readonly ReportDocument[],
  titles: readonly string[],
  used: readonly Standing[],
) {
  const rows = documents.map(({ body, meta }, target) => {
    const cells = used.map(
      (standing) => `<td>${body.requirements.filter((entry) => standingOf(entry) === standing).length}</td>`,
    );
    const faults = meta.faults.map(sayFault).join(" ");
    return `<tr><th scope="row">${text(titles[target] ?? "")}</th>${cells.join("")}<td>${body.exitCode}</td><td>${text(faults)}</td></tr>`;
  });
  const heads = [...used, "exit code", "protocol faults"].map((word) => `<th scope="col">${word}</th>`);
  return `<table class="counts"><caption class="away">Requirements by standing</caption><thead><tr><th scope="col">target</th>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function box(name: string, value: string, checked: boolean): string {
  return `<label><input type="checkbox" name="${name}" value="${value}"${checked ? " checked" : ""}> ${value}</label>`;
}

function filters(used: readonly Standing[]): string {
  const standings = used.map((standing) => box("standing", standing, standing !== "not-applicable"));
  return `<form hidden role="search" aria-label="Filters">
<label>Text <input type="search" name="text" autocomplete="off"></label>
<fieldset><legend>Standing</legend>${standings.join("")}</fieldset>
<fieldset><legend>Level</legend>${["M", "X", "S"].map((level) => box("level", level, true)).join("")}</fieldset>
<output id="said" aria-live="polite"></output>
</form>`;
}

const hash = (source: string): string => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

/** The page. `documents` are one or several runs, in the order of the columns. */
export function htmlReport(documents: readonly ReportDocument[]): string {
  const titles = documents.map(titleOf);
  const rows = rowsOf(documents);
  const used = STANDINGS.filter((standing) =>
    rows.some(({ entries }) =>
      entries.some((entry) => entry !== undefined && standingOf(entry) === standing),
    ),
  );
  const columns = titles.length + 2;
  const bodies = [...Map.groupBy(rows, ({ id }) => id.split("/")[0] ?? "")].map(
    ([chapter, own]) =>
      `<tbody class="chapter"><tr><th scope="rowgroup" colspan="${columns}"><h2>${text(chapter)}</h2></th></tr>${own.map((row) => requirementRows(row, titles)).join("\n")}</tbody>`,
  );
  const heads = titles.map((title) => `<th scope="col">${text(title)}</th>`).join("");
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${text(titles.join(", "))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Conformance of ${text(titles.join(", "))}</h1>
${countTable(documents, titles, used)}
<h2>Requirements</h2>
${filters(used)}
<table><caption class="away">Every requirement, for every target</caption>
<thead><tr><th scope="col">requirement</th><th scope="col">level</th>${heads}</tr></thead>
${bodies.join("\n")}
</table>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
