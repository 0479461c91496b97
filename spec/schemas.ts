// Writes `schemas/*.json`, the JSON Schemas of calls, answers, wire messages and vector files, from the TypeBox types;
// `--check` only compares. An implementer in another language needs nothing else of ours.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Type, { type TSchema } from "typebox";
import * as contract from "./contract.ts";
import * as vectors from "./vectors.ts";
import * as wire from "./wire.ts";

const { RepairVector, GrammarVector, StreamVector, GuardVector, VectorFile } = vectors;

/** The loader checks each vector by its own type, to name the one at fault; a reader wants the whole file's. */
const wholeVectorFile = Type.Object(
  {
    ...VectorFile.properties,
    vectors: Type.Array(Type.Union([RepairVector, GrammarVector, StreamVector, GuardVector])),
  },
  { additionalProperties: false },
);

const FOLDER = new URL("schemas/", import.meta.url);

/** One file each, by name. */
const SCHEMAS: Readonly<Record<string, TSchema>> = {
  "repair-call": contract.RepairCall,
  "repair-answer": contract.RepairAnswer,
  "grammar-call": contract.GrammarCall,
  "grammar-answer": contract.GrammarAnswer,
  "stream-call": contract.StreamCall,
  "stream-answer": contract.StreamAnswer,
  "guard-call": contract.GuardCall,
  "guard-answer": contract.GuardAnswer,
  "target-identity": contract.TargetIdentity,
  "initialize-params": wire.InitializeParams,
  "initialize-result": wire.InitializeResult,
  "wire-request": wire.WireRequest,
  "wire-response": wire.WireResponse,
  "vector-file": wholeVectorFile,
};

/** Every file's name with the text that it must have. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const document = { $schema: "https://json-schema.org/draft/2020-12/schema", title: name, ...schema };
      return [`${name}.json`, `${JSON.stringify(document, null, 2)}\n`];
    }),
  );
}

/** Names of files in `schemas/` that are missing, outdated or left over. */
export function staleSchemas(): readonly string[] {
  const wanted = schemaFiles();
  const present = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  const same = (name: string): boolean => {
    const text = wanted.get(name);
    // Compared as data: the formatter lays the files out in its own way.
    return text !== undefined && canonical(text) === canonical(readFileSync(new URL(name, FOLDER), "utf8"));
  };
  const missing = [...wanted.keys()].filter((name) => !present.includes(name));
  return [...missing, ...present.filter((name) => !same(name))];
}

const canonical = (text: string): string => JSON.stringify(JSON.parse(text));

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const stale = staleSchemas();
  if (!process.argv.includes("--check")) {
    for (const [name, text] of schemaFiles())
      if (stale.includes(name)) writeFileSync(new URL(name, FOLDER), text);
  } else if (stale.length > 0) {
    console.error(`spec/schemas is stale (${stale.join(", ")}): run node spec/schemas.ts`);
    process.exitCode = 1;
  }
}
