// Both packages as they would be published: checked, installed into an empty project, used. Needs the registry.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["conformance/packaging/*.package-test.ts"],
    globalSetup: ["conformance/packaging/tarballs.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
