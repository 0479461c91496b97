/**
 * Writes docs/traceability.md from a run of the reference: `node docs/traceability.ts`; `--check` fails if the page is
 * stale. Counted is what was judged in that run, with one case a property, not what a file says.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { findTarget } from "../conformance/load-target.ts";
import { type RequirementResult, run } from "../conformance/run.ts";
import { SABOTEURS } from "../conformance/saboteurs.ts";

const PAGE = new URL("traceability.md", import.meta.url);

interface Row {
  readonly id: string;
  readonly level: string;
  readonly vectors: number;
  readonly properties: number;
  readonly saboteurs: readonly string[];
}

function rowOf({ requirement: { id, level }, checks }: RequirementResult): Row {
  const judged = checks.filter(({ verdict, cases }) => cases > 0 && verdict !== "not-run");
  return {
    id,
    level,
    vectors: judged.filter(({ kind }) => kind === "vector").length,
    properties: judged.filter(({ kind }) => kind === "property").length,
    saboteurs: SABOTEURS.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name),
  };
}

const line = ({ id, level, vectors, properties, saboteurs }: Row): string =>
  `| \`${id}\` | ${level} | ${vectors} | ${properties} | ${saboteurs.length} | ${saboteurs.join(", ") || "none"} |`;

function page(rows: readonly Row[]): string {
  const sum = (key: "vectors" | "properties"): number => rows.reduce((total, row) => total + row[key], 0);
  const chapters = [...Map.groupBy(rows, ({ id }) => id.split("/")[0] ?? "")];
  const tables = chapters.map(
    ([chapter, found]) => `## ${chapter}

| requirement | level | vectors | properties | saboteurs | which break it |
| --- | --- | ---: | ---: | ---: | --- |
${found.map(line).join("\n")}
`,
  );
  const bare = rows.filter(
    ({ vectors, properties, saboteurs }) => vectors + properties === 0 || saboteurs.length === 0,
  );
  const gaps =
    bare.length === 0
      ? "No requirement is without a check and a saboteur."
      : `Without a check or without a saboteur: ${bare.map(({ id }) => `\`${id}\``).join(", ")}.`;
  return `<!-- Written by docs/traceability.ts; do not edit. -->

# What tests which requirement

${rows.length} requirements, ${sum("vectors")} vectors, ${sum("properties")} properties and ${SABOTEURS.length} saboteurs.
Vectors and properties are those that a run of the reference judged. A saboteur counts where it says that it breaks
the requirement; \`pnpm proof\` shows that it is caught there and nowhere else. ${gaps}

${tables.join("\n")}`;
}

/** Sessions in pi take their time on a busy machine. */
const DEADLINE_MS = 120_000;

async function written(): Promise<string> {
  const { requirements } = await run({
    target: findTarget("reference"),
    only: [],
    seed: 1,
    runs: 1,
    deadlineMs: DEADLINE_MS,
    expectedFailures: [],
    today: "2026-01-01",
  });
  return page(requirements.map(rowOf));
}

const text = await written();
if (process.argv.includes("--check")) {
  if (readFileSync(PAGE, "utf8") !== text) {
    console.error("docs/traceability.md is stale: run node docs/traceability.ts");
    process.exitCode = 1;
  }
} else {
  writeFileSync(PAGE, text);
}
