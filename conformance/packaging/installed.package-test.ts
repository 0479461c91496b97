/** Both packages in an empty project, as a user has them: imported, typechecked, run. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { install, newProject, nodeOf, removeScratch, run, succeed } from "./project.ts";

const BIN = "node_modules/.bin/pi-repair-conformance";
const SHORT = ["--only", "envelope/decode-json"] as const;

let project = "";
beforeAll(async () => {
  project = await newProject(...Object.values(inject("tarballs")));
});

afterAll(removeScratch);

const here = (...words: readonly string[]) => run(join(project, BIN), words, { cwd: project });

/** Typechecks files of the project as its `tsconfig.json` would have it. */
function tsc(compiler: string, module: string, files: readonly string[], skipLibCheck: boolean) {
  const moduleResolution = module === "esnext" ? "bundler" : module;
  const options = { module, moduleResolution, target: "es2024", strict: true, noEmit: true, types: [] };
  const config = { compilerOptions: { ...options, resolveJsonModule: true, skipLibCheck }, files };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  const path = join(import.meta.dirname, "..", "..", "node_modules", compiler, "bin", "tsc");
  return run(process.execPath, [path, "--project", "."], { cwd: project });
}

const COMPILERS = ["typescript-5.9", "typescript"] as const;
/** `esnext` goes with the resolution of bundlers; `node16` knows no import attributes. */
const MODULES = [
  ["node16", ["node16.ts"]],
  ["nodenext", ["node16.ts", "json.ts"]],
  ["esnext", ["node16.ts", "json.ts"]],
] as const;

describe("in an empty project without pi", () => {
  test("the packages bring their dependencies, and none of their optional peers", () => {
    const names = readdirSync(join(project, "node_modules"));
    expect(names).toEqual(
      expect.arrayContaining(["pi-repair-conformance", "pi-repair-reference", "typebox"]),
    );
    for (const name of ["vitest", "jsonrepair", "partial-json", "@earendil-works"])
      expect(names).not.toContain(name);
  });

  test("every subpath that needs no pi is imported", async () => {
    expect(Number(await succeed("node", ["import-all.js"], { cwd: project }))).toBeGreaterThanOrEqual(13);
  });

  for (const compiler of COMPILERS) {
    test.each(MODULES)(`${compiler} with module %s finds all types`, async (module, files) => {
      expect(await tsc(compiler, module, files, false)).toMatchObject({ code: 0, out: "" });
    });
  }

  test("the reference holds, by default", async () => {
    expect(await here(...SHORT)).toMatchObject({ code: 0 });
  });

  test("a user's own target is judged, in TypeScript and in JavaScript", async () => {
    const typed = await here("./my-layer.ts", ...SHORT);
    expect(typed).toMatchObject({ code: 1 });
    expect(typed.out).toMatch(/^next: npx pi-repair-conformance explain envelope\/decode-json; /m);
    expect(await here("./mine.js", ...SHORT)).toMatchObject({ code: 0 });
  });

  test("a program is judged over the wire, and every template starts", async () => {
    expect((await here("init", "stdio", "wire")).code).toBe(0);
    expect((await here("init", "ts", "typed")).code).toBe(0);
    expect(readFileSync(join(project, "typed/target.ts"), "utf8")).toContain(
      "npx pi-repair-conformance doctor",
    );
    const wire = await here("doctor", "--", "node", "wire/target.mjs");
    expect(wire.out).toContain("it starts: my-layer");
    expect((await here("doctor", "./typed/target.ts")).out).toContain("it starts: my-layer");
  });

  test("the example in Python comes along", async () => {
    expect(await here("python", ...SHORT)).toMatchObject({ code: 0 });
  });

  test("every other command works", async () => {
    expect((await here("--version")).out).toMatch(/^pi +not installed$/m);
    expect((await here("list")).out).toContain("  reference\n");
    expect((await here("explain", "envelope")).code).toBe(0);
    expect((await here("emit", "envelope/decode-json/once")).code).toBe(0);
    expect((await here("completion", "bash")).out).toContain("complete -o bashdefault");
    expect((await here("lst")).err).toContain('did you mean the command "list"?');
    const reports = ["--json", "--html", "r.html", "--junit", "r.xml", "--markdown", "r.md"];
    const { out } = await here("./mine.js", ...SHORT, ...reports);
    writeFileSync(join(project, "r.json"), out);
    expect(await here("compare", "r.json", "r.json")).toMatchObject({ code: 0 });
  });

  test("paths are seen from where the caller stands, also in a script that npm starts", async () => {
    const fields = { name: "empty", private: true, type: "module" };
    const scripts = { judge: `pi-repair-conformance ./mine.js ${SHORT.join(" ")}` };
    const before = readFileSync(join(project, "package.json"), "utf8");
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({ ...fields, ...JSON.parse(before), scripts }),
    );
    const done = await run("npm", ["run", "--silent", "judge"], { cwd: join(project, "wire") });
    expect(done).toMatchObject({ code: 0 });
  });

  test("a campaign runs, and writes where the caller stands", async () => {
    const fuzz = join(project, "node_modules/.bin/pi-repair-fuzz");
    const done = await run(fuzz, ["./mine.js", "--cases", "200", "--workers", "1"], { cwd: project });
    expect(done.out).toMatch(/^written: .*\/fuzz\/findings\/report.json$/m);
    expect(done.out).toContain(project);
  });

  test("what needs pi says how to install it, and does not pass", async () => {
    const command = "npm install --save-dev @earendil-works/pi-ai @earendil-works/pi-coding-agent";
    const alone = await here("pi-alone", ...SHORT);
    expect(alone).toMatchObject({ code: 3, out: "" });
    expect(alone.err).toContain(command);
    const session = await here("reference", "--only", "pi/repaired-executes");
    expect(session).toMatchObject({ code: 3 });
    expect(session.out).toContain(command);
    expect((await here("jsonrepair", ...SHORT)).err).toContain("npm install --save-dev jsonrepair");
  });
});

describe("with the optional peers", () => {
  beforeAll(async () => {
    const { vitest, jsonrepair } = manifest.devDependencies;
    const pi = manifest.devDependencies["@earendil-works/pi-ai"];
    const both = ["pi-ai", "pi-coding-agent"].map((name) => `@earendil-works/${name}@${pi}`);
    await install(project, ...both, `vitest@${vitest}`, `jsonrepair@${jsonrepair}`);
  });

  test("every subpath is imported", async () => {
    expect(Number(await succeed("node", ["import-all.js", "all"], { cwd: project }))).toBeGreaterThanOrEqual(
      15,
    );
  });

  for (const compiler of COMPILERS) {
    test.each(MODULES)(`${compiler} with module %s finds the types for pi`, async (module) => {
      // The declarations of pi itself are not ours to judge.
      expect(await tsc(compiler, module, ["pi.ts"], true)).toMatchObject({ code: 0, out: "" });
    });
  }

  test("the suite runs inside vitest", async () => {
    const words = ["run", "--globals", "mine.conformance-test.ts", "--dir", "."];
    writeFileSync(
      join(project, "vitest.config.js"),
      'export default { test: { include: ["*.conformance-test.ts"] } };',
    );
    const done = await run(join(project, "node_modules/.bin/vitest"), words, { cwd: project });
    expect(done.out).toMatch(/Tests +2 passed/);
  });

  test("what stands on pi is judged in pi", async () => {
    expect(await here("reference", "--only", "pi/repaired-executes")).toMatchObject({ code: 0 });
    expect((await here("pi-alone", ...SHORT)).code).toBe(0);
    expect((await here("jsonrepair", ...SHORT)).code).toBe(0);
  });
});

describe.each(["22.19.0", "22.23.3", "26.10.0"])("Node %s", (version) => {
  let bin = "";
  beforeAll(async () => {
    bin = await nodeOf(version);
  });

  test("imports every subpath that needs no pi, and runs the command", async () => {
    const place = { cwd: project, bin };
    expect((await succeed("node", ["--version"], place)).trim()).toBe(`v${version}`);
    await succeed("node", ["import-all.js"], place);
    expect(await run(join(project, BIN), SHORT, place)).toMatchObject({ code: 0 });
    expect(await run(join(project, BIN), ["./mine.js", ...SHORT], place)).toMatchObject({ code: 0 });
    expect(await run(join(project, BIN), ["./my-layer.ts", ...SHORT], place)).toMatchObject({ code: 1 });
  });
});
