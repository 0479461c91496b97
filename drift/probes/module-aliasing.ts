// Does an extension's import of pi or typebox give the running pi's own modules, even beside a decoy?
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFrom } from "../load.ts";
import { fauxProvider, openLoop, scratchFolder } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

type Module = Readonly<Record<string, unknown>>;
const NAMES = Object.freeze(["@earendil-works/pi-coding-agent", "@earendil-works/pi-ai", "typebox"] as const);
const KEYS = Object.freeze(["createAgentSession", "validateToolArguments", "Type"] as const);

function writeExtension(): string {
  const folder = scratchFolder();
  for (const name of NAMES) {
    const decoy = join(folder, "node_modules", name);
    mkdirSync(decoy, { recursive: true });
    const manifest = { name, version: "0.0.0", type: "module", exports: "./index.js" };
    writeFileSync(join(decoy, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(decoy, "index.js"), "export const decoy = true;");
  }
  const imports = NAMES.map((name, index) => `import * as m${index} from ${JSON.stringify(name)};`).join(
    "\n",
  );
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, `${imports}\nexport default () => { globalThis.driftModules = [m0, m1, m2]; };\n`);
  return entry;
}

function compare(given: Module | undefined, running: Module, key: string): string {
  if (!given) return "not loaded";
  if (given.decoy) return "the decoy";
  if (given[key] === undefined) return "another module";
  return given[key] === running[key] ? "the very same module" : "a second copy";
}

await runProbe(async (pi) => {
  const loop = await openLoop(pi, { provider: fauxProvider(pi), extensionPaths: [writeExtension()] });
  const given = (globalThis as { driftModules?: readonly Module[] }).driftModules ?? [];
  const errors = loop.errors.join("; ");
  loop.close();
  const running = [pi.codingAgent, pi.ai, await importFrom(pi.resolve, "typebox")] as readonly Module[];
  const seen = NAMES.map((_, index) => compare(given[index], running[index] ?? {}, KEYS[index] ?? ""));
  return {
    facts: [
      fact("the extension loads", given.length === NAMES.length, errors || "loaded"),
      ...NAMES.map((name, index) =>
        fact(`${name} is the running pi's own`, seen[index] === "the very same module", seen[index]),
      ),
    ],
  };
});
