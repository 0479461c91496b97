/**
 * Writes the vectors that every call shape has (`vectors/grammar-shapes-*.json`) from the table of writings.
 * `node spec/grammar-vectors.ts` rewrites them, `--check` fails if they are stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import shapes from "./grammar-shapes.json" with { type: "json" };
import { type Draft, GROUPS, type ShapeVector } from "./grammar-vector-kinds.ts";
import { WRITINGS, type Writing } from "./grammar-writers.ts";

const sources = new Map(shapes.map((shape) => [shape.shape, shape.source]));

function complete(writing: Writing, draft: Draft): ShapeVector {
  const { twin, id, requirement, title, kind = "edge", call, expect } = draft;
  const source = `catalogue of printed shapes, ${writing.shape}: ${sources.get(writing.shape)}`;
  const twinField = twin === undefined ? {} : { twin };
  return { id, requirement, title, source, kind, ...twinField, capability: "grammar", call, expect };
}

/** The files' contents by name. */
function shapeVectorFiles(): Readonly<Record<string, unknown>> {
  const files = Object.entries(GROUPS).map(([name, groups]) => [
    `grammar-shapes-${name}.json`,
    {
      source: "Written by spec/grammar-vectors.ts from grammar-writing.json.",
      chapter: "grammar",
      vectors: WRITINGS.flatMap((writing) =>
        groups.flatMap((group) => group(writing).map((draft) => complete(writing, draft))),
      ),
    },
  ]);
  return Object.fromEntries(files);
}

/** Names of the files that are missing or differ from what the table says. */
export function staleFiles(): readonly string[] {
  return Object.entries(shapeVectorFiles()).flatMap(([name, content]) => {
    try {
      const found: unknown = JSON.parse(readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8"));
      return isDeepStrictEqual(found, content) ? [] : [name];
    } catch {
      return [name];
    }
  });
}

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    const stale = staleFiles();
    for (const name of stale)
      console.error(`spec/vectors/${name} is stale: run node spec/grammar-vectors.ts`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const [name, content] of Object.entries(shapeVectorFiles())) {
      const url = new URL(`vectors/${name}`, import.meta.url);
      writeFileSync(url, `${JSON.stringify(content, null, 2)}\n`);
    }
    console.log("written; now run biome format --write spec/vectors");
  }
}
