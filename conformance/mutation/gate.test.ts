/** The gate over reports that are written out here. */
import { expect, test } from "vitest";
import { CANARY, type GateSettings, gate, percent, type Survivor } from "./gate.ts";
import { type Mutant, merged, mutantsOf } from "./report.ts";
import { OUTSIDE } from "./selection.ts";
import { updated } from "./survivors.ts";

const SOURCE = "export function size(list) {\n  return list.length + 1;\n}\n";
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const plus = (status: string, more: object = {}) => ({
  mutatorName: "ArithmeticOperator",
  replacement: "list.length - 1",
  location: at(2, 10, 25),
  status,
  testsCompleted: 3,
  ...more,
});

const PLANTED: Readonly<Record<string, string>> = {
  judged: "Killed",
  unjudged: "Survived",
  uncalled: "NoCoverage",
  ending: "Timeout",
  LOADED: "Killed",
  kept: "Killed",
};
const canary = Object.keys(PLANTED)
  .map((name) => `export const ${name} = 1;\n`)
  .join("");
const planted = (changed: Readonly<Record<string, string>> = {}) => ({
  source: canary,
  mutants: Object.entries({ ...PLANTED, ...changed }).map(([, status], index) => ({
    ...plus(status),
    location: at(index + 1, 1, 7),
  })),
});

function report(
  mutants: readonly object[],
  changed?: Readonly<Record<string, string>>,
  file = "reference/size.ts",
): readonly Mutant[] {
  return mutantsOf({ files: { [file]: { source: SOURCE, mutants }, [CANARY]: planted(changed) } });
}

const FILES = ["reference/size.ts"];
const WHOLE: GateSettings = {
  ...{ floor: 50, whole: true, files: FILES },
  anyFiles: new Set([...FILES, "reference/other.ts"]),
};
const ENTRY: Survivor = {
  file: "reference/size.ts",
  inside: "size",
  mutator: "ArithmeticOperator",
  before: "list.length + 1",
  after: "list.length - 1",
  nth: 1,
  reason: "open: no list is empty",
};

test("what was killed opens the gate", () => {
  expect(gate(report([plus("Killed")]), [], WHOLE).problems).toEqual([]);
});

test("a timeout, a mutant that is not reached and one that was not judged are not killed", () => {
  for (const status of ["Timeout", "NoCoverage", "RuntimeError"]) {
    const verdict = gate(report([plus(status)]), [ENTRY], WHOLE);
    expect(percent(verdict.score)).toBe(0);
    expect(verdict.problems.join()).toContain("0.0 % killed");
  }
});

test("a survivor needs an entry, and an entry a survivor", () => {
  const low = { ...WHOLE, floor: 0 };
  expect(gate(report([plus("Survived")]), [], low).problems.join()).toContain("survives without an entry");
  expect(gate(report([plus("Survived")]), [ENTRY], low).problems).toEqual([]);
  expect(gate(report([plus("Killed")]), [ENTRY], low).problems.join()).toContain("no longer survives");
});

test("what no caller can tell from the original is left out of the share, and only that", () => {
  const mutants = [
    ...[plus("Killed", { replacement: "1" }), plus("Survived"), plus("Survived", { replacement: "0" })],
  ];
  const same = { ...ENTRY, reason: "equivalent: nobody counts" };
  const share = (known: Survivor) => percent(gate(report(mutants), [known], WHOLE).score);
  expect([share(ENTRY), share(same)].map(Math.round)).toEqual([33, 50]);
});

test("a mutant that nothing reaches is not equivalent, whatever its entry says", () => {
  const same = { ...ENTRY, reason: "equivalent: nobody counts so far" };
  const { score, problems } = gate(report([plus("NoCoverage")]), [same], { ...WHOLE, floor: 0 });
  expect(score).toMatchObject({ equivalent: 0, noCoverage: 1 });
  expect(problems.join()).toContain("not reached, and so not shown to be equivalent");
});

const LEFT_OUT = { ...plus("RuntimeError"), statusReason: OUTSIDE };

test("a sample says nothing of the floor, nor of entries that it did not meet", () => {
  const sampled = report([plus("Survived"), { ...LEFT_OUT, replacement: "0" }]);
  const settings: GateSettings = {
    ...WHOLE,
    ...{ floor: 95, whole: false, drawn: ({ after }) => after !== "0" },
  };
  expect(gate(sampled, [ENTRY, { ...ENTRY, nth: 2 }], settings).problems).toEqual([]);
});

test("a file that nothing was mutated in shuts the gate, and so does one too many", () => {
  const files = ["reference/other.ts"];
  const { problems, incomplete } = gate(report([plus("Killed")]), [], { ...WHOLE, files });
  expect(problems).toEqual([
    "nothing was mutated in reference/other.ts",
    "reference/size.ts is none of the files that this is about",
  ]);
  expect(incomplete).toEqual(problems);
});

test("a mutant that every report leaves out shuts the gate, and counts nowhere", () => {
  const mutants = report([plus("Killed", { replacement: "1" }), LEFT_OUT]);
  const { score, problems } = gate(mutants, [ENTRY], WHOLE);
  expect(score).toMatchObject({ killed: 1, errors: 0 });
  expect(problems).toEqual([
    "left out everywhere: reference/size.ts:2 size: `list.length + 1` as `list.length - 1`",
  ]);
});

test("a file that has changed since it was judged shuts the gate", () => {
  const problems = (now: string | undefined) =>
    gate(report([plus("Killed")]), [], { ...WHOLE, sourceOf: () => now }).problems;
  expect(problems(SOURCE)).toEqual([]);
  for (const now of [`${SOURCE}\n`, undefined])
    expect(problems(now)).toEqual(["reference/size.ts is another one than was judged"]);
});

test("an entry of a file that no group mutates shuts the gate", () => {
  const gone = { ...ENTRY, file: "reference/gone.ts" };
  expect(gate(report([plus("Killed")]), [gone], WHOLE).problems.join()).toContain("an entry of no file");
});

test("a mutant that is reached and that no check was asked about shuts the gate", () => {
  const verdict = gate(report([plus("Survived", { testsCompleted: 0 })]), [ENTRY], { ...WHOLE, floor: 0 });
  expect(verdict.problems.join()).toContain("no check was asked");
});

test("a canary that comes out otherwise shuts the gate", () => {
  for (const [name, status] of Object.entries({ judged: "Survived", unjudged: "Killed", ending: "Killed" })) {
    const verdict = gate(report([plus("Killed")], { [name]: status }), [], WHOLE);
    expect(verdict.problems.join()).toContain(`canary ${name}`);
  }
});

test("nothing mutated is a problem", () => {
  expect(gate(report([]), [], WHOLE).problems).toContain("nothing was mutated");
});

test("of the reports of shards each mutant counts once", () => {
  const one = report([plus("Killed"), { ...LEFT_OUT, replacement: "0" }]);
  const two = report([LEFT_OUT, plus("Survived", { replacement: "0" })]);
  const { score } = gate(merged([one, two]), [], WHOLE);
  expect(score).toMatchObject({ killed: 1, survived: 1, errors: 0 });
});

test("whatever a report says of a mutant comes before that another left it out", () => {
  for (const status of ["NoCoverage", "Timeout", "RuntimeError", "CompileError"]) {
    const of = (reports: readonly (readonly Mutant[])[]) => merged(reports).map((mutant) => mutant.status)[0];
    const [said, out] = [report([plus(status)]), report([LEFT_OUT])];
    expect([of([said, out]), of([out, said])]).toEqual([status, status]);
  }
});

test("reports of different files are one report of all of them", () => {
  const other = report([plus("Killed")], {}, "reference/other.ts");
  const files = ["reference/other.ts", "reference/size.ts"];
  for (const reports of [
    [other, report([plus("Killed")])],
    [report([plus("Killed")]), other],
  ]) {
    const verdict = gate(merged(reports), [], { ...WHOLE, files });
    expect([[...verdict.files.keys()], verdict.problems]).toEqual([files, []]);
  }
});

test("a recording keeps known reasons and the entries of other files", () => {
  const elsewhere = { ...ENTRY, file: "reference/other.ts" };
  const left = report([plus("Survived"), plus("Survived", { replacement: "0" })]).slice(0, 2);
  const list = updated([ENTRY, elsewhere], left, left, true);
  expect(list.map(({ file, after, reason }) => [file, after, reason.slice(0, 12)])).toEqual([
    ["reference/other.ts", "list.length - 1", "open: no lis"],
    ["reference/size.ts", "0", "open: nobody"],
    ["reference/size.ts", "list.length - 1", "open: no lis"],
  ]);
});
