/**
 * Requirements and saboteurs as one self-contained HTML page: where a vector and where a property sees each fault.
 * Nothing is loaded; every text is escaped.
 */
import { REQUIREMENTS } from "../spec/requirements.ts";
import type { Broken, Catch } from "./prove.ts";
import { text } from "./report/html.ts";
import type { Saboteur } from "./saboteur.ts";

export interface Caught {
  readonly name: string;
  readonly title: string;
  /** By requirement: where it was seen, over all seeds. */
  readonly broken: Readonly<Record<string, Broken>>;
  /** Requirements that it declares. */
  readonly breaks: readonly string[];
  readonly seeds: number;
}

/** What the proofs of each saboteur saw, in the order of the list; those that were not tried are left out. */
export function caughtOf(saboteurs: readonly Saboteur[], catches: readonly Catch[]): readonly Caught[] {
  const byName = Map.groupBy(catches, ({ name }) => name);
  return saboteurs.flatMap(({ name, title, breaks }) => {
    const found = byName.get(name);
    if (found === undefined) return [];
    const broken: Record<string, Broken> = {};
    for (const one of found.toSorted((a, b) => b.seed - a.seed))
      for (const [id, where] of Object.entries(one.broken)) broken[id] = { ...broken[id], ...where };
    return [{ name, title, broken, breaks, seeds: found.length }];
  });
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --head: #f4f4f4; --hit: #14744a; }
@media (prefers-color-scheme: dark) { :root { --head: #222; --hit: #5fd39b; } }
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem; }
.wrap { overflow: auto; max-height: 85vh; border: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; }
th, td { border-right: 1px solid var(--line); border-bottom: 1px solid var(--line); padding: 1px 5px; white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 2; vertical-align: bottom; padding: 6px 1px; font-weight: normal; }
thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
tbody th { position: sticky; left: 0; background: var(--head); z-index: 1; text-align: left; font-weight: normal; }
thead th:first-child { left: 0; z-index: 3; vertical-align: bottom; text-align: left; padding: 6px; }
td { text-align: center; color: var(--hit); font-weight: bold; }
td.no { color: #c22; }
tr:hover td, tr:hover th { background: #8882; }
td:target, .chapter th { font-weight: bold; }
`;

const MARK = { both: "●", vector: "v", property: "p" } as const;

function cell({ broken, breaks, name }: Caught, id: string): string {
  const where = broken[id];
  if (where === undefined)
    return breaks.includes(id) ? `<td class="no" title="${text(`${name}: not caught`)}">✗</td>` : "<td></td>";
  const { vector, property } = where;
  const mark = vector === undefined ? MARK.property : property === undefined ? MARK.vector : MARK.both;
  const seen = [vector, property].filter((address) => address !== undefined).join("\n");
  return `<td title="${text(`${name}\n${seen}`)}">${mark}</td>`;
}

function chapterTable(chapter: string, rows: readonly Caught[]): string {
  const ids = REQUIREMENTS.map(({ id }) => id).filter((id) =>
    rows.some(({ broken, breaks }) => broken[id] ?? breaks.includes(id)),
  );
  const heads = rows.map(
    ({ name, title }) => `<th scope="col" title="${text(title)}"><span>${text(name)}</span></th>`,
  );
  const lines = ids.map(
    (id) => `<tr><th scope="row">${text(id)}</th>${rows.map((row) => cell(row, id)).join("")}</tr>`,
  );
  return `<h2 id="${text(chapter)}">${text(chapter)}</h2>
<div class="wrap" tabindex="0" role="region" aria-label="${text(chapter)}"><table>
<thead><tr><th scope="col">requirement</th>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table></div>`;
}

/** The page: a table for each chapter of saboteurs, with every requirement that one of them breaks. */
export function matrixPage(rows: readonly Caught[]): string {
  const chapters = [...Map.groupBy(rows, ({ name }) => name.split("/")[0] ?? "")];
  const nav = chapters.map(
    ([chapter, found]) => `<a href="#${text(chapter)}">${text(chapter)}</a> (${found.length})`,
  );
  const seeds = Math.max(0, ...rows.map((row) => row.seeds));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requirements and saboteurs</title><style>${STYLE}</style></head><body>
<h1>Requirements and saboteurs</h1>
<p>${rows.length} saboteurs, judged with ${seeds === 1 ? "one seed" : `up to ${seeds} seeds`}. ${MARK.both} a vector and a property see the fault,
${MARK.vector} vectors alone, ${MARK.property} properties alone, ✗ nothing does; the addresses are in the tooltip.</p>
<p>${nav.join(" · ")}</p>
${chapters.map(([chapter, found]) => chapterTable(chapter, found)).join("\n")}
</body></html>
`;
}
