// Writes the parameter schemas of pi's built-in tools to `<pi version>.json`; `--check` only compares.
// The suite never imports pi while it judges: it reads these files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const factories = [
  ["read", "createReadToolDefinition"],
  ["write", "createWriteToolDefinition"],
  ["edit", "createEditToolDefinition"],
  ["bash", "createBashToolDefinition"],
  ["grep", "createGrepToolDefinition"],
  ["find", "createFindToolDefinition"],
  ["ls", "createLsToolDefinition"],
  ["powershell", "createPowerShellToolDefinition"],
] as const;

const entry = fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"));
const pi: Record<string, unknown> = await import(entry);
const version = readVersion(entry);
const tools: Record<string, { description: unknown; parameters: unknown }> = {};
for (const [name, factoryName] of factories) {
  const factory = pi[factoryName];
  if (typeof factory !== "function") continue;
  const { description, parameters } = factory("/");
  tools[name] = { description, parameters };
}
const source = `Tool definitions exported by @earendil-works/pi-coding-agent ${version}; written by spec/tools/pin.ts.`;
const text = `${JSON.stringify({ source, pi: version, tools }, null, 2)}\n`;
const file = new URL(`./${version}.json`, import.meta.url);
if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
} else if (JSON.stringify(JSON.parse(readFileSync(file, "utf8"))) !== JSON.stringify(JSON.parse(text))) {
  console.error(`spec/tools/${version}.json differs from the installed pi: run node spec/tools/pin.ts`);
  process.exitCode = 1;
}

/** The version in the package.json above a package's entry file. */
function readVersion(entryFile: string): string {
  const manifest = new URL("../package.json", `file://${entryFile}`);
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}
