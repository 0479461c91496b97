/** Holds the arrows between the folders: who may import whom, and who may know pi or the reference. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["spec", "reference", "conformance", "fuzz", "drift", "bench", "docs"] as const;
type Folder = (typeof FOLDERS)[number];

/** Folders that each folder may import, beside itself. Nothing imports `docs`. */
const ARROWS: Readonly<Record<Folder, readonly Folder[]>> = {
  spec: [],
  reference: ["spec"],
  conformance: ["spec"],
  fuzz: ["spec", "conformance"],
  // bench measures the reference's own functions, beside those of peers.
  bench: ["spec", "conformance", "reference"],
  drift: ["spec"],
  docs: ["spec", "reference", "conformance", "fuzz", "drift", "bench"],
};

/** The one crossing to the reference, and a stranger's project that has both packages. */
const CROSSING = /^conformance\/(targets\/reference\.ts$|packaging\/consumer\/)/;
/**
 * Where pi may be known: its pinning, the layer's own extension, drift, adapters of targets, what stands in pi's place while
 * the extension is mutated, and bench's yardstick.
 */
const KNOWS_PI =
  /^(spec\/tools\/pin\.ts$|reference\/pi\/|drift\/|conformance\/((targets|packaging)\/|mutation\/(other-pi|stand-in-properties\.test)\.ts$)|bench\/pi\.ts$|docs\/)/;

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"\n]+)"|import\.meta\.resolve\(\s*"([^"\n]+)"/g;

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts") && !/(^|\/)(node_modules|dist)\//.test(name));
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(IMPORT)].map(([, plain, resolved]) => ({
    file,
    specifier: plain ?? resolved ?? "",
  }));
}

/** The folder of the repository that an import leads to, or undefined for packages and the root. */
function destination({ file, specifier }: Import): Folder | undefined {
  if (/^(pi-repair-|#)reference(\/|$)/.test(specifier)) return "reference";
  if (/^pi-repair-conformance(\/|$)/.test(specifier)) return "conformance";
  if (!specifier.startsWith(".")) return undefined;
  const path = relative(ROOT, resolve(ROOT, dirname(file), specifier));
  return FOLDERS.find((folder) => path.startsWith(`${folder}/`));
}

const imports = FOLDERS.flatMap(sources)
  .filter((file) => file !== "conformance/architecture.test.ts")
  .flatMap(importsOf);
const show = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

test("folders import only along the arrows", () => {
  const wrong = imports.filter((one) => {
    const from = one.file.split("/")[0] as Folder;
    const to = destination(one);
    if (to === undefined || to === from || CROSSING.test(one.file)) return false;
    // Data beside the folders, such as a package's own manifest, is nobody's code.
    return !one.specifier.endsWith("package.json") && !ARROWS[from].includes(to);
  });
  expect(wrong.map(show)).toEqual([]);
});

test("only the extension, drift and adapters know pi", () => {
  const wrong = imports.filter(
    ({ file, specifier }) => specifier.startsWith("@earendil-works/") && !KNOWS_PI.test(file),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("the core of the reference stands on the language and TypeBox alone", () => {
  const wrong = imports.filter(
    ({ file, specifier }) =>
      file.startsWith("reference/") &&
      !file.startsWith("reference/pi/") &&
      file !== "reference/build.ts" &&
      !file.endsWith(".test.ts") &&
      !specifier.startsWith(".") &&
      !/^typebox(\/|$)/.test(specifier),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("the judge's validator is not the reference's, nor the other way round", () => {
  const wrong = imports.filter(
    ({ file, specifier }) =>
      file.startsWith("reference/") && specifier.startsWith("ajv") && !file.endsWith(".test.ts"),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("the imports were read", () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.some((one) => CROSSING.test(one.file) && destination(one) === "reference")).toBe(true);
  expect(imports.some(({ file, specifier }) => file.startsWith("drift/") && specifier.startsWith("."))).toBe(
    true,
  );
});
