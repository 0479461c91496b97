/** The page docs/requirements.md: the catalogue with what tests each row. */
import { SABOTEURS } from "../conformance/saboteurs.ts";
import { loadSuite, requirementOf } from "../conformance/suite.ts";
import { CHAPTERS, type Chapter, REQUIREMENTS, type Requirement } from "../spec/requirements.ts";

/** What each chapter is about; the order is the catalogue's. */
const SUBJECTS: Readonly<Record<Chapter, string>> = {
  outcome: "The verdict on one call.",
  safety: "What holds whatever the input.",
  envelope: "Raw arguments: text, arrays and wrappers around the object that was meant.",
  preprocess: "Configured clean-up, also of values that already fit the schema.",
  schema: "Repair at the places that strict validation reports.",
  profile: "How much a layer may do.",
  boundary: "Failing closed.",
  grammar: "Calls that were printed as text.",
  stream: "The same in chunks.",
  guard: "Tool schemas on their way to a model.",
  feedback: "Notes on their way to the model.",
  records: "Settings, telemetry and statistics.",
  pi: "In a real pi.",
  drift: "Claims about pi; they judge pi and not a target.",
};

const LEVELS = [
  "`M` must hold.",
  "`X` must hold too, and goes beyond what published layers promise.",
  "`S` should hold; it is reported and never fails a run.",
];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const named = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

function entry(row: Requirement, vectors: number, properties: number): string {
  const saboteurs = SABOTEURS.filter(({ breaks }) => breaks.includes(row.id)).length;
  const counts = [
    named(vectors, "vector"),
    named(properties, "property", "properties"),
    named(saboteurs, "saboteur"),
  ];
  const tests = row.chapter === "drift" ? "probes, see [pi, version by version](pi.md)" : counts.join(", ");
  const asked = row.capabilities.length === 0 ? "none" : row.capabilities.join(", ");
  return `### ${row.id}

${cell(row.sentence)}

Level ${row.level}. Capability: ${asked}. Tests: ${tests}. Source: ${cell(row.source)}.
`;
}

/** The page, without its first line. */
export function requirementsPage(): string {
  const checks = Map.groupBy(loadSuite().checks, requirementOf);
  const count = (id: string, kind: string): number =>
    (checks.get(id) ?? []).filter((check) => check.kind === kind).length;
  const chapters = CHAPTERS.map((chapter) => {
    const rows = REQUIREMENTS.filter((row) => row.chapter === chapter);
    const entries = rows.map((row) => entry(row, count(row.id, "vector"), count(row.id, "property")));
    return `## ${chapter}\n\n${SUBJECTS[chapter]} ${named(rows.length, "requirement")}.\n\n${entries.join("\n")}`;
  });
  return `# Requirements

${named(REQUIREMENTS.length, "promise")} in ${named(CHAPTERS.length, "chapter")}. An id is \`chapter/name\`; it is never used again for something else.
A target is judged on the rows of the capabilities that it declares. Which saboteurs break which row stands in
[what tests which requirement](traceability.md).

${LEVELS.map((line) => `- ${line}`).join("\n")}

${CHAPTERS.map((chapter) => `- [${chapter}](#${chapter}): ${SUBJECTS[chapter]}`).join("\n")}

${chapters.join("\n")}`;
}
