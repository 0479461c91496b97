/** The page of requirements and saboteurs. */
import { expect, test } from "vitest";
import { caughtOf, matrixPage } from "./saboteur-page.ts";
import reference from "./targets/reference.ts";

const saboteur = {
  name: "outcome/<b>",
  title: 'It says "<script>".',
  breaks: ["outcome/one-of-three", "safety/honest"],
  target: reference,
};
const found = { name: saboteur.name, missed: [], extra: [], settled: [], cases: 1 };

test("what several seeds saw is told together, and texts are escaped", () => {
  const caught = caughtOf(
    [saboteur],
    [
      { ...found, seed: 1, broken: { "outcome/one-of-three": { vector: "outcome/one-of-three/a" } } },
      { ...found, seed: 2, broken: { "outcome/one-of-three": { property: "outcome/one-of-three/b" } } },
    ],
  );
  expect(caught[0]).toMatchObject({
    seeds: 2,
    broken: {
      "outcome/one-of-three": { vector: "outcome/one-of-three/a", property: "outcome/one-of-three/b" },
    },
  });
  const page = matrixPage(caught);
  expect(page).toContain("●");
  expect(page).toContain("✗");
  expect(page).not.toContain("<b>");
  expect(page).not.toContain("<script>");
});

test("a saboteur that was not tried is not on the page", () => {
  expect(caughtOf([saboteur], [])).toEqual([]);
});
