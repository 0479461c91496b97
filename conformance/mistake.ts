/** What a mistake is: one damage that a model does to a valid call. The lists are in mistakes.ts. */
import type { ValidCall } from "./valid-calls.ts";

/** A natural number below `bound` (0 where it is 0 or 1). */
export type Draw = (bound: number) => number;

export interface Mistake {
  readonly name: string;
  /** What the model does, as a sentence. */
  readonly title: string;
  readonly source: string;
  /** `lossless`: what was meant can be read off, and must come back; `lossy`: exactly what was meant, or nothing. */
  readonly kind: "lossless" | "lossy";
  /** Profiles under which a lossless mistake must come back. */
  readonly profiles: readonly string[];
  /** The model that makes it, where clean-up is gated by model. */
  readonly modelId?: string;
  /** True if a configured clean-up undoes it although the damaged call may fit the schema. */
  readonly configured?: true;
  /** True if the host's listed conversion restores the call, so that the layer leaves it to the host. */
  readonly deferred?: true;
  /**
   * `input` after the mistake: a parsed value, or a string that is raw argument text. `input` is `call.args`, or what
   * an earlier mistake made of it. undefined where the mistake cannot be made there.
   */
  damage(call: ValidCall, input: unknown, draw: Draw): unknown;
}

export const EVERY_PROFILE: readonly string[] = Object.freeze(["conservative", "adaptive", "recover"]);
/** Profiles that clean values which already fit the schema. */
export const CLEANING_PROFILES: readonly string[] = Object.freeze(["adaptive", "recover"]);

/** One of the list, or undefined if it is empty. */
export function pick<T>(list: readonly T[], draw: Draw): T | undefined {
  return list[draw(list.length)];
}
