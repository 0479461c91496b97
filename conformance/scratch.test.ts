import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratch } from "./scratch.ts";

test("a scratch folder lies in the system's, is named by every variable, and goes with what it holds", () => {
  const { env, remove } = scratch();
  const folder = env.TMPDIR;
  expect(folder.startsWith(tmpdir())).toBe(true);
  expect([env.TEMP, env.TMP]).toEqual([folder, folder]);
  expect(env.NODE_COMPILE_CACHE.startsWith(folder)).toBe(false);
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", "b"), "");
  remove();
  expect(existsSync(folder)).toBe(false);
  remove();
});
