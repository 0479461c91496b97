/** The thread in which two checkouts are compared. */
import { parentPort, workerData } from "node:worker_threads";
import type { Compared, Comparison } from "./compare.ts";
import { type Layer, loadLayer } from "./layer.ts";
import { type Effort, type Ratio, ratioOf, timeTogether } from "./measure.ts";
import { allScenes } from "./run.ts";
import type { Scene } from "./scene.ts";

const EFFORT: Effort = { rounds: 7, milliseconds: 25 };
const { base, head, only, ids, swapped } = workerData as Comparison;

async function loadBoth(): Promise<readonly [base: Layer, head: Layer]> {
  if (!swapped) return [await loadLayer("base", base), await loadLayer("head", head)];
  const second = await loadLayer("head", head);
  return [await loadLayer("base", base), second];
}

function compare(scene: Scene, [one, two]: readonly [Layer, Layer]): Ratio | undefined {
  const [before, after] = [scene.of(one), scene.of(two)];
  if (before === undefined || after === undefined) return undefined;
  const works = swapped
    ? new Map([
        ["head", after],
        ["base", before],
      ])
    : new Map([
        ["base", before],
        ["head", after],
      ]);
  const times = timeTogether(works, EFFORT);
  return ratioOf(times.get("head") ?? [], times.get("base") ?? []);
}

const layers = await loadBoth();
const { scenes, close } = allScenes();
const compared: Record<string, Ratio> = {};
try {
  for (const scene of scenes) {
    const asked = only.length === 0 || only.some((prefix) => scene.id.startsWith(prefix));
    if (!asked || ids?.includes(scene.id) === false) continue;
    const ratio = compare(scene, layers);
    if (ratio !== undefined) compared[scene.id] = ratio;
  }
} finally {
  close();
}
parentPort?.postMessage(compared satisfies Compared);
