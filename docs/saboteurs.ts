/**
 * The page docs/saboteurs.md: which saboteur is caught where, from proofs with one seed. They take a minute, so the page
 * carries a digest of what decides them as long as `pnpm proof` passes: the saboteurs, and the addresses of all checks.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Caught } from "../conformance/saboteur-page.ts";
import { SABOTEURS } from "../conformance/saboteurs.ts";
import { addressOf, loadSuite } from "../conformance/suite.ts";

const PROOF = fileURLToPath(new URL("../conformance/proof.ts", import.meta.url));

/** Sixteen hex digits that change when the page may. */
export function saboteursDigest(): string {
  const inputs = [
    SABOTEURS.map(({ name, title, breaks }) => [name, title, breaks]),
    loadSuite().checks.map(addressOf).toSorted(),
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 16);
}

function proved(): readonly Caught[] {
  const folder = mkdtempSync(join(tmpdir(), "saboteurs-"));
  const file = join(folder, "catches.json");
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [PROOF, "--seeds", "1", "--only", "", "--catches", file],
      {
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      },
    );
    // A saboteur that is not caught is for the page to say; a proof that did not come to an end is not.
    if (status !== 0 && status !== 1) throw new Error(`the proofs broke: ${stderr.slice(-2000)}`);
    return JSON.parse(readFileSync(file, "utf8")) as readonly Caught[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By what a requirement was seen to be broken. */
function markOf({ broken, seeds }: Caught, id: string): string {
  const { vector, property } = broken[id] ?? {};
  const by = [vector === undefined ? [] : ["vector"], property === undefined ? [] : ["property"]].flat();
  return `\`${id}\` (${by.join(", ") || (seeds === 0 ? "not tried" : "not caught")})`;
}

const line = (row: Caught): string =>
  `| \`${row.name}\` | ${row.title.replaceAll("|", "\\|")} | ${[...row.breaks.map((id) => markOf(row, id)), ...Object.keys(row.extra).map((id) => `\`${id}\` (not declared)`)].join("<br>")} |`;

function page(rows: readonly Caught[]): string {
  const chapters = [...Map.groupBy(rows, ({ name }) => name.split("/")[0] ?? "")];
  const tables = chapters.map(
    ([chapter, found]) => `## ${chapter}

| saboteur | what it does wrong | caught at, by the first of |
| --- | --- | --- |
${found.map(line).join("\n")}
`,
  );
  const seen = new Set(rows.flatMap(({ breaks }) => breaks)).size;
  return `# Saboteurs

${rows.length} targets, each the reference with one fault, and where the suite notices it: at ${seen} requirements. This
page is what one seed saw; \`pnpm proof\` asks with ten, and fails if a saboteur is caught elsewhere or not at all.
\`pnpm proof --matrix <file>\` writes the same as a table of requirements and saboteurs in HTML.

<!-- inputs ${saboteursDigest()} -->

${tables.join("\n")}`;
}

/** The page, without its first line. Takes the proofs of every saboteur with one seed: about a minute. */
export function saboteursPage(): string {
  return page(proved());
}
