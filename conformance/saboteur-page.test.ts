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
const found = { name: saboteur.name, missed: [], extra: [], settled: [], cases: 1, broken: {} };
const by = (vector: string) => ({ "outcome/one-of-three": { vector } });

/** The cells of a requirement's first line. */
function cellsOf(page: string, id: string): readonly string[] {
  const line = page.split("\n").find((one) => one.includes(`<th scope="row">${id}</th>`)) ?? "";
  return [...line.matchAll(/<td class="(\w+)"[^>]*>([^<]*)/g)].map(([, kind, mark]) => `${kind} ${mark}`);
}

test("what several seeds saw is told together, and texts are escaped", () => {
  const property = { "outcome/one-of-three": { property: "outcome/one-of-three/b" } };
  const caught = caughtOf(
    [saboteur],
    [
      { ...found, seed: 2, broken: property },
      { ...found, seed: 1, broken: by("outcome/one-of-three/a") },
    ],
  );
  expect(caught[0]).toMatchObject({
    seeds: 2,
    broken: {
      "outcome/one-of-three": { vector: "outcome/one-of-three/a", property: "outcome/one-of-three/b" },
    },
  });
  const page = matrixPage(caught, 2);
  expect(cellsOf(page, "outcome/one-of-three")).toEqual(["count 1", "all ●"]);
  expect(page).not.toContain("<b>");
  expect(page).not.toContain("<script>");
});

test("caught with one seed and missed with another is not drawn as caught, nor is what no seed saw", () => {
  const caught = caughtOf(
    [saboteur],
    [
      { ...found, seed: 1, broken: by("outcome/one-of-three/a"), missed: ["safety/honest"] },
      { ...found, seed: 2, missed: ["outcome/one-of-three", "safety/honest"] },
    ],
  );
  const page = matrixPage(caught, 2);
  expect(cellsOf(page, "outcome/one-of-three")).toEqual(["count 1", "some v ✗1"]);
  expect(cellsOf(page, "safety/honest")).toEqual(["count 1", "none ✗"]);
  expect(page).toContain("not caught with seed 2");
});

test("where it was caught beside what it declares is drawn", () => {
  const extra = [{ id: "safety/local", address: "safety/local/x", says: "<i>" }];
  const catches = [1, 2].map((seed) => ({ ...found, seed, broken: by("outcome/one-of-three/a"), extra }));
  const other = { ...saboteur, name: "schema/other", breaks: ["safety/local"] };
  const page = matrixPage(caughtOf([saboteur, other], catches), 2);
  expect(cellsOf(page, "safety/local")).toEqual(["count 1", "extra +2"]);
  expect(page).toContain("safety/local/x: &lt;i&gt;");
});

test("a saboteur that was not tried has a column, and one that was not tried with all seeds says so", () => {
  const never = { ...saboteur, name: "outcome/never" };
  const page = matrixPage(caughtOf([saboteur, never], [{ ...found, seed: 1, broken: by("a") }]), 10);
  expect(page).toContain("outcome/never (not tried)");
  expect(page).toContain("outcome/&lt;b&gt; (1 of 10 seeds)");
  expect(cellsOf(page, "outcome/one-of-three")).toEqual(["count 2", "all v", "idle ?"]);
});

test("a requirement that no saboteur breaks has a row, whatever its chapter", () => {
  const page = matrixPage(caughtOf([saboteur], []), 1);
  for (const id of ["outcome/host-stable", "guard/anchors-only"])
    expect(page).toContain(`<th scope="row" class="bare">${id}</th><td class="bare"`);
});
