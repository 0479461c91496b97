/**
 * The page docs/real-failures.md, from `spec/real-cases.json` and the vectors. `node docs/real-failures.ts [runs]` prints
 * how many other inputs each case's checks draw.
 */
import { toJson } from "../conformance/json-text.ts";
import { PROPERTIES } from "../conformance/properties.ts";
import { siblingInputs } from "../conformance/siblings.ts";
import { isReport, REAL_CASES, REAL_KINDS, type RealCase, type RealKind } from "../spec/real-cases.ts";
import { loadVectors, type Vector } from "../spec/vectors.ts";

const LONGEST = 700;
const MOST_LINES = 16;
const vectors = new Map(loadVectors().map((vector) => [vector.address, vector]));
const titles = new Map([...vectors.values(), ...PROPERTIES].map(({ address, title }) => [address, title]));

const ofKind = ({ id }: RealKind): readonly RealCase[] => REAL_CASES.filter(({ kind }) => kind === id);

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

function askedText({ call }: Vector & { capability: "repair" }): string | undefined {
  const tool = call.tool ?? call.toolName ?? "";
  const input = call.inputJson ?? (Object.hasOwn(call, "input") ? toJson(call.input) : undefined);
  // Raw argument text stands as it came, not as a JSON string of it.
  return input && `${tool} ← ${typeof call.input === "string" ? call.input : input}`;
}

function repairExample(vector: Vector & { capability: "repair" }): string | undefined {
  const asked = askedText(vector);
  const { outcome, args } = vector.expect;
  const result =
    outcome === "repaired" ? toJson(args) : outcome === "valid" ? "left as it is" : "refused, with a message";
  return asked && `${asked}\n\n→ ${result}`;
}

function grammarExample({ call, expect }: Vector & { capability: "grammar" }): string | undefined {
  if (call.text === undefined) return undefined;
  const calls = (expect.calls ?? []).map((one) => `${one.name} ← ${toJson(one.arguments)}`);
  const left =
    expect.untouched === true
      ? "left as text"
      : `no call${expect.text === undefined ? "" : `; the text that stays: ${toJson(expect.text)}`}`;
  return `${call.text}\n\n${call.mode === "recover" ? "" : `(mode ${call.mode}) `}→ ${calls.length > 0 ? calls.join("\n→ ") : left}`;
}

function exampleOf(address: string): string | undefined {
  const vector = vectors.get(address);
  const text =
    vector?.capability === "repair"
      ? repairExample(vector)
      : vector?.capability === "grammar"
        ? grammarExample(vector)
        : undefined;
  const short = text !== undefined && text.length <= LONGEST && text.split("\n").length <= MOST_LINES;
  return short ? text : undefined;
}

/** The kind's own example, or the first case that can be shown in a few lines; reports before requests on layers. */
function example(kind: RealKind): string {
  const cases = [...ofKind(kind)].sort((a, b) => Number(isReport(b)) - Number(isReport(a)));
  const addresses = cases.flatMap((one) => one.addresses);
  const text = [...(kind.example === undefined ? [] : [kind.example]), ...addresses]
    .map(exampleOf)
    .find((one) => one !== undefined);
  return text === undefined ? "" : `~~~~text\n${text}\n~~~~\n\n`;
}

const link = (one: RealCase): string =>
  isReport(one) ? `[${one.case}](${one.source})` : `${one.case} (${one.source})`;

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/u, "");

/** What the case's first check says, then where it was seen and in which family. */
function caseLine(one: RealCase): string {
  const [first = ""] = one.addresses;
  const title = titles.get(first) ?? first.replace(/^test:[^:]*: /u, "");
  const family = isReport(one) && one.modelFamily !== "not named" ? `, ${one.modelFamily}` : "";
  return `- ${sentence(title)}: ${link(one)}${family}`;
}

function kindSection(kind: RealKind): string {
  const cases = ofKind(kind);
  const siblings = [...new Set(cases.flatMap((one) => one.siblings))].map((one) => `\`${one}\``);
  return `### ${kind.title}

${kind.happens}

${example(kind)}**What the layer does.** ${kind.does}

**Why.** ${kind.why}

${cases.map(caseLine).join("\n")}

Other inputs with these causes: ${siblings.join(", ")}.`;
}

function countsByKind(): string {
  const rows = REAL_KINDS.map((kind) => {
    const cases = ofKind(kind);
    const reports = cases.filter(isReport).length;
    return [kind.title, reports, cases.length - reports] as const;
  });
  return table(["What goes wrong", "reports", "layers"], rows);
}

function countsByFamily(): string {
  const reports = REAL_CASES.filter(isReport);
  const families = [...new Set(reports.map(({ modelFamily }) => modelFamily))].map((family) => {
    const cases = reports.filter(({ modelFamily }) => modelFamily === family);
    const kinds = [
      ...new Set(cases.map(({ kind }) => REAL_KINDS.find(({ id }) => id === kind)?.title ?? kind)),
    ];
    return [family, cases.length, kinds.map((title) => title.toLowerCase()).join("; ")] as const;
  });
  families.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [
    "| Model family | reports | what was seen |\n| --- | ---: | --- |",
    ...families.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

const notes = (field: "judged" | "notYet"): string =>
  REAL_CASES.filter((one) => one[field] !== undefined)
    .map((one) => `- ${link(one)}: ${one[field]}`)
    .join("\n");

const INTRODUCTION = `# What goes wrong in the wild

A model calls a tool by naming it and giving arguments, a JSON object that must fit the tool's schema. Between the model
and the tool stand a chat template, a tokenizer, a server's parser, a provider's API and an agent, and each of them can
damage the call. What arrives then is one of two things: **arguments that do not fit**, or **a message in which the call
is printed as text** and nothing is called at all. The agent shows the model an error and tries again, or the turn ends
in silence.

A repair layer sits at the last place before the tool and may do one of three things with arguments: find them \`valid\`
and hand them on untouched, hand on a \`repaired\` value and say what it changed, or find them \`unrepairable\` and tell
the model what to send instead. With a printed call it may leave the text, cut it, or promote it to a real call.

Every one of those can do harm. A refused call costs one more turn. A call that is repaired into **another valid call**
runs: it deletes another folder, writes half a file, searches for another pattern, and everybody believes that it was
meant. So the rule behind all that follows is: *exactly what was meant, or nothing*. Whoever reads a call that has two
readings has none.`;

/** The page, without its first line. */
export function realFailuresPage(): string {
  const groups = [...new Set(REAL_KINDS.map(({ group }) => group))];
  const reports = REAL_CASES.filter(isReport).length;
  const sections = groups.map(
    (group) =>
      `## ${group}\n\n${REAL_KINDS.filter((kind) => kind.group === group)
        .map(kindSection)
        .join("\n\n")}`,
  );
  return `${INTRODUCTION}

## Where this comes from

${reports} calls come from public reports of coding agents, servers and model makers: what a model really sent, shortened,
with the tools of pi in place of others. ${REAL_CASES.length - reports} are requests on published repair layers that broke a promise of
their own, or bugs that these layers fixed. Each is held by at least one check, and because a fault is seldom alone, its
cause is covered by properties and mistakes that draw other inputs of the same kind:
\`node docs/real-failures.ts\` counts them case by case.

In the examples, \`tool ← arguments\` is what arrived and \`→\` is what becomes of it. A text without an arrow is a whole
message, with promotion switched on.

${countsByKind()}

${countsByFamily()}

A family's row says what was reported, not how often it happens: people report what they run.

${sections.join("\n\n")}

## Where the expectation may surprise

Some reports expect something else, or would take more. What is expected here, and why:

${notes("judged")}

## What no check shows

${notes("notYet")}
`;
}

function printSiblings(runs: number): void {
  const counts = new Map<string, number>();
  const count = (sibling: string): number => {
    const known = counts.get(sibling) ?? siblingInputs(sibling, runs);
    counts.set(sibling, known);
    return known;
  };
  for (const { case: id, kind, siblings } of REAL_CASES) {
    const each = siblings.map((sibling) => `${sibling} ${count(sibling)}`);
    const total = siblings.reduce((sum, sibling) => sum + count(sibling), 0);
    console.log(`${id} (${kind}): ${total} other inputs in ${runs} draws each: ${each.join(", ")}`);
  }
}

if (import.meta.main) printSiblings(Number(process.argv[2] ?? 500));
