import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{spec,reference,conformance,fuzz,drift,bench,docs}/**/*.test.ts"],
    setupFiles: ["vitest.setup.ts"],
    globalSetup: ["conformance/vitest-scratch.ts"],
    testTimeout: 60_000,
  },
});
