/**
 * Requirements and saboteurs as one self-contained HTML page: where a vector and where a property sees each fault, with
 * which seeds nothing did, and where else it was seen. Nothing is loaded; every text is escaped.
 */
import { REQUIREMENTS } from "../spec/requirements.ts";
import type { Broken, Catch } from "./prove.ts";
import { text } from "./report/html.ts";
import type { Saboteur } from "./saboteur.ts";
import { COVERED_CHAPTERS } from "./traceability.ts";

/** Where else a saboteur was caught, over all seeds. */
interface Elsewhere {
  readonly seeds: readonly number[];
  /** The first check that says so, and what it says. */
  readonly address: string;
  readonly says: string;
}

export interface Caught {
  readonly name: string;
  readonly title: string;
  /** By requirement: where it was seen, over all seeds. */
  readonly broken: Readonly<Record<string, Broken>>;
  /** Requirements that it declares. */
  readonly breaks: readonly string[];
  /** By requirement that it declares: the seeds with which nothing saw it. */
  readonly missed: Readonly<Record<string, readonly number[]>>;
  /** By requirement that it does not declare. */
  readonly extra: Readonly<Record<string, Elsewhere>>;
  /** How many it was tried with. */
  readonly seeds: number;
}

function oneCaught({ name, title, breaks }: Saboteur, found: readonly Catch[]): Caught {
  const broken: Record<string, Broken> = {};
  const missed: Record<string, number[]> = {};
  const extra: Record<string, Elsewhere> = {};
  for (const one of found.toSorted((a, b) => a.seed - b.seed)) {
    for (const [id, where] of Object.entries(one.broken)) broken[id] = { ...where, ...broken[id] };
    for (const id of one.missed) missed[id] = [...(missed[id] ?? []), one.seed];
    for (const { id, address, says } of one.extra)
      extra[id] = { address, says, ...extra[id], seeds: [...(extra[id]?.seeds ?? []), one.seed] };
  }
  return { name, title, broken, breaks, missed, extra, seeds: found.length };
}

/** What the proofs of each saboteur saw, in the order of the list; one that was not tried has no seeds. */
export function caughtOf(saboteurs: readonly Saboteur[], catches: readonly Catch[]): readonly Caught[] {
  const byName = Map.groupBy(catches, ({ name }) => name);
  return saboteurs.map((saboteur) => oneCaught(saboteur, byName.get(saboteur.name) ?? []));
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --head: #f4f4f4; --hit: #14744a; --bad: #c22; --odd: #a15c00; --dim: #666; }
@media (prefers-color-scheme: dark) { :root { --head: #222; --hit: #5fd39b; --bad: #ff7b72; --odd: #e8a33d; --dim: #999; } }
body { font: 14px/1.4 system-ui, sans-serif; margin: 1rem; }
.wrap { overflow: auto; max-height: 85vh; border: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; }
th, td { border-right: 1px solid var(--line); border-bottom: 1px solid var(--line); padding: 1px 5px; white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 2; vertical-align: bottom; padding: 6px 1px; font-weight: normal; }
thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
tbody th { position: sticky; left: 0; background: var(--head); z-index: 1; text-align: left; font-weight: normal; }
thead th:first-child { left: 0; z-index: 3; vertical-align: bottom; text-align: left; padding: 6px; }
td { text-align: center; font-weight: bold; }
td.all { color: var(--hit); }
td.none { color: #fff; background: #c22; }
td.some { color: var(--bad); box-shadow: inset 0 0 0 2px var(--bad); }
td.extra { color: var(--odd); box-shadow: inset 0 0 0 2px var(--odd); }
td.idle { color: var(--dim); background: repeating-linear-gradient(45deg, transparent 0 4px, var(--line) 4px 6px); }
td.count { font-weight: normal; color: var(--dim); }
tbody th.bare, td.bare { color: var(--bad); font-weight: bold; }
thead th.idle, thead th.part { color: var(--dim); font-style: italic; }
tr:hover td.blank, tr:hover th { background: #8882; }
.legend td + td { text-align: left; white-space: normal; font-weight: normal; }
.legend td:first-child { min-width: 2em; }
`;

const MARK = { both: "●", vector: "v", property: "p", none: "✗", extra: "+", idle: "?" } as const;

interface Cell {
  readonly kind: "all" | "none" | "some" | "extra" | "idle" | "blank";
  readonly mark: string;
  readonly tip: string;
}

const seen = ({ vector, property }: Broken = {}): string =>
  vector === undefined && property === undefined
    ? ""
    : vector === undefined
      ? MARK.property
      : property === undefined
        ? MARK.vector
        : MARK.both;

const seedsIn = (seeds: readonly number[]): string =>
  `seed${seeds.length === 1 ? "" : "s"} ${seeds.join(", ")}`;

/** What one saboteur came to at one requirement. */
function cellOf({ broken, breaks, missed, extra, seeds }: Caught, id: string): Cell {
  const declared = breaks.includes(id);
  const elsewhere = extra[id];
  if (elsewhere !== undefined) {
    const tip = `not declared, and caught with ${seedsIn(elsewhere.seeds)}\n${elsewhere.address}: ${elsewhere.says}`;
    return { kind: "extra", mark: `${MARK.extra}${elsewhere.seeds.length}`, tip };
  }
  if (seeds === 0) return { kind: "idle", mark: declared ? MARK.idle : "", tip: "not tried" };
  if (!declared) return { kind: "blank", mark: "", tip: "" };
  const where = broken[id];
  const addresses = [where?.vector, where?.property].filter((address) => address !== undefined).join("\n");
  const without = missed[id] ?? [];
  if (without.length === 0) return { kind: "all", mark: seen(where), tip: addresses };
  if (without.length === seeds) return { kind: "none", mark: MARK.none, tip: "caught with no seed" };
  const tip = `not caught with ${seedsIn(without)}\n${addresses}`;
  return { kind: "some", mark: `${seen(where)} ${MARK.none}${without.length}`, tip };
}

function cell(row: Caught, id: string): string {
  const { kind, mark, tip } = cellOf(row, id);
  const title = tip === "" ? "" : ` title="${text(`${row.name}\n${id}\n${tip}`)}"`;
  return `<td class="${kind}"${title}>${mark}</td>`;
}

function head({ name, title, seeds }: Caught, wanted: number): string {
  const tried = seeds === wanted ? "" : seeds === 0 ? " (not tried)" : ` (${seeds} of ${wanted} seeds)`;
  const kind = seeds === 0 ? ' class="idle"' : tried === "" ? "" : ' class="part"';
  return `<th scope="col"${kind} title="${text(title)}"><span>${text(name + tried)}</span></th>`;
}

const chapterOf = (name: string): string => name.split("/")[0] ?? "";

/** False of what is about pi itself, which no saboteur is meant to break. */
const isCovered = (id: string): boolean => COVERED_CHAPTERS.some((chapter) => chapter === chapterOf(id));

function chapterTable(
  chapter: string,
  rows: readonly Caught[],
  declared: ReadonlyMap<string, number>,
  wanted: number,
): string {
  const ids = REQUIREMENTS.map(({ id }) => id).filter(
    (id) =>
      chapterOf(id) === chapter ||
      rows.some(({ breaks, extra }) => breaks.includes(id) || extra[id] !== undefined),
  );
  const lines = ids.map((id) => {
    const count = declared.get(id) ?? 0;
    const bare = count === 0 && isCovered(id);
    const total = bare
      ? `<td class="bare" title="no saboteur breaks it">0</td>`
      : `<td class="count">${count}</td>`;
    return `<tr><th scope="row"${bare ? ' class="bare"' : ""}>${text(id)}</th>${total}${rows.map((row) => cell(row, id)).join("")}</tr>`;
  });
  const note = ids.some((id) => !isCovered(id))
    ? "<p>These are about pi itself: <code>pnpm drift</code> judges them, and no saboteur is meant to break them.</p>\n"
    : "";
  return `<h2 id="${text(chapter)}">${text(chapter)}</h2>
${note}<div class="wrap" tabindex="0" role="region" aria-label="${text(chapter)}"><table>
<thead><tr><th scope="col">requirement</th><th scope="col"><span>saboteurs of all chapters</span></th>${rows.map((row) => head(row, wanted)).join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody></table></div>`;
}

const LEGEND = `<table class="legend"><tbody>
${[
  ["all", MARK.both, "declared, and caught with every seed: a vector and a property see it"],
  ["all", MARK.vector, "the same, by vectors alone"],
  ["all", MARK.property, "the same, by properties alone"],
  ["some", `${MARK.property} ${MARK.none}2`, "declared, and not caught with two of the seeds"],
  ["none", MARK.none, "declared, and caught with no seed"],
  ["extra", `${MARK.extra}3`, "not declared, and caught with three of the seeds"],
  ["idle", MARK.idle, "declared, and the saboteur was not tried"],
  ["idle", "", "the saboteur was not tried"],
  ["bare", "0", "a requirement that no saboteur breaks"],
]
  .map(([kind, mark, says]) => `<tr><td class="${kind}">${mark}</td><td>${says}</td></tr>`)
  .join("\n")}
</tbody></table>`;

/** The page: a table for each chapter, with its requirements, all others that its saboteurs break, and all saboteurs. */
export function matrixPage(rows: readonly Caught[], wanted: number): string {
  const saboteurs = Map.groupBy(rows, ({ name }) => chapterOf(name));
  const chapters = [...new Set([...saboteurs.keys(), ...REQUIREMENTS.map(({ chapter }) => chapter)])];
  const declared = new Map<string, number>();
  for (const id of rows.flatMap(({ breaks }) => breaks)) declared.set(id, (declared.get(id) ?? 0) + 1);
  const nav = chapters.map(
    (chapter) => `<a href="#${text(chapter)}">${text(chapter)}</a> (${saboteurs.get(chapter)?.length ?? 0})`,
  );
  const tried = rows.filter(({ seeds }) => seeds > 0).length;
  const bare = REQUIREMENTS.filter(({ id }) => !declared.has(id) && isCovered(id)).length;
  const tables = chapters.map((chapter) =>
    chapterTable(chapter, saboteurs.get(chapter) ?? [], declared, wanted),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requirements and saboteurs</title><style>${STYLE}</style></head><body>
<h1>Requirements and saboteurs</h1>
<p>${rows.length} saboteurs, ${tried} of them tried, with ${wanted === 1 ? "one seed" : `${wanted} seeds`}; ${REQUIREMENTS.length} requirements, ${bare} without a saboteur.
The addresses of checks are in the tooltips.</p>
${LEGEND}
<p>${nav.join(" · ")}</p>
${tables.join("\n")}
</body></html>
`;
}
