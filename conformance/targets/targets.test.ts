import { expect, test } from "vitest";
import { fellShort } from "../assemble.ts";
import { loadExpectedFailures } from "../expected-failures.ts";
import { findTarget } from "../find-target.ts";
import { run } from "../run.ts";

for (const name of ["python", "jsonrepair", "partial-json"]) {
  test(`${name} gets wrong what its file says, and nothing else`, async () => {
    const target = findTarget(name);
    const expectedFailures = loadExpectedFailures(target.expectedFailures ?? "");
    const settings = { only: [], seed: 1, runs: 100, deadlineMs: 5_000, today: "2026-01-01" };
    const result = await run({ target, expectedFailures, ...settings });
    const unexpected = result.requirements.filter(({ verdict, expected }) => fellShort(verdict) && !expected);
    expect(unexpected.map(({ requirement }) => requirement.id)).toEqual([]);
    expect(result.stale).toEqual([]);
    expect(result.faults).toEqual([]);
  }, 240_000);
}
