// Are the packages what an extension package counts on: module format, Node range, typebox, `pi.extensions`?
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder, readManifest } from "../load.ts";
import { fauxProvider, openLoop, scratchFolder } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

function writePackage(): string {
  const folder = scratchFolder();
  const extensions = ["./out/entry.js", "./entry.ts"];
  const manifest = { name: "drift-package", version: "1.0.0", type: "module", pi: { extensions } };
  mkdirSync(join(folder, "out"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "out", "entry.js"),
    "export default (pi) => { globalThis.driftJs = typeof pi.on; };",
  );
  const typed =
    "export default (pi: { on: unknown }): void => { Object.assign(globalThis, { driftTs: typeof pi.on }); };";
  writeFileSync(join(folder, "entry.ts"), typed);
  return folder;
}

await runProbe(async (pi) => {
  const manifest = readManifest(packageFolder(pi, "@earendil-works/pi-coding-agent")).json;
  const dependencies = (manifest.dependencies ?? {}) as Record<string, string>;
  const engines = (manifest.engines as { node?: string } | undefined)?.node ?? "none";
  const loop = await openLoop(pi, { provider: fauxProvider(pi), extensionPaths: [writePackage()] });
  const loaded = globalThis as { driftJs?: unknown; driftTs?: unknown };
  const errors = loop.errors.join("; ");
  loop.close();
  const siblings = Object.entries(dependencies).filter(([name]) => name.startsWith("@earendil-works/"));
  return {
    facts: [
      fact("pi-coding-agent is an ES module", manifest.type === "module", manifest.type),
      fact("it asks for Node 22 or later", Number(/(\d+)/.exec(engines)?.[1]) >= 22, engines),
      fact(
        "it brings typebox along",
        "typebox" in dependencies,
        dependencies.typebox ?? "no such dependency",
      ),
      fact("a compiled entry in pi.extensions loads", loaded.driftJs === "function", errors || "loaded"),
      fact("a TypeScript entry in pi.extensions loads", loaded.driftTs === "function", errors || "loaded"),
    ],
    notes: [`siblings: ${siblings.map(([name, range]) => `${name} ${range}`).join(", ")}`],
  };
});
