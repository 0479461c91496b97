/** A saboteur: a target with one fault, put there on purpose, that declares which requirements it breaks. */
import type { Target } from "./target.ts";

export interface Saboteur {
  /** `chapter/what-it-does`, unique. */
  readonly name: string;
  /** What it does wrong, as a sentence. */
  readonly title: string;
  /** Ids of the requirements that it breaks: all of them, and no others. */
  readonly breaks: readonly string[];
  readonly target: Target;
}
