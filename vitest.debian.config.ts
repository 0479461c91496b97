// What needs Debian packages: tmux for the terminal interface of pi, Chromium for the HTML report, zsh and fish for
// their completions.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["conformance/vitest-scratch.ts"],
    include: ["reference/pi/*.debian-test.ts", "conformance/**/*.{debian,browser}-test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
