import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{spec,reference,conformance,fuzz,drift,bench,docs}/**/*.test.ts"],
    testTimeout: 60_000,
  },
});
