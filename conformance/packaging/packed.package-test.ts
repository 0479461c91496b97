/** What is in the tarballs: sizes, files, manifests, and what publint and attw say of them. */
import { readFileSync, statSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { removeScratch, scratch, succeed } from "./project.ts";

/**
 * Bytes. A quarter above what the packages had when the figure was set, so that growth by a folder that nobody wanted to
 * publish is seen, and growth of the spec is not.
 */
const BUDGETS = {
  ".": { packed: 1_250_000, unpacked: 8_400_000 },
  reference: { packed: 540_000, unpacked: 2_100_000 },
} as const;

/** Types are for ES modules; nothing is promised to CommonJS or to the resolution of before `exports`. */
const NOT_PROMISED: ReadonlySet<unknown> = new Set(["node10", "node16-cjs"]);

afterAll(removeScratch);

describe.each(["reference", "."] as const)("the package in %s", (folder) => {
  const tarball = inject("tarballs")[folder];
  let files: readonly string[] = [];
  let unpacked = "";
  const read = (name: string): string => readFileSync(`${unpacked}/package/${name}`, "utf8");

  beforeAll(async () => {
    unpacked = scratch();
    await succeed("tar", ["xzf", tarball, "-C", unpacked], { cwd: unpacked });
    const listed = await succeed("tar", ["tzf", tarball], { cwd: unpacked });
    files = listed
      .trimEnd()
      .split("\n")
      .map((name) => name.replace(/^package\//, ""));
  });

  test("stays within its budget", () => {
    const bytes = files.reduce((sum, name) => sum + statSync(`${unpacked}/package/${name}`).size, 0);
    console.log(
      `${folder}: ${statSync(tarball).size} bytes packed, ${bytes} unpacked, ${files.length} files`,
    );
    expect(statSync(tarball).size).toBeLessThan(BUDGETS[folder].packed);
    expect(bytes).toBeLessThan(BUDGETS[folder].unpacked);
  });

  test("has a readme and a licence, and neither tests nor sources that Node would not run there", () => {
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]));
    const strays = files.filter(
      (name) =>
        /\.test\.|-test\.|__pycache__|saboteur|\.tgz$/.test(name) ||
        (/(?<!\.d)\.ts$/.test(name) && !name.includes("/templates/")),
    );
    expect(strays).toEqual([]);
  });

  test("has a source map with its source for every module", () => {
    const modules = files.filter((name) => name.endsWith(".js"));
    expect(modules.length).toBeGreaterThan(10);
    for (const name of modules) {
      const { sourcesContent } = JSON.parse(read(`${name}.map`)) as { sourcesContent?: readonly unknown[] };
      expect(sourcesContent, name).toHaveLength(1);
    }
  });

  test("depends on nothing of this workspace by path", () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, object | undefined>;
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|file:|link:/);
    if (folder === "reference") {
      expect(manifest.dependencies).toBeUndefined();
      // pi gives an extension its own TypeBox, and warns of packages that depend on one.
      expect(manifest.peerDependencies).toHaveProperty("typebox", "*");
    }
  });

  test("has nothing that publint would say", async () => {
    const bytes = readFileSync(tarball);
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: data } });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("has types that resolve as its modules do", async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    if (result.types === false) throw new Error("no types at all");
    const typed = Object.keys(result.entrypoints).filter((name) => !/\.json$/.test(name));
    expect(typed.length).toBeGreaterThanOrEqual(3);
    const promised = result.problems.filter(
      (problem) => !("resolutionKind" in problem && NOT_PROMISED.has(problem.resolutionKind)),
    );
    expect(promised).toEqual([]);
  });
});
