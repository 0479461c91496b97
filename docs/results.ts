/**
 * The page docs/results.md: every built-in target, chapter by chapter, from real runs. They take minutes, so the page
 * carries a digest of what decides its numbers as long as every target does what its file of expected failures says:
 * the catalogue, the addresses of all checks, those files, and the versions of the targets.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { countStandings, isShort, standingOf, titleOf } from "../conformance/report/counts.ts";
import type { ReportDocument } from "../conformance/report/document.ts";
import { addressOf, loadSuite } from "../conformance/suite.ts";
import manifest from "../package.json" with { type: "json" };
import reference from "../reference/package.json" with { type: "json" };
import { CHAPTERS, REQUIREMENTS } from "../spec/requirements.ts";
import { judge } from "./judge.ts";

/** In the order of the columns. */
const TARGETS = Object.freeze([
  { name: "reference", what: "the reference of this repository" },
  { name: "pi-alone", what: "pi's own validation, without any layer" },
  { name: "python", what: "the example in Python's standard library, over the wire" },
  { name: "ai-sdk-tool-parser", what: "a parser of printed calls for the AI SDK" },
  { name: "jsonrepair", what: "a mender of JSON text, by itself" },
  { name: "partial-json", what: "a reader of cut JSON text, by itself" },
] as const);

const FOLDER = new URL("../conformance/targets/", import.meta.url);

/** Sixteen hex digits that change when a number on the page may. */
export function resultsDigest(): string {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("expected-failures.json"))
    .sort();
  const inputs = [
    REQUIREMENTS.map(({ id, level, capabilities }) => [id, level, capabilities]),
    loadSuite().checks.map(addressOf).sort(),
    files.map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]),
    [manifest.version, manifest.devDependencies, reference.version],
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex").slice(0, 16);
}

type Row = ReportDocument["body"]["requirements"][number];

/** `held 10, expected 3`: requirements of one chapter, by what they came to. */
function cell(rows: readonly Row[]): string {
  const counts = Map.groupBy(rows, standingOf);
  const of = (standing: ReturnType<typeof standingOf>): number => counts.get(standing)?.length ?? 0;
  if (of("not-applicable") === rows.length) return "·";
  const failed = of("failed") + of("crashed") + of("timed-out");
  const parts = [`${of("held")} of ${rows.length - of("not-applicable")}`];
  if (of("expected-failure") > 0) parts.push(`${of("expected-failure")} expected`);
  if (failed > 0) parts.push(`**${failed} failed**`);
  if (of("unobservable") > 0) parts.push(`${of("unobservable")} unobs.`);
  if (of("not-run") > 0) parts.push(`**${of("not-run")} not run**`);
  return parts.join(", ");
}

function summary(document: ReportDocument, what: string): string {
  const checks = document.body.requirements.flatMap((row) => row.checks);
  const held = checks.filter(({ verdict }) => verdict === "held").length;
  const short = checks.filter(({ verdict }) => isShort(verdict)).length;
  const words = countStandings(document).map(([standing, count]) => `${count} ${standing}`);
  return `| ${titleOf(document)} | ${what} | ${document.body.target.capabilities.join(", ")} | ${words.join(", ")} | ${held} | ${short} | ${document.body.exitCode} |`;
}

/** A run that did not come out as the target's file says, or not at all, says nothing of the target that lasts. */
function asExpected(name: string, document: ReportDocument): ReportDocument {
  const { exitCode } = document.body;
  if (exitCode === 0) return document;
  throw new Error(
    `${name} did not do what its file of expected failures says (exit code ${exitCode}): the page is not written`,
  );
}

/** The page, without its first line. Runs every target: some minutes. */
export function resultsPage(): string {
  const documents = TARGETS.map(({ name }) => asExpected(name, judge(name)));
  const chapters = CHAPTERS.filter((chapter) => chapter !== "drift").map((chapter) => {
    const cells = documents.map(({ body }) =>
      cell(body.requirements.filter(({ id }) => id.startsWith(`${chapter}/`))),
    );
    return `| [${chapter}](requirements.md#${chapter}) | ${cells.join(" | ")} |`;
  });
  return `<!-- inputs ${resultsDigest()} -->

# Results of the built-in targets

Requirements held, of those that the target is judged on, with the suite's default seed and number of cases. A requirement is
held if all its checks are, which is a lot to ask: the second table counts the checks. \`expected\` are requirements that the
target is known to miss: each has its reason in the target's file of expected failures beside \`conformance/targets/\`, and one
that holds after all makes the run fail. \`unobs.\` cannot be seen from outside. A dot: the target declares no capability of that
chapter.

Most of these targets were never meant to be a whole repair layer. They are here because people use them as one, or as a
part of one, and because a suite that only its own reference passes has shown nothing.

| chapter | ${TARGETS.map(({ name }) => name).join(" | ")} |
| --- | ${TARGETS.map(() => "---").join(" | ")} |
${chapters.join("\n")}

## The runs

| target | what it is | capabilities | requirements | checks held | checks not held | exit code |
| --- | --- | --- | --- | ---: | ---: | ---: |
${documents.map((document, at) => summary(document, TARGETS[at]?.what ?? "")).join("\n")}

Side by side, requirement by requirement:

\`\`\`sh
npx -y pnpm@12.21.0 matrix --html reports/matrix.html # slow: every target, some minutes
\`\`\`
`;
}
