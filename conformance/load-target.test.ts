import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtInTargets, findTarget } from "./find-target.ts";
import { isolate } from "./isolate.ts";
import { identify } from "./load-target.ts";
import { NotATarget } from "./refusals.ts";
import { BadCall } from "./select.ts";
import { identity } from "./zoo.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a module with this text comes to, where a target is wanted. */
async function load(name: string, text: string): Promise<string> {
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, text);
  try {
    const source = findTarget(path);
    if (source.program !== undefined) throw new Error("a module was expected");
    const isolated = await isolate(source.module, { seed: 1, runs: 1, deadlineMs: 1000 });
    await isolated.close();
    return `the target ${isolated.identity.name}`;
  } catch (error) {
    if (error instanceof NotATarget) return error.message;
    throw error;
  }
}

const HEAD = 'import { defineTarget } from "pi-repair-conformance";\nexport default defineTarget(';

describe("a module", () => {
  test("outside the repository imports the suite by its name", async () => {
    const text = `${HEAD}{ name: "mine", version: "1", capabilities: ["repair"], repair: () => null });`;
    expect(await load("mine", text)).toBe("the target mine");
  });

  test("without a default export is told what it exports", async () => {
    expect(await load("named", "export const target = 1;")).toBe(
      "the target's module has no default export (it exports target); it should be defineTarget({ ... })",
    );
  });

  test("that exports a number, or an array, is told so", async () => {
    expect(await load("number", "export default 7;")).toMatch(/is a number, not a target$/);
    expect(await load("array", "export default [];")).toMatch(/is an array, not a target$/);
  });

  test("that leaves while it is imported did not start", async () => {
    expect(await load("leaves", "process.exit(0);")).toMatch(/^the target did not start: its thread ended/);
  });

  test("that throws while it is read did not become a target", async () => {
    const text = "export default { get name() { throw new Error('no'); } };";
    expect(await load("getter", text)).toBe("the target cannot be read: Error: no");
  });
});

describe("what a target says of itself", () => {
  const say = (parts: object) => () => identify({ ...identity, ...parts });

  test("a misspelt capability is refused with the nearest one", () => {
    expect(say({ capabilities: ["repiar"] })).toThrow('unknown capability "repiar"; did you mean "repair"?');
  });

  test("a member that is nearly one that is read is refused, any other is the target's own", () => {
    const slip = { recoverMesage: () => ({}) };
    expect(say(slip)).toThrow('member "recoverMesage", which nothing reads; did you mean "recoverMessage"?');
    expect(say({ cache: new Map() })).not.toThrow();
  });

  test("a capability without its function is refused", () => {
    expect(say({ capabilities: ["repair", "guard"] })).toThrow("declares `guard` and has no function for it");
  });

  test("a name must be there, and at least one capability", () => {
    expect(say({ name: undefined })).toThrow(/does not say what it is: \/name/);
    expect(say({ capabilities: [] })).toThrow(/does not say what it is: \/capabilities/);
  });
});

describe("what the caller typed", () => {
  test("a built-in name is a built-in target", () => {
    expect(builtInTargets()).toContain("reference");
    expect(findTarget("reference").given).toBe("reference");
  });

  test("any other plain word is refused with the nearest name", () => {
    expect(() => findTarget("refrence")).toThrow('no built-in target "refrence"; did you mean "reference"?');
  });

  test("a path to nothing, or to a folder, is refused", () => {
    expect(() => findTarget("./nothing.ts")).toThrow(BadCall);
    expect(() => findTarget(folder)).toThrow(BadCall);
  });
});
