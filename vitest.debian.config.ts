// What needs Debian packages: tmux for the terminal interface of pi, Chromium for the HTML report.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["reference/pi/*.debian-test.ts", "conformance/**/*.browser-test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
