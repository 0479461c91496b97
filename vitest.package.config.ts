// Both packages as they would be published: checked, installed into an empty project, used. Needs the registry.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packaging/*.package-test.ts"],
    globalSetup: ["packaging/tarballs.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
