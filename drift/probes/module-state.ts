// Do two sessions in one process share the module state of an extension file?
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxProvider, openLoop, scratchFolder } from "../loop.ts";
import { fact, runProbe } from "../probe.ts";

const SOURCE = `
globalThis.driftEvaluations = (globalThis.driftEvaluations ?? 0) + 1;
const state = { mine: globalThis.driftEvaluations };
export default () => { (globalThis.driftStates ??= []).push(state); };
`;

await runProbe(async (pi) => {
  const entry = join(scratchFolder(), "entry.ts");
  writeFileSync(entry, SOURCE);
  const first = await openLoop(pi, { provider: fauxProvider(pi), extensionPaths: [entry] });
  // In one folder, as a session and those that it starts are: pi caches what it loads by folder.
  const second = await openLoop(pi, { provider: fauxProvider(pi), extensionPaths: [entry], cwd: first.cwd });
  await first.session.reload();
  const { driftStates = [], driftEvaluations } = globalThis as {
    driftStates?: unknown[];
    driftEvaluations?: unknown;
  };
  const errors = [...first.errors, ...second.errors].join("; ");
  first.close();
  second.close();
  const [one, two, again] = driftStates;
  return {
    facts: [
      fact("both sessions run the factory", driftStates.length >= 2, errors || `${driftStates.length} runs`),
      fact("each has module state of its own", one !== two, one === two ? "shared" : "separate"),
      fact(
        "a reload evaluates the file anew",
        again !== undefined && again !== one,
        again === one ? "kept" : "anew",
      ),
    ],
    notes: [`the file was evaluated ${String(driftEvaluations)} times`],
  };
});
