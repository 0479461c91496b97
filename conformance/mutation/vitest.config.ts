/** The tests that kill mutants of the harness: those that lie beside its judging files, and take no process. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "conformance/{assemble,execute,expected-failures,judge*,standing,wire-lines,wire-messages}.test.ts",
      "conformance/mutation/canary.test.ts",
    ],
    testTimeout: 60_000,
  },
});
