/** The package as it is holds what is stated of it, and the statements can fail. */
import { expect, test } from "vitest";
import { loadVectors, type RepairVector } from "../../spec/vectors.ts";
import { library as core, grammarLibrary } from "../targets/reference.ts";
import type { Library } from "./library.ts";
import { isForFacade } from "./library-facade.ts";
import { LIBRARY_PROPERTIES } from "./library-properties.ts";

const library: Library = { ...core, ...grammarLibrary };
const NOTHING = { toolName: "idle", schema: {} };

test.each(LIBRARY_PROPERTIES)("the package holds $name", async ({ check }) => {
  expect(await check(library)).toBeUndefined();
});

test("each statement has a name of its own", () => {
  expect(new Set(LIBRARY_PROPERTIES.map(({ name }) => name)).size).toBe(LIBRARY_PROPERTIES.length);
});

test("a package that never repairs does not hold them", async () => {
  const idle: Library = {
    ...library,
    runRepairPipeline: ({ input }) => ({
      ...library.runRepairPipeline({ input: {}, config: NOTHING }),
      args: input,
    }),
  };
  const verdicts = await Promise.all(
    LIBRARY_PROPERTIES.map(async ({ name, check }) => ((await check(idle)) === undefined ? [] : [name])),
  );
  expect(verdicts.flat()).toContain("owner-transform-with-result");
});

test("the facade is asked a good part of the vectors, and none that needs more than it takes", () => {
  const asked = loadVectors().filter(isForFacade);
  expect(asked.length).toBeGreaterThan(200);
  expect(asked.every(({ call }: RepairVector) => call.preprocessors === undefined)).toBe(true);
});
