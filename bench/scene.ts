/** One thing that is measured: work of a layer beside work that is done anyway, or that a peer does. */
import type { Layer } from "./layer.ts";

/** Does the measured work once. What it returns is kept from being optimised away. */
export type Work = () => unknown;

export interface Scene {
  /** `group/name`; the address in the history, so it does not change. */
  readonly id: string;
  /** What the ratio is taken of. */
  readonly against: string;
  readonly baseline: Work;
  /** A layer's work, or undefined where the layer has no such part or does not do what is measured. */
  readonly of: (layer: Layer) => Work | undefined;
  /** Others that do the same, for the same ratio. */
  readonly peers?: Readonly<Record<string, Work>>;
  /** The ratio that the reference should not exceed. */
  readonly aim?: number;
  /** Milliseconds that the reference should not exceed, on a machine of its own. */
  readonly aimMilliseconds?: number;
}

/** The id of a scene's time as a share of its aim. */
export function timeId(scene: string): string {
  return `time/${scene.replace("/", "-")}`;
}

/** The group of an id. */
export function groupOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
