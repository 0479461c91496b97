/** Calls that ask for what is not there are refused before anything runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BadCall } from "../refusals.ts";
import { checkCall, checkOnly, chosenFiles, filesOf, readReports } from "./call.ts";
import type { Group } from "./groups.ts";

const root = mkdtempSync(join(tmpdir(), "mutation-"));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, "reference/pi"), { recursive: true });
for (const name of ["value.ts", "value.test.ts", "limits.ts", "index.ts", "pi/host.ts"])
  writeFileSync(join(root, "reference", name), "");
writeFileSync(join(root, "report.json"), JSON.stringify({ files: {} }));
writeFileSync(join(root, "other.json"), JSON.stringify({ name: "other" }));
writeFileSync(join(root, "broken.json"), "{");

const GROUP: Group = {
  ...{ name: "core", floor: 95, sessions: false, runs: 1 },
  mutate: ["reference/*.ts", "!reference/**/*test.ts"],
};

function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof BadCall) return error.message;
    throw error;
  }
  return "none";
}

test("a group's files are what its globs name, without those in which there is nothing to change", () => {
  expect(filesOf(GROUP, root)).toEqual(["reference/limits.ts", "reference/value.ts"]);
});

test("files are taken as the group names them", () => {
  const given = ["./reference/value.ts", join(root, "reference/limits.ts")];
  expect(chosenFiles(GROUP, given, root)).toEqual(["reference/value.ts", "reference/limits.ts"]);
});

test("files that are not there, or not in the group, are refused with the nearest", () => {
  const says = (file: string) => refusal(() => chosenFiles(GROUP, [file], root));
  expect(says("reference/valu.ts")).toBe(
    'there is no file "reference/valu.ts"; did you mean "reference/value.ts"?',
  );
  expect(says("reference/pi/host.ts")).toBe(
    '"reference/pi/host.ts" is no file of group core; it is one of group pi',
  );
  expect(says("reference/index.ts")).toBe('in "reference/index.ts" there is nothing to change');
  expect(says("reference")).toMatch(/is no file of group core/);
});

test("a report is read, and what is none is refused by its name", () => {
  const says = (name: string) => refusal(() => readReports("--reports", [join(root, name)]));
  expect(readReports("--reports", [join(root, "report.json")])).toEqual([[]]);
  expect(says("reports.json")).toMatch(/there is no such file; did you mean ".*report\.json"\?$/);
  expect(says("reference")).toMatch(/it is a folder/);
  expect(says("other.json")).toMatch(/other\.json": it is no report of Stryker$/);
  expect(says("broken.json")).toMatch(/broken\.json": .*JSON/);
});

test("an address that no check begins with is refused with the nearest", () => {
  const addresses = ["envelope/decode-json/text", "schema/unions/first"];
  const says = (prefix: string) => refusal(() => checkOnly([prefix], addresses));
  for (const known of ["envelope", "envelope/decode-json", "schema/un"]) expect(says(known)).toBe("none");
  expect(says("envelop/")).toContain('has the address "envelop/"; did you mean "envelope"?');
  expect(says("nothing/matches")).toBe('--only: no check that may kill has the address "nothing/matches"');
  expect(says("")).toContain("an empty address");
});

test("what cannot be asked for together is refused", async () => {
  const own: Group = { ...GROUP, name: "judge", stryker: { testRunner: "vitest" } };
  const says = async (groups: readonly Group[], flags: object) =>
    checkCall(groups, { seed: 1, ...flags }).then(
      () => "none",
      (error: Error) => error.message,
    );
  expect(await says([GROUP], { reports: ["a.json"], shard: { index: 1, of: 2 } })).toBe("none");
  expect(await says([GROUP, own], { reports: ["a.json"] })).toBe("reports are those of one group");
  expect(await says([GROUP, own], { files: ["a.ts"] })).toBe("files are those of one group");
  expect(await says([GROUP], { reports: ["a.json"], sample: 9 })).toMatch(/^--sample chooses what is run/);
  expect(await says([own], { only: ["schema"] })).toMatch(/^group judge is killed by its own tests/);
});
