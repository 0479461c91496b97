/** Vector files that are broken: named with the place, and never a stack trace. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { loadVectors } from "../spec/vectors.ts";
import { faultOf } from "./fault.ts";

const root = mkdtempSync(join(tmpdir(), "vectors-"));
afterAll(() => rmSync(root, { recursive: true }));

const vector = (id: string, more: object = {}) => ({
  id,
  requirement: "profile/table",
  title: "a title",
  source: "written here",
  kind: "basic",
  capability: "repair",
  call: { tool: "read", input: {} },
  expect: { outcome: "unrepairable" },
  ...more,
});

function faultWith(files: Readonly<Record<string, readonly object[]>>) {
  const folder = mkdtempSync(join(root, "case-"));
  for (const [name, vectors] of Object.entries(files)) {
    const text = JSON.stringify({ source: "written here", chapter: "profile", vectors });
    writeFileSync(join(folder, name), text);
  }
  try {
    loadVectors(pathToFileURL(`${folder}/`));
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

test("an address that is there twice is told with both files", () => {
  expect(faultWith({ "a.json": [vector("one")], "b.json": [vector("one")] })).toEqual({
    line: 'vector file: spec/vectors/b.json, vector "one": profile/table/one is there twice (first in spec/vectors/a.json)',
    exitCode: 4,
  });
});

test("a twin that does not exist is told with the file and the vector", () => {
  expect(faultWith({ "a.json": [vector("one", { twin: "profile/table/two" })] })).toEqual({
    line: 'vector file: spec/vectors/a.json, vector "one": it names profile/table/two, which does not exist; did you mean "profile/table/one"?',
    exitCode: 4,
  });
});

test("an unknown kind is told with the file and the vector", () => {
  expect(faultWith({ "a.json": [vector("one", { kind: "basix" })] })?.line).toMatch(
    /^vector file: spec\/vectors\/a\.json, vector "one": \/kind /,
  );
});

test("files that keep the rules load", () => {
  expect(faultWith({ "a.json": [vector("one"), vector("two", { twin: "profile/table/one" })] })).toBe(
    undefined,
  );
});
