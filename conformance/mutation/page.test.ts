/** The page of scores, from counts and entries that are written out here. */
import { expect, test } from "vitest";
import type { Survivor } from "./gate.ts";
import { mutationPage } from "./page.ts";

const COUNTS = { killed: 6, timeout: 0, survived: 4, equivalent: 0, noCoverage: 0, errors: 0 };
const scores = { core: { floor: 60, files: { "reference/size.ts": COUNTS } } };
const entry = (nth: number, reason: string): Survivor => ({
  ...{ file: "reference/size.ts", inside: "size", mutator: "ArithmeticOperator", before: "1 + 1" },
  ...{ after: "1 - 1", nth, reason },
});

test("what the list calls equivalent counts as that, whatever was recorded", () => {
  const list = [1, 2].map((nth) => entry(nth, "equivalent: nobody counts | so far"));
  const page = mutationPage(scores, [...list, ...[3, 4].map((nth) => entry(nth, "open: no list is empty"))]);
  expect(page).toContain("| core (60 % required) | 75.0 % | 10 | 6 | 0 | 2 | 2 | 0 |");
  expect(page).toContain("| `reference/size.ts` | 75.0 % | 10 | 6 | 0 | 2 | 2 | 0 |");
  expect(page).toContain("| open: no list is empty | 2 |\n| equivalent: nobody counts \\| so far | 2 |");
});
