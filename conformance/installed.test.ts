/** The form that runs here; the other one is tested by `pnpm test:package`. */
import { existsSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import {
  COMMAND,
  callersFolder,
  ownModule,
  ownModuleName,
  PACKAGED,
  ROOT,
  SUITE_VERSION,
} from "./installed.ts";

afterEach(() => vi.unstubAllEnvs());

test("the repository runs its TypeScript", () => {
  expect(PACKAGED).toBe(false);
  expect(existsSync(ownModule("worker", import.meta.url))).toBe(true);
  expect(["reference.ts", "reference.test.ts", "x.json"].map(ownModuleName)).toEqual([
    "reference",
    undefined,
    undefined,
  ]);
});

test("the caller stands where pnpm was called", () => {
  vi.stubEnv("INIT_CWD", "/somewhere");
  expect(callersFolder()).toBe("/somewhere");
  vi.stubEnv("INIT_CWD", undefined);
  expect(callersFolder()).toBe(process.cwd());
});

test("the version is the manifest's, and the command one that the readme shows", () => {
  expect(SUITE_VERSION).toBe(manifest.version);
  expect(existsSync(new URL("package.json", ROOT))).toBe(true);
  expect(COMMAND).toBe("npx -y pnpm@12.21.0 conformance");
});
