/** What the committed files may hold, and where they disagree. */
import { expect, test } from "vitest";
import type { Survivor } from "./gate.ts";
import { disagreements, divided, type FileScore, scoresOf, survivorsOf } from "./survivors.ts";

const ENTRY: Survivor = {
  file: "reference/size.ts",
  inside: "size",
  mutator: "ArithmeticOperator",
  before: "list.length + 1",
  after: "list.length - 1",
  nth: 1,
  reason: "open: no list is ever empty",
};
const SAME: Survivor = { ...ENTRY, nth: 2, reason: "equivalent: nobody counts so far" };

test("a list of entries with reasons is read", () => {
  expect(survivorsOf(JSON.stringify([ENTRY, SAME]))).toEqual([ENTRY, SAME]);
  expect(survivorsOf("[]")).toEqual([]);
});

test("what is no list is refused by the name of the file", () => {
  for (const text of ["null", "{}", "3"]) expect(() => survivorsOf(text)).toThrow("survivors.json must be");
  expect(() => survivorsOf("[")).toThrow("survivors.json is no JSON");
});

test("an entry that is none is named", () => {
  const { file: _file, ...nameless } = ENTRY;
  for (const bad of [null, 3, nameless, { ...ENTRY, nth: 0 }, { ...ENTRY, more: 1 }, { ...ENTRY, file: "" }])
    expect(() => survivorsOf(JSON.stringify([SAME, bad]))).toThrow("survivors.json, entry 2");
  expect(() => survivorsOf(JSON.stringify([ENTRY, ENTRY]))).toThrow("entry 2 is there twice");
});

test("a reason begins with one of two words and says something", () => {
  for (const reason of ["", "no list is ever empty", "equivalent:", "equivalent: yes", "open: to be done"])
    expect(() => survivorsOf(JSON.stringify([{ ...ENTRY, reason }]))).toThrow("its reason must be");
});

const SCORE: FileScore = { killed: 7, timeout: 0, survived: 2, equivalent: 0, noCoverage: 0, errors: 0 };
const scores = (file: Partial<FileScore> = {}) => ({
  core: { floor: 95, files: { "reference/size.ts": { ...SCORE, ...file } } },
});

test("scores are read, and what are none are refused by the name of the group", () => {
  expect(scoresOf(JSON.stringify(scores({ part: "1/6" })))).toEqual(scores({ part: "1/6" }));
  for (const text of ["[]", "null", "5"])
    expect(() => scoresOf(text)).toThrow("scores.json must have groups");
  for (const group of [5, null, { floor: 95 }, scores({ killed: -1 }).core, scores({ killed: 0.5 }).core])
    expect(() => scoresOf(JSON.stringify({ core: group }))).toThrow('scores.json, group "core"');
});

test("survivors are divided by what the list says now", () => {
  const { survived, equivalent } = divided(scores(), [ENTRY, SAME]).core?.files["reference/size.ts"] ?? {};
  expect([survived, equivalent]).toEqual([1, 1]);
});

const GROUPS = [{ name: "core", floor: 95, files: ["reference/size.ts"] }];

test("a list and scores that go together disagree nowhere", () => {
  expect(disagreements(scores(), [ENTRY, SAME], GROUPS)).toEqual([]);
  expect(disagreements(scores({ part: "1/6" }), [ENTRY], GROUPS)).toEqual([]);
});

test("an entry too few or too many is a disagreement", () => {
  for (const list of [[ENTRY], [ENTRY, SAME, { ...ENTRY, nth: 3 }]])
    expect(disagreements(scores(), list, GROUPS).join()).toContain(
      "2 mutants are recorded as left, and the list",
    );
});

test("more equivalent mutants than were reached are a disagreement", () => {
  const list = [SAME, { ...SAME, nth: 3 }];
  const found = disagreements(scores({ survived: 1, noCoverage: 1 }), list, GROUPS);
  expect(found.join()).toContain('2 entries say "equivalent:", and only 1 mutants were reached');
});

test("groups, files and floors that are not those of the project are disagreements", () => {
  const found = (groups: typeof GROUPS, list = [ENTRY, SAME]) => disagreements(scores(), list, groups).join();
  expect(found([])).toContain('there is no group "core"');
  expect(found([{ name: "core", floor: 95, files: [] }])).toContain("has no file reference/size.ts");
  expect(found([{ name: "core", floor: 90, files: ["reference/size.ts"] }])).toContain("90 % are required");
  const gone = { ...ENTRY, file: "reference/gone.ts" };
  expect(found(GROUPS, [ENTRY, SAME, gone])).toContain("of reference/gone.ts nothing is recorded");
});
