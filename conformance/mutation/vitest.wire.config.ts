/** The tests that kill mutants of what runs targets: their programs are scripts. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "conformance/{run,wire-checks,wire-deadline,wire-start,wire-window}.test.ts",
      "conformance/mutation/canary.test.ts",
    ],
    // A mutant may wait for what never comes; the tests themselves take a quarter of a second at most.
    testTimeout: 5000,
  },
});
