/** The thread in which two checkouts are compared. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { BadCall } from "../conformance/select.ts";
import type { Comparison, FromComparer } from "./compare.ts";
import { type Layer, loadLayer, ROOT } from "./layer.ts";
import { type Effort, type Ratio, ratioOf, timeTogether } from "./measure.ts";
import { allScenes, running } from "./run.ts";
import type { Work } from "./scene.ts";

const EFFORT: Effort = { rounds: 7, milliseconds: 25 };
const { base, head, only, ids, swapped } = workerData as Comparison;

/** Marks modules of this checkout that the head is made of. */
const APART = "?apart";

/**
 * This checkout's own modules are loaded once more for the head: what the scenes have done with theirs before would slow
 * it down beside a base that nobody has used yet.
 */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const ours = found.url.startsWith(pathToFileURL(ROOT).href) && !found.url.includes("/node_modules/");
    const apart = context.parentURL?.endsWith(APART) === true && !found.url.includes("?");
    return ours && apart ? { ...found, url: found.url + APART } : found;
  },
});

async function loadBoth(): Promise<readonly [base: Layer, head: Layer]> {
  if (!swapped) return [await loadLayer("base", base, APART), await loadLayer("head", head, APART)];
  const second = await loadLayer("head", head, APART);
  return [await loadLayer("base", base, APART), second];
}

function ratio(before: Work, after: Work): Ratio {
  const works: (readonly [string, Work])[] = [
    ["base", before],
    ["head", after],
  ];
  const times = timeTogether(new Map(swapped ? works.reverse() : works), EFFORT);
  return ratioOf(times.get("head") ?? [], times.get("base") ?? []);
}

async function compare(): Promise<FromComparer> {
  const [one, two] = await loadBoth();
  const { scenes, close } = allScenes();
  const ratios: Record<string, Ratio> = {};
  const [gone, added]: [string[], string[]] = [[], []];
  try {
    for (const scene of scenes) {
      const { id } = scene;
      const asked = only.length === 0 || only.some((prefix) => id.startsWith(prefix));
      if (!asked || ids?.includes(id) === false) continue;
      const [before, after] = [one, two].map((layer) => running(() => scene.of(layer)));
      if (before !== undefined && after !== undefined) ratios[id] = ratio(before, after);
      else if (before !== undefined) gone.push(id);
      else if (after !== undefined) added.push(id);
    }
  } finally {
    close();
  }
  return { ratios, gone, added };
}

try {
  parentPort?.postMessage(await compare());
} catch (error) {
  if (!(error instanceof BadCall)) throw error;
  parentPort?.postMessage({ refused: error.message } satisfies FromComparer);
}
