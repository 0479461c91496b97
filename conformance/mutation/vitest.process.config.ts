/** The tests that kill mutants of what starts and ends programs: their programs are lines of shell. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["conformance/wire-process.test.ts", "conformance/mutation/canary.test.ts"],
    // A mutant may wait for what never comes; the tests themselves take a tenth of a second each.
    testTimeout: 5000,
  },
});
