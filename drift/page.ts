// docs/pi.md from the ledger and the claims: nothing on the page is written by hand.
import { join } from "node:path";
import { allChanges, answered, schemaHistory } from "./changes.ts";
import { CLAIMS, type Claim } from "./claims.ts";
import { PAIRS } from "./conversion.ts";
import { ROOT } from "./install.ts";
import { at, type Ledger, type Observed, type Span } from "./ledger.ts";
import { codeCell, markdownCell } from "./printable.ts";
import type { Verdict } from "./probe.ts";

/** Where the page lies. */
export const PAGE_FILE = join(ROOT, "docs", "pi.md");

const CELLS: Readonly<Record<Verdict, string>> = Object.freeze({
  holds: "holds",
  changed: "**changed**",
  "not-applicable": "n/a",
  "cannot-probe": "?",
});

const range = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);

/** Runs of neighbouring versions for which `key` gives the same text. */
function columns(
  versions: readonly string[],
  key: (version: string) => string,
): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  let last: string | undefined;
  for (const version of versions) {
    const current = key(version);
    const open = found.at(-1);
    if (open && current === last) open[1] = version;
    else found.push([version, version]);
    last = current;
  }
  return found;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

function probed(ledger: Ledger): readonly string[] {
  const silent = (version: string): boolean =>
    CLAIMS.every(({ id }) => (at(ledger.claims[id], version)?.verdict ?? "cannot-probe") === "cannot-probe");
  return ledger.versions.map((entry) => entry.version).filter((version) => !silent(version));
}

function matrixSection(ledger: Ledger): string {
  const verdict = (id: string, version: string): Verdict =>
    at(ledger.claims[id], version)?.verdict ?? "cannot-probe";
  const groups = columns(probed(ledger), (version) => CLAIMS.map(({ id }) => verdict(id, version)).join());
  const rows = CLAIMS.map(({ id }) => [
    `[${id}](#${id})`,
    ...groups.map(([from]) => CELLS[verdict(id, from)]),
  ]);
  return `## Claims and versions\n\nNeighbouring versions with the same verdicts share a column.\n\n${table(
    ["claim", ...groups.map(([from, to]) => range(from, to))],
    rows,
  )}`;
}

function silentSection(ledger: Ledger): string {
  const silent = ledger.versions.filter(({ version }) => !probed(ledger).includes(version));
  if (silent.length === 0) return "";
  const reason = (version: string, refused?: string): string =>
    refused ?? at(ledger.claims[CLAIMS[0]?.id ?? ""], version)?.notes[0] ?? "no answer";
  const rows = silent.map(({ version, refused }) => [version, markdownCell(reason(version, refused))]);
  return `\n## Versions that cannot be probed\n\n${table(["version", "why"], rows)}`;
}

function changesSection(ledger: Ledger): string {
  const rows = allChanges(ledger).map((change) => {
    const parts = change.parts.map((part) => `${part.claimed}: ${part.holds ? "yes" : "no"} (${part.seen})`);
    const advice = CLAIMS.find((claim) => claim.id === change.claim)?.advice ?? "";
    const verdicts = change.from === change.to ? change.to : `${change.from}, then ${change.to}`;
    return [change.claim, change.since, verdicts, markdownCell(parts.join("; "), 400), advice];
  });
  const head = ["claim", "since", "verdict", "what is seen since", "what a repair layer has to do"];
  return `\n## What changed, and since when\n\n${table(head, rows)}`;
}

function neverSection(ledger: Ledger): string {
  const rows = CLAIMS.filter((claim) => claim.held === null).map((claim) => {
    const last = answered(ledger.claims[claim.id] ?? []).at(-1);
    const failing = last?.value.facts.filter((fact) => !fact.holds) ?? [];
    const parts = failing.map((fact) => `${fact.claimed}: no (${fact.seen})`);
    return [claim.id, markdownCell(parts.join("; "), 400), claim.advice];
  });
  const head = ["claim", "what is seen on every version", "what a repair layer has to do"];
  return `\n## What never was as claimed\n\n${table(head, rows)}`;
}

function spanText(span: Span<Observed>): string {
  const value = span.value;
  const facts = value.facts.map(
    (fact) =>
      `  - ${fact.holds ? "yes" : "**no**"}: ${markdownCell(fact.claimed)} (${markdownCell(fact.seen, 160)})\n`,
  );
  const notes = value.notes.map((note) => `  - note: ${markdownCell(note)}\n`);
  return `- ${range(span.from, span.to)}: ${CELLS[value.verdict]}\n${[...facts, ...notes].join("")}`;
}

function claimSection(claim: Claim, ledger: Ledger): string {
  const evidence = claim.evidence.map(
    (entry) => `\`${entry.package}/${entry.file}\` ${codeCell(entry.symbol)}`,
  );
  const spans = answered(ledger.claims[claim.id] ?? []);
  const held = claim.held ? `held from ${claim.held[0]} to ${claim.held[1]}` : "never held as stated";
  return [
    `\n### ${claim.id}\n\n${markdownCell(claim.sentence, 600)}\n`,
    `\n- Why it matters: ${markdownCell(claim.why, 600)}\n`,
    `- Depends on it: ${claim.dependents.map((entry) => `\`${entry}\``).join(", ")}\n`,
    `- Source: ${claim.source}; ${held}\n`,
    `- Evidence: ${evidence.join(", ")}\n`,
    `- What a repair layer has to do: ${markdownCell(claim.advice, 600)}\n`,
    `\nSeen:\n\n${spans.map(spanText).join("")}`,
  ].join("");
}

function conversionSection(ledger: Ledger): string {
  const row = (id: string, version: string): string =>
    JSON.stringify(at(ledger.conversion[id], version) ?? null);
  const measured = probed(ledger).filter((version) => PAIRS.some(({ id }) => row(id, version) !== "null"));
  const groups = columns(measured, (version) => PAIRS.map(({ id }) => row(id, version)).join());
  const cell = (id: string, version: string): string => {
    const received = at(ledger.conversion[id], version);
    if (!received) return "?";
    if (received.plain === received.typebox) return codeCell(received.plain);
    return `plain ${codeCell(received.plain)}, TypeBox ${codeCell(received.typebox)}`;
  };
  const rows = PAIRS.map((pair) => [
    codeCell(JSON.stringify(pair.schema), 160),
    pair.required ? "required" : "optional",
    codeCell(JSON.stringify(pair.sent)),
    ...groups.map(([from]) => cell(pair.id, from)),
  ]);
  const head = ["schema of the field", "", "sent", ...groups.map(([from, to]) => range(from, to))];
  return `\n## Native conversion: what execute receives\n\n\`refused\`: validation failed. \`dropped\`: the field was gone. One entry where plain JSON Schema and TypeBox schemas are treated alike.\n\n${table(head, rows)}`;
}

function schemaSection(ledger: Ledger): string {
  const latest = ledger.schemas.at(-1);
  const rows = Object.entries(latest?.value ?? {}).flatMap(([tool, fields]) =>
    Object.entries(fields).map(([field, shape]) => [
      tool,
      codeCell(field),
      codeCell(shape.type),
      shape.required ? "required" : "optional",
    ]),
  );
  const history = schemaHistory(ledger).map(
    (entry) => `- since ${entry.since}: ${markdownCell(entry.text)}\n`,
  );
  const changes = history.length > 0 ? history.join("") : "- none\n";
  return `\n## Schemas of the built-in tools, ${latest?.to ?? ""}\n\n${table(["tool", "field", "type", ""], rows)}\nChanges:\n\n${changes}`;
}

/** The whole page as markdown. Equal ledgers give equal bytes. */
export function renderPage(ledger: Ledger): string {
  const [first, last] = [ledger.versions[0]?.version ?? "", ledger.versions.at(-1)?.version ?? ""];
  const packages = Object.entries(ledger.locked.resolved).map(([name, version]) => `${name} ${version}`);
  return [
    "# pi, claim by claim\n\n",
    "<!-- Generated by `pnpm drift --reverify` from drift/ledger.json and drift/claims.ts. Do not edit. -->\n\n",
    `Each claim below was executed against every published pi from ${first} to ${last} (${ledger.versions.length} versions), in pi's own loop. `,
    `\`holds\` and \`changed\` are measured against the sentence of the claim. `,
    `The project locks pi ${ledger.locked.version} (${packages.join(", ")}).\n\n`,
    matrixSection(ledger),
    silentSection(ledger),
    changesSection(ledger),
    neverSection(ledger),
    "\n## The claims\n",
    ...CLAIMS.map((claim) => claimSection(claim, ledger)),
    conversionSection(ledger),
    schemaSection(ledger),
  ].join("");
}
