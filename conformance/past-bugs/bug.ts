/** A fault that a published layer had: the least target that has it, and the real cases that it led to. */
import type { Target } from "../target.ts";

export interface PastBug {
  /** Unique among faults of the past. */
  readonly name: string;
  /** What it does wrong, as a sentence. */
  readonly title: string;
  /** Names of cases in `spec/real-cases.json`. The target falls short at one check of each of them, or at more. */
  readonly cases: readonly string[];
  readonly target: Target;
}
