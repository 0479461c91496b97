/** What the planted code must do; the mutants of the harness are killed by tests such as these. */
import { expect, test } from "vitest";
import { ending, judged, kept, loaded, unjudged } from "./canary.ts";

test("the canaries sing", () => {
  unjudged(1);
  ending(3);
  expect([judged(1), loaded(), kept(2), kept(2)]).toEqual([2, 40, 6, 6]);
});
