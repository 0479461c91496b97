/** The scorecard as one self-contained page: nothing is loaded, no script, every text escaped. */
import { createHash } from "node:crypto";
import { EVERY_PROFILE } from "../conformance/mistake.ts";
import { text } from "../conformance/report/html.ts";
import { COLUMNS, type Counts, type Scorecard, type ScorecardRow, totalOf } from "./scorecard.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8886; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
thead th { background: Canvas; }
td { text-align: right; font-variant-numeric: tabular-nums; }
tbody th { font-weight: normal; min-width: 18rem; }
tbody th code { font-weight: 600; }
small { display: block; opacity: .8; }
.first { border-left: 2px solid var(--line); }
.zero { opacity: .45; }
.wrong, .crashed { background: #cf222e22; color: light-dark(#a40e26, #ff9492); font-weight: 700; }
.missed { background: #9a670022; }
.restored { background: #1a7f371f; }
tr.profile th { padding-left: 1.75rem; opacity: .8; min-width: 0; }
tr.sum { font-weight: 600; }
`;

const MEANING: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  restored: "came back exactly as it was meant",
  shortened: "all members exact, those after the cut missing",
  refused: "not repaired, the original kept",
  missed: "of the refused: nothing was lost, and it must come back",
  hidden: "fits the schema and came back as it was, so that nobody can see the mistake",
  wrong: "another valid call came back",
  crashed: "an error, a crash or a hang",
};

function cells(counts: Counts | undefined): string {
  return COLUMNS.map((column, index) => {
    const number = counts?.[column];
    const marks = [index === 0 ? "first" : "", number === undefined || number === 0 ? "zero" : column].filter(
      Boolean,
    );
    return `<td class="${marks.join(" ")}">${number ?? "–"}</td>`;
  }).join("");
}

const cellsOf = (card: Scorecard, rows: readonly ScorecardRow[], profile?: string): string =>
  card.targets
    .map((_, target) => {
      const asked = rows.some(({ cells: own }) => own[target] !== undefined);
      return cells(asked ? totalOf(rows, target, profile) : undefined);
    })
    .join("");

function rowOf(card: Scorecard, row: ScorecardRow): string {
  const { name, title, source, kind, profiles } = row.mistake;
  const owed = kind === "lossless" ? `lossless, comes back under ${profiles.join(", ")}` : "lossy";
  const head = `<th scope="row"><code>${text(name)}</code> <small>${text(title)} ${text(owed)}; ${text(source)}</small></th>`;
  const below = EVERY_PROFILE.map(
    (profile) => `<tr class="profile"><th scope="row">${profile}</th>${cellsOf(card, [row], profile)}</tr>`,
  );
  return `<tr>${head}${cellsOf(card, [row])}</tr>${below.join("")}`;
}

const hash = (source: string): string => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

/** The page. */
export function scorecardHtml(card: Scorecard): string {
  const titles = card.targets.map(({ name, version }) => `${name} ${version}`);
  const groups = titles.map(
    (title) => `<th scope="colgroup" colspan="${COLUMNS.length}" class="first">${text(title)}</th>`,
  );
  const heads = titles.flatMap(() =>
    COLUMNS.map(
      (column, index) =>
        `<th scope="col"${index === 0 ? ' class="first"' : ""} title="${MEANING[column]}">${column}</th>`,
    ),
  );
  const sums = [...EVERY_PROFILE, undefined].map(
    (profile) =>
      `<tr class="sum"><th scope="row">all${profile === undefined ? "" : `, ${profile}`}</th>${cellsOf(card, card.rows, profile)}</tr>`,
  );
  const meanings = COLUMNS.map((column) => `<li><b>${column}</b>: ${MEANING[column]}</li>`);
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scorecard of ${text(titles.join(", "))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Scorecard of ${text(titles.join(", "))}</h1>
<p>The same damaged calls for every target: ${card.cases} cases a mistake (a quarter for those that come as text), seed ${card.seed}.</p>
<ul>${meanings.join("")}</ul>
<div class="wide"><table>
<thead><tr><td></td>${groups.join("")}</tr><tr><th scope="col">mistake</th>${heads.join("")}</tr></thead>
<tbody>${sums.join("")}</tbody>
<tbody>${card.rows.map((row) => rowOf(card, row)).join("\n")}</tbody>
</table></div>
</main>
</body>
</html>
`;
}
