// The packed package in the real pi, at the installed version and the oldest promised one. Needs the registry.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["conformance/vitest-scratch.ts"],
    include: ["reference/pi/*.pi-test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
