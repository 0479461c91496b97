import { expect, test } from "vitest";
import { growing } from "./growth.ts";
import { allScenes } from "./run.ts";
import { refusePartialRecord, wanting, wantsGrowth, wantsScene } from "./wanted.ts";

/** Ids of what a prefix selects. */
function selected(prefix: string): readonly string[] {
  const { scenes, close } = allScenes();
  close();
  const wants = wanting([prefix]);
  return [
    ...scenes.filter((scene) => wantsScene(wants, scene)).map(({ id }) => id),
    ...growing()
      .filter((one) => wantsGrowth(wants, one))
      .map(({ id }) => id),
  ];
}

test("every group of the page can be asked for, and one row of it", () => {
  for (const group of ["fast-path", "rule", "envelope", "grammar", "stream", "time", "growth", "memory"])
    expect(selected(group).length, group).toBeGreaterThan(1);
  expect(selected("growth/adversary-brace")).toEqual(["adversary, brace"]);
  expect(selected("memory/adversary-brace")).toEqual(["adversary, brace"]);
  expect(selected("fast-path/read-")).toEqual(["fast-path/read-every-gate"]);
});

test("what goes on behind an id selects nothing", () => {
  expect(selected("mix/bad-day-nonsense")).toEqual([]);
});

test("a part of a run is not recorded", () => {
  const whole = { only: [], peer: [], record: true } as const;
  expect(() => refusePartialRecord(whole)).not.toThrow();
  expect(() => refusePartialRecord({ ...whole, only: ["mix"] })).toThrow(/leave --only away/);
  expect(() => refusePartialRecord({ ...whole, peer: ["a=b"] })).toThrow(/leave --peer away/);
  expect(() => refusePartialRecord({ ...whole, quick: true })).toThrow(/leave --quick away/);
  expect(() => refusePartialRecord({ only: ["mix"], peer: [], quick: true })).not.toThrow();
});
