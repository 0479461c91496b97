/**
 * A finding as a vector of the spec: what must come out, what may, and the answer that must never come out again. The
 * vector is checked as the suite checks its own before anything is written.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson, sameJson } from "../conformance/json-text.ts";
import { BadCall } from "../conformance/select.ts";
import { BUILT_IN_TOOLS, builtInTool } from "../conformance/vector-call.ts";
import type { RepairCall } from "../spec/contract.ts";
import { loadVectors, parseVectorFile } from "../spec/vectors.ts";
import type { DamagedCase } from "./damaged-case.ts";
import { type Finding, findingName } from "./finding.ts";

export interface PromoteOptions {
  /** A vector file, or a folder that holds `<chapter>.json`. */
  readonly into: string;
  readonly id?: string;
  readonly title?: string;
  readonly kind: "basic" | "edge" | "wild" | "hostile" | "history";
}

/** Where vectors live. */
export const VECTORS = fileURLToPath(new URL("../spec/vectors/", import.meta.url));

function isDamagedCase(value: unknown): value is DamagedCase {
  const has = (key: string): boolean =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key);
  return has("mistakes") && has("meant") && has("call");
}

/** Values as values where a JSON reader gives back the same, else as their text. */
function asValue(name: string, text: string): Record<string, unknown> {
  return JSON.stringify(JSON.parse(text)) === text && !text.includes("__proto__")
    ? { [name]: parseJson(text) }
    : { [`${name}Json`]: text };
}

/** A built-in of pi with its own configuration goes by name. */
function vectorCall(call: RepairCall): Record<string, unknown> {
  const { toolName, schema, input, preprocessors, legacyConfig, ...settings } = call;
  const known = BUILT_IN_TOOLS.includes(toolName) ? builtInTool(toolName) : undefined;
  const own = {
    ...(preprocessors !== undefined && { preprocessors }),
    ...(legacyConfig !== undefined && { legacyConfig }),
  };
  const isBuiltIn =
    known?.schema === schema &&
    sameJson(
      JSON.stringify([known.preprocessors, known.legacyConfig]),
      JSON.stringify([preprocessors, legacyConfig]),
    );
  return {
    ...(isBuiltIn ? { tool: toolName } : { toolName, schema: parseJson(schema), ...own }),
    ...asValue("input", input),
    ...settings,
  };
}

function repairExpectation(of: DamagedCase, received: string | undefined): Record<string, unknown> {
  const forbidden = /^(?:repaired|valid) (.*)$/s.exec(received ?? "")?.[1];
  const meant = asValue("args", of.meant);
  return {
    outcome: "repaired",
    ...meant,
    ...(of.owed !== true && { alternatives: [{ name: "refused", outcome: "unrepairable" }] }),
    ...(forbidden !== undefined && { forbid: [parseJson(forbidden)] }),
  };
}

function carriedCall(of: DamagedCase): Record<string, unknown> {
  const { toolSchemas, ...call } = of.carried ?? {};
  const schemas = Object.entries(toolSchemas ?? {}).map(([name, text]) => [name, parseJson(text)]);
  return {
    ...call,
    message: parseJson(of.carried?.message ?? "null"),
    toolSchemas: Object.fromEntries(schemas),
  };
}

function carriedExpectation(of: DamagedCase): Record<string, unknown> {
  const call = { name: of.call.toolName, arguments: parseJson(of.meant) };
  return {
    calls: [call],
    ...(of.owed !== true && { alternatives: [{ name: "left", calls: [] }] }),
  };
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The vector that a finding becomes. Throws BadCall for one of a property without a single right answer. */
export function vectorOf(finding: Finding, options: Omit<PromoteOptions, "into">): Record<string, unknown> {
  const value: unknown = finding.value === undefined ? undefined : parseJson(finding.value);
  if (!isDamagedCase(value) || value.undefinedAt !== undefined) {
    throw new BadCall(
      `a case of ${finding.property} has no one right answer that a vector could state; put the finding into the corpus`,
    );
  }
  if (value.carried !== undefined && value.mistakes.length > 0) {
    throw new BadCall(
      "a carried call with mistakes takes two questions, a vector asks one; put it into the corpus",
    );
  }
  const hash = findingName(finding).slice(0, 8);
  const [chapter = "", requirement = "", name = ""] = finding.property.split("/");
  const carried = value.carried !== undefined;
  return {
    id: options.id ?? `${slug(name)}-${hash}`,
    requirement: `${chapter}/${requirement}`,
    title:
      options.title ??
      (carried ? "A call comes as text." : `A call comes after ${value.mistakes.join(", then ")}.`),
    source: `fuzz campaign, finding ${hash}`,
    kind: options.kind,
    capability: carried ? "grammar" : "repair",
    call: carried ? carriedCall(value) : vectorCall(value.call),
    expect: carried ? carriedExpectation(value) : repairExpectation(value, finding.received),
  };
}

/** Formatted as the repository's own files, by its formatter. */
function formatted(text: string): string {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", "--stdin-file-path=vectors.json"], {
    input: text,
    encoding: "utf8",
  });
}

/** The file's text with one more vector; what stands there stays byte for byte. */
function withVector(text: string, vector: unknown, name: string): string {
  const end = /\n {2}\](?:,\n {2}"removed"[\s\S]*)?\n\}\n?$/.exec(text);
  if (end === null)
    throw new BadCall(`${name} is not laid out as a vector file: run the formatter over it first`);
  const added = JSON.stringify(vector, null, 2).replaceAll("\n", "\n    ");
  const comma = text.slice(0, end.index).endsWith("[") ? "" : ",";
  return formatted(`${text.slice(0, end.index)}${comma}\n    ${added}${text.slice(end.index)}`);
}

function fileFor(into: string, chapter: string): string {
  return existsSync(into) && statSync(into).isDirectory() ? join(into, `${chapter}.json`) : into;
}

/**
 * Appends a finding's vector to a vector file and gives the vector's address and the file. Throws BadCall where its
 * address is taken, VectorFileError where the vector breaks a rule.
 */
export function promote(
  finding: Finding,
  options: PromoteOptions,
): { readonly address: string; readonly file: string } {
  const vector = vectorOf(finding, options);
  const requirement = String(vector.requirement);
  const address = `${requirement}/${String(vector.id)}`;
  const file = fileFor(options.into, requirement.split("/")[0] ?? "");
  if (!existsSync(file)) throw new BadCall(`no vector file ${file}`);
  const text = withVector(readFileSync(file, "utf8"), vector, basename(file));
  const here = parseVectorFile(text, basename(file));
  const taken = here.filter((one) => one.address === address).length > 1;
  if (taken || loadVectors().some((one) => one.address === address)) {
    throw new BadCall(`the address ${address} is taken; give another one with --id`);
  }
  writeFileSync(file, text);
  return { address, file };
}
