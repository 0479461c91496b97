import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["conformance/vitest-scratch.ts"],
    include: ["conformance/**/*.browser-test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
