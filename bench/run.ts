/** Measures scenes: the reference, peers that were given by path, and peers of the scene, in the same rounds. */
import type { Layer } from "./layer.ts";
import { type Effort, least, type Ratio, ratioOf, timeTogether } from "./measure.ts";
import type { Scene, Work } from "./scene.ts";
import { feedbackScene, telemetryScene } from "./scenes/around.ts";
import { FAST_PATH, mixScene, RULES } from "./scenes/repair.ts";
import { envelopeScenes, grammarScenes, streamScenes } from "./scenes/text.ts";

export interface Result {
  readonly scene: Scene;
  readonly contender: string;
  readonly ratio: Ratio;
  /** Of one unit of work, the least of the rounds. */
  readonly milliseconds: number;
}

/** Every scene, in the order of the tables. `close` removes what they put on disk. */
export function allScenes(): { readonly scenes: readonly Scene[]; close(): void } {
  const telemetry = telemetryScene();
  return {
    scenes: [
      ...FAST_PATH,
      ...RULES,
      mixScene(),
      ...envelopeScenes(),
      ...grammarScenes(),
      ...streamScenes(),
      feedbackScene(),
      telemetry.scene,
    ],
    close: telemetry.close,
  };
}

/** A peer may throw on what is measured: then it does not do it. */
function works(work: Work): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Every contender's ratio to the baseline of one scene, the layers first. */
export function measureScene(scene: Scene, layers: readonly Layer[], effort: Effort): readonly Result[] {
  const contenders = new Map<string, Work>();
  for (const layer of layers) {
    const work = scene.of(layer);
    if (work !== undefined) contenders.set(layer.name, work);
  }
  for (const [name, work] of Object.entries(scene.peers ?? {})) if (works(work)) contenders.set(name, work);
  const BASELINE = "";
  const times = timeTogether(new Map([[BASELINE, scene.baseline], ...contenders]), effort);
  const baseline = times.get(BASELINE) ?? [];
  return [...contenders.keys()].map((contender) => {
    const rounds = times.get(contender) ?? [];
    return { scene, contender, ratio: ratioOf(rounds, baseline), milliseconds: least(rounds) };
  });
}
