/** The command as a whole: what it prints where, and how it ends. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function conformance(...words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, INIT_CWD: folder }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [MAIN, ...words], options, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return `./${name}`;
};

const HEAD =
  'import { defineTarget } from "pi-repair-conformance";\nexport default defineTarget({ name: "t", version: "1", ';
const identity = file(
  "identity.ts",
  `${HEAD} capabilities: ["repair"], repair: ({ input }: { input: unknown }) => ({ outcome: "valid", args: input, changes: [] }) });`,
);

async function refused(code: number, line: RegExp, ...words: readonly string[]): Promise<void> {
  const ended = await conformance(...words);
  expect(ended.err).toMatch(line);
  expect(ended.err.trimEnd().split("\n")).toHaveLength(1);
  expect(ended).toMatchObject({ code, out: "" });
}

describe("what cannot be run ends with one line, without a stack trace", () => {
  test.concurrent.for([
    [
      2,
      "an unknown target",
      /^bad call: no built-in target "refrence"; did you mean "reference"\?/,
      "refrence",
    ],
    [2, "an unknown flag", /^bad call: unknown option '--sed' \(Did you mean --seed\?\)/, "--sed"],
    [2, "a flag's wrong value", /^bad call: option '--seed <number>' argument 'x' is invalid/, "--seed", "x"],
    [2, "a word too many", /^bad call: too many arguments/, "reference", "again"],
    [
      2,
      "an unknown requirement",
      /^bad call: no requirement "schema\/iterat"; did you mean/,
      "explain",
      "schema/iterat",
    ],
    [
      2,
      "a mistyped command",
      /^bad call: no built-in target "lst"; did you mean the command "list"\?/,
      "lst",
    ],
    [
      2,
      "a mistyped command with its argument",
      /^bad call: no built-in target "expalin"; did you mean the command "explain"\?/,
      "expalin",
      "schema",
    ],
    [
      2,
      "a mistyped path",
      /^bad call: no file ".\/identty.ts" to load a target from; did you mean ".\/identity.ts"\?/,
      "./identty.ts",
    ],
    [2, "an empty address", /^bad call: an empty address selects nothing; leave --only away/, "--only", ""],
    [
      2,
      "an unknown address",
      /^bad call: nothing has the address "schema\/iterat\/x"/,
      "--only",
      "schema/iterat/x",
    ],
  ] as const)("%s", async ([code, , line, ...words]) => {
    await refused(code, line, ...words);
  });

  test.concurrent("a module that throws when it is imported", async () => {
    const given = file("throws.ts", 'throw new Error("no\\nluck");');
    await refused(3, /^target: the target's module throws when it is imported: Error: no$/m, given);
  });

  test.concurrent("a module whose import never ends", async () => {
    const given = file("waits.ts", "await new Promise(() => {});\nexport default {};");
    await refused(3, /^target: the target's module never ends: it awaits what never comes$/m, given);
  });

  test.concurrent("a module whose import never rests", async () => {
    const given = file("spins.ts", "setInterval(() => {}, 1000);\nawait new Promise(() => {});");
    await refused(3, /^target: the target did not start: not within \d+ ms$/m, given);
  });

  test.concurrent("a module that needs a package which is not installed", async () => {
    const given = file("needs.ts", 'import "no-such-package-anywhere";');
    await refused(
      3,
      /^target: the target's module throws when it is imported: Error: Cannot find package/m,
      given,
    );
  });
});

describe("a run", () => {
  test.concurrent("of an adapter outside the repository names what falls short, with a recipe, and ends with 1", async () => {
    const { code, out } = await conformance(identity, "--only", "preprocess/exact-alias");
    expect(code).toBe(1);
    expect(out).not.toContain("\u001b");
    expect(out).toMatch(/preprocess\/exact-alias +M +failed/);
    expect(out).toMatch(/replay {3}.* conformance .\/identity.ts --only preprocess\/exact-alias\//);
    const [last = ""] = out.trimEnd().split("\n").slice(-1);
    expect(last).toMatch(
      /^next: .* conformance explain preprocess\/exact-alias; .* --only preprocess\/exact-alias\//,
    );
  });

  test.concurrent("of what is expected to fail ends with 0", async () => {
    const known = file(
      "known.json",
      JSON.stringify({ expectedFailures: [{ address: "preprocess/exact-alias", reason: "r" }] }),
    );
    const { code, out } = await conformance(
      identity,
      "--only",
      "preprocess/exact-alias",
      "--expected-failures",
      known,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/failed \(expected\)/);
    expect(out).not.toMatch(/^next:/m);
  });

  test.concurrent("in which an expected failure holds ends with 2", async () => {
    const known = file(
      "held.json",
      JSON.stringify({ expectedFailures: [{ address: "schema/iterate", reason: "r" }] }),
    );
    const { code, out } = await conformance("--only", "schema/iterate", "--expected-failures", known);
    expect(out).toMatch(/the expected failure "schema\/iterate" held/);
    expect(code).toBe(2);
  });

  test.concurrent("with --json prints one document, and twice the same body", async () => {
    const words = ["--only", "envelope", "--seed", "7", "--runs", "20", "--json"];
    const [first, second] = await Promise.all([conformance(...words), conformance(...words)]);
    const body = (text: string): string => JSON.stringify((JSON.parse(text) as { body: unknown }).body);
    expect(body(first.out)).toBe(body(second.out));
    expect(first.out.endsWith("}\n")).toBe(true);
  });
});

test.concurrent("list names targets, requirements and checks", async () => {
  const { code, out } = await conformance("list");
  expect(code).toBe(0);
  expect(out).toMatch(/^targets\n( {2}\S+\n)* {2}reference\n/);
  expect(out).toContain("  schema/iterate (M; repair)\n    vector schema/iterate/");
});

test.concurrent("explain says what a requirement promises and what tests it", async () => {
  const { code, out } = await conformance("explain", "schema/iterate");
  expect(code).toBe(0);
  expect(out).toMatch(/^schema\/iterate\n {2}Passes repeat[\s\S]*level +M \(must\)[\s\S]*\(property\)/);
});

test.concurrent("explain of a chapter says each of its requirements, with the number of checks", async () => {
  const { code, out } = await conformance("explain", "stream");
  expect(code).toBe(0);
  const heads = out.split("\n").filter((line) => /^stream\/[a-z-]+ \([MXS]; \d+ checks?\)$/.test(line));
  expect(heads.length).toBeGreaterThan(1);
  expect(out.trimEnd().split("\n")).toHaveLength(2 * heads.length);
});
