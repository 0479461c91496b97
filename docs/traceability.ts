/** The page docs/traceability.md: what a run of the reference judged, one case a property, not what a file says. */
import { mistakesOf } from "../conformance/mistake-requirements.ts";
import { SABOTEURS } from "../conformance/saboteurs.ts";
import { REAL_CASES } from "../spec/real-cases.ts";
import { judge } from "./judge.ts";

interface Row {
  readonly id: string;
  readonly level: string;
  readonly vectors: number;
  readonly properties: number;
  readonly saboteurs: readonly string[];
  /** Mistakes after which a call was judged. */
  readonly mistakes: number;
  /** Real failures that a check of it holds. */
  readonly cases: number;
}

const line = ({ id, level, vectors, properties, saboteurs, mistakes, cases }: Row): string =>
  `| \`${id}\` | ${level} | ${vectors} | ${properties} | ${mistakes} | ${cases} | ${saboteurs.length} | ${saboteurs.join(", ") || "none"} |`;

function page(rows: readonly Row[]): string {
  const sum = (key: "vectors" | "properties"): number => rows.reduce((total, row) => total + row[key], 0);
  const chapters = [...Map.groupBy(rows, ({ id }) => id.split("/")[0] ?? "")];
  const tables = chapters.map(
    ([chapter, found]) => `## ${chapter}

| requirement | level | vectors | properties | mistakes | real cases | saboteurs | which break it |
| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
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
  return `# What tests which requirement

${rows.length} requirements, ${sum("vectors")} vectors, ${sum("properties")} properties and ${SABOTEURS.length} saboteurs.
Vectors and properties are those that a run of the reference judged, or would where every pi is installed. A saboteur counts where it says that it breaks
the requirement; \`pnpm proof\` shows that it is caught there and nowhere else. Mistakes are those of \`conformance/mistakes.ts\`, which campaigns make too; these also let each grammar shape carry
calls, for \`grammar/ten-families\` and \`grammar/later-families\`. ${gaps}

${tables.join("\n")}`;
}

/** The property in which every mistake is drawn. */
const ANY_MISTAKE = "safety/never-wrong/one-mistake";

/** Sessions in pi take their time on a busy machine. */
const DEADLINE_MS = "120000";

/** The page, without its first line. Takes a run of the reference: half a minute. */
export function traceabilityPage(): string {
  const { requirements } = judge("reference", "--runs", "1", "--deadline", DEADLINE_MS).body;
  const checks = requirements.flatMap((row) => row.checks);
  const made = checks.some(({ address, cases }) => address === ANY_MISTAKE && cases > 0);
  const rows = requirements.map(({ id, level, checks }): Row => {
    // A pi that is not installed on this machine makes its check unobservable, not absent.
    const judged = checks.filter(
      ({ verdict, cases }) => verdict === "unobservable" || (cases > 0 && verdict !== "not-run"),
    );
    return {
      id,
      level,
      vectors: judged.filter(({ kind }) => kind === "vector").length,
      properties: judged.filter(({ kind }) => kind === "property").length,
      mistakes: made ? mistakesOf(id).length : 0,
      cases: REAL_CASES.filter(({ addresses }) => addresses.some((address) => address.startsWith(`${id}/`)))
        .length,
      saboteurs: SABOTEURS.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name),
    };
  });
  return page(rows);
}
