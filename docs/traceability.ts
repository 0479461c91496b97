/** The page docs/traceability.md: what a run of the reference judged, one case a property, not what a file says. */
import { AGAIN } from "../conformance/again.ts";
import type { CheckDocument } from "../conformance/report/document.ts";
import { SABOTEURS } from "../conformance/saboteurs.ts";
import { loadSuite } from "../conformance/suite.ts";
import {
  COVERED_CHAPTERS,
  gaps,
  listed,
  needsOtherPi,
  type Ran,
  strays,
  TESTED_ALONE,
  type Trace,
  trace,
} from "../conformance/traceability.ts";
import { judge } from "./judge.ts";

const expectedOf = ({ vectors, properties }: Trace): number => vectors.length + properties.length;

const COLUMNS = [
  ...["vectors", "properties", "expected", "emitted", "judged", "mistakes", "real cases", "saboteurs"],
];

function line(row: Trace): string {
  const { requirement, vectors, properties, emitted, judged, mistakes, cases, saboteurs } = row;
  const counts = [vectors.length, properties.length, expectedOf(row), emitted, judged];
  const all = [...counts, mistakes.length, cases.length, saboteurs.length];
  return `| \`${requirement.id}\` | ${requirement.level} | ${all.join(" | ")} | ${saboteurs.join(", ") || "none"} |`;
}

/** What is missing, one sentence each: of the catalogue, of this run, and of what should trace to it. */
function missing(rows: readonly Trace[], known: ReadonlySet<string>, { judged }: Ran): readonly string[] {
  const silent = rows.filter((row) => row.judged < expectedOf(row));
  return [
    ...gaps(rows, COVERED_CHAPTERS),
    ...silent.map(
      (row) => `of ${expectedOf(row)} checks of ${row.requirement.id} ${row.judged} held or failed`,
    ),
    ...strays({ known, judged, left: new Set() }),
  ];
}

function page(rows: readonly Trace[], known: ReadonlySet<string>, ran: Ran): string {
  const sum = (count: (row: Trace) => number): number => rows.reduce((total, row) => total + count(row), 0);
  const tables = [...Map.groupBy(rows, ({ requirement }) => requirement.chapter)].map(
    ([chapter, found]) => `## ${chapter}

| requirement | level | ${COLUMNS.join(" | ")} | which break it |
| --- | --- | ${COLUMNS.map(() => "---:").join(" | ")} | --- |
${found.map(line).join("\n")}
`,
  );
  const found = missing(rows, known, ran);
  const shown =
    found.length === 0
      ? "There is no gap: every requirement has its checks and a saboteur, and every mistake and real case traces to checks that were judged."
      : `Gaps:\n\n${found.map((sentence) => `- ${sentence}`).join("\n")}`;
  return `# What tests which requirement

${rows.length} requirements, ${sum(({ vectors }) => vectors.length)} vectors, ${sum(({ properties }) => properties.length)} properties and ${SABOTEURS.length} saboteurs.
${sum(expectedOf)} checks expected, ${sum(({ emitted }) => emitted)} emitted, ${sum(({ judged }) => judged)} judged, in a run of the reference with one case a property: expected are the
checks of the catalogue and \`${AGAIN}\`, which every run adds, emitted those that gave a
verdict, judged those that held or failed. Those of \`pi/every-supported-version\` count as judged also where the pi that they
ask for is not installed.
A saboteur counts where it says that it breaks the requirement; \`pnpm proof\` shows that it is caught there and nowhere
else. Mistakes are those of \`conformance/mistakes.ts\`, which campaigns make too; these also let each grammar shape carry
calls, for \`grammar/ten-families\` and \`grammar/later-families\`. A real case counts where a check of the requirement holds
it; ${TESTED_ALONE.length} are held by tests of the reference alone: ${TESTED_ALONE.map((name) => `\`${name}\``).join(", ")}.
What is about pi itself has its own page, [pi.md](pi.md).

${shown}

${tables.join("\n")}`;
}

/** Where a check came to nothing because a pi is not at hand, the page stays as it is where that is. */
const isJudged = ({ address, verdict, cases }: CheckDocument): boolean =>
  (cases > 0 && verdict !== "not-run" && verdict !== "unobservable" && verdict !== "not-applicable") ||
  (verdict === "unobservable" && needsOtherPi(address));

/** Sessions in pi take their time on a busy machine. */
const DEADLINE_MS = "120000";

/** The page, without its first line. Takes a run of the reference: half a minute. */
export function traceabilityPage(): string {
  const { requirements } = judge("reference", "--runs", "1", "--deadline", DEADLINE_MS).body;
  const results = requirements.flatMap(({ checks }) => checks);
  const emitted = results.filter(({ verdict }) => verdict !== "not-run" && verdict !== "not-applicable");
  const addresses = (found: readonly CheckDocument[]) => new Set(found.map(({ address }) => address));
  const ran = { emitted: addresses(emitted), judged: addresses(results.filter(isJudged)) };
  // What a run asks twice is a check of its own, and none of the catalogue.
  const checks = [...listed(loadSuite()), { kind: "property" as const, address: AGAIN }];
  const known = new Set(checks.map(({ address }) => address));
  const rows = trace(checks, SABOTEURS, ran).filter(({ requirement }) =>
    COVERED_CHAPTERS.includes(requirement.chapter),
  );
  return page(rows, known, ran);
}
