/** The gate over reports that are written out here. */
import { expect, test } from "vitest";
import { CANARY, gate, percent, type Survivor } from "./gate.ts";
import { judgedOf, type Mutant, merged, mutantsOf } from "./report.ts";
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

function report(mutants: readonly object[], changed?: Readonly<Record<string, string>>): readonly Mutant[] {
  return mutantsOf({
    files: { "reference/size.ts": { source: SOURCE, mutants }, [CANARY]: planted(changed) },
  });
}

const WHOLE = { floor: 50, whole: true };
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
  const low = { floor: 0, whole: true };
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

test("a sample says nothing of the floor, nor of entries that it did not meet", () => {
  const sampled = [plus("Survived"), { ...plus("RuntimeError"), statusReason: OUTSIDE }];
  expect(
    gate(judgedOf(report(sampled)), [ENTRY, { ...ENTRY, nth: 2 }], { floor: 95, whole: false }).problems,
  ).toEqual([]);
});

test("a mutant that is reached and that no check was asked about shuts the gate", () => {
  const verdict = gate(report([plus("Survived", { testsCompleted: 0 })]), [ENTRY], { floor: 0, whole: true });
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
  const one = report([plus("Killed"), { ...plus("RuntimeError"), statusReason: OUTSIDE, replacement: "0" }]);
  const two = report([
    { ...plus("RuntimeError"), statusReason: OUTSIDE },
    plus("Survived", { replacement: "0" }),
  ]);
  const { score } = gate(merged([one, two]), [], WHOLE);
  expect(score).toMatchObject({ killed: 1, survived: 1, errors: 0 });
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
