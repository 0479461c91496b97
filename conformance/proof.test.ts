/** What `pnpm proof` refuses before anything runs, and what it prints of a saboteur that is not exact. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inexact } from "./proof-text.ts";

const PROGRAM = fileURLToPath(new URL("proof.ts", import.meta.url));
const proof = (...words: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...words], { encoding: "utf8", timeout: 60_000 });

test.for([
  [["--sed", "1"], /^bad call: unknown option '--sed' \(Did you mean --seeds\?\)\n$/],
  [["--seeds", "0.5"], /^bad call: option '--seeds <number>' argument '0\.5' is invalid/],
  [["--minutes", "-1"], /^bad call: option '--minutes <number>' argument '-1' is invalid/],
  [["one"], /^bad call: too many arguments/],
  [
    ["--only", "outcome/ignores-enum5"],
    /^bad call: no saboteur's name holds "outcome\/ignores-enum5"; did you mean/,
  ],
  [["--matrix", "/nonexistent/x.html"], /^bad call: cannot write \/nonexistent\/x\.html: ENOENT/],
  [["--catches", "/nonexistent/x.json"], /^bad call: cannot write \/nonexistent\/x\.json: ENOENT/],
] as const)("%j is a bad call, known before any proof", ([words, said]) => {
  const { status, stderr, stdout } = proof(...words);
  expect(stderr).toMatch(said);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

test("one saboteur is proved, without colours in a pipe", () => {
  const { status, stdout } = proof("--seeds", "1", "--only", "outcome/ignores-enums");
  expect(stdout).toContain("1 of 1 proof (1 saboteur)");
  expect(stdout).not.toContain("\u001b");
  expect(status).toBe(0);
});

test("a saboteur that is caught all over is one line of bounded length", () => {
  const extra = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `schema/number-${at}`, address: `schema/number-${at}/x`, says: "long ".repeat(500) },
  }));
  const line = inexact({
    ...{ name: "schema/x", seed: 3, missed: ["schema/a"], extra, broken: {}, settled: [], cases: 1 },
  });
  expect(line).toMatch(/^schema\/x, seed 3: missed at \[schema\/a\], caught also at \[schema\/number-0 \(/);
  expect(line).toMatch(/; and 95 more\]$/);
  expect(line.length).toBeLessThan(1600);
});
