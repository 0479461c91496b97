/** A run as JUnit XML: a suite a chapter, a test case a requirement. All texts are made safe for XML first. */
import { createRequire } from "node:module";
import type builder from "junit-report-builder";
import { bounded, printable } from "../printable.ts";
import { isShort, titleOf } from "./counts.ts";
import type { CheckDocument, ReportDocument, RequirementDocument } from "./document.ts";

// The package's types describe a default export that nodenext reads otherwise than Node does.
const junit = createRequire(import.meta.url)("junit-report-builder") as typeof builder.default;

const MAX_CHECKS = 20;
const MAX_TEXT = 1000;

/**
 * Text of anyone's as one line of XML. XML 1.0 also forbids two noncharacters, which are no control characters, and the
 * builder takes care of the first end of character data only.
 */
function xmlText(text: string): string {
  return printable(bounded(text, MAX_TEXT))
    .replaceAll(/[\ufffe\uffff]/g, "?")
    .replaceAll("]]>", "]] >");
}

function recipe(check: CheckDocument): string {
  const { address, verdict, problem, given, drawn, replay } = check;
  const fields = [
    ["wrong", problem?.says],
    ["given", given ?? drawn],
    ["expected", problem?.expected],
    ["received", problem?.received],
    ["replay", replay],
  ] as const;
  const lines = fields.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name}: ${xmlText(text)}`]));
  return [`${verdict} ${address}`, ...lines].join("\n");
}

function details({ sentence, checks }: RequirementDocument): string {
  const short = checks.filter((check) => isShort(check.verdict));
  const more = short.length > MAX_CHECKS ? [`and ${short.length - MAX_CHECKS} more`] : [];
  return [sentence, ...short.slice(0, MAX_CHECKS).map(recipe), ...more].join("\n\n");
}

function addCase(suite: builder.TestSuite, document: ReportDocument, entry: RequirementDocument): void {
  const { id, level, verdict, expected, checks } = entry;
  const [chapter = ""] = id.split("/");
  const test = suite
    .testCase()
    .name(id)
    .className(xmlText(`${titleOf(document)}.${chapter}`))
    .time(0);
  const first = checks.find((check) => isShort(check.verdict));
  const says = xmlText(first?.problem?.says ?? verdict);
  if (expected) test.skipped().standardOutput(`expected failure: ${details(entry)}`);
  else if (isShort(verdict) && level === "S") test.skipped().standardOutput(`not counted: ${details(entry)}`);
  else if (isShort(verdict)) test.failure(says, verdict).stacktrace(details(entry));
  else if (verdict === "not-run") test.error("not run", verdict, checks.map(recipe).join("\n"));
  else if (verdict !== "held") test.skipped();
}

/** The whole report. Requirements that do not apply to the target are left out. */
export function junitReport(document: ReportDocument): string {
  const report = junit.newBuilder();
  const judged = document.body.requirements.filter(({ verdict }) => verdict !== "not-applicable");
  const chapters = Map.groupBy(judged, ({ id }) => id.split("/")[0] ?? "");
  for (const [chapter, entries] of chapters) {
    const suite = report
      .testSuite()
      .name(chapter)
      .timestamp(new Date(document.meta.started))
      .time(document.meta.milliseconds / 1000);
    for (const entry of entries) addCase(suite, document, entry);
  }
  // The builder counts what was skipped in the root too, where the schema has no such attribute.
  return report.build().replace(/^(.*\n?<testsuites[^>]*?) skipped="[0-9]+"/, "$1");
}
