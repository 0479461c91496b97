/** Measures scenes: the reference, peers that were given by path, and peers of the scene, in the same rounds. */
import { bounded } from "../conformance/printable.ts";
import { type Layer, OURS } from "./layer.ts";
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

/** Work that runs. One that throws does not do what is measured: `note` hears of it. */
export function running(
  make: () => Work | undefined,
  note: (why: string) => void = () => undefined,
): Work | undefined {
  try {
    const work = make();
    work?.();
    return work;
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Every contender's ratio to the baseline of one scene, the layers first. What the reference throws is thrown. */
export function measureScene(
  scene: Scene,
  layers: readonly Layer[],
  effort: Effort,
  note: (text: string) => void,
): readonly Result[] {
  const contenders = new Map<string, Work>();
  for (const layer of layers) {
    const failed = (why: string): void => note(`${layer.name} throws in ${scene.id}: ${bounded(why, 200)}`);
    const work = layer === OURS ? scene.of(layer) : running(() => scene.of(layer), failed);
    if (work !== undefined) contenders.set(layer.name, work);
  }
  for (const [name, make] of Object.entries(scene.peers ?? {})) {
    // That one of the registry's packages does not read a text is known.
    const work = running(
      () => make,
      () => undefined,
    );
    if (work !== undefined) contenders.set(name, work);
  }
  const BASELINE = "";
  const times = timeTogether(new Map([[BASELINE, scene.baseline], ...contenders]), effort);
  const baseline = times.get(BASELINE) ?? [];
  return [...contenders.keys()].map((contender) => {
    const rounds = times.get(contender) ?? [];
    return { scene, contender, ratio: ratioOf(rounds, baseline), milliseconds: least(rounds) };
  });
}
