// Types of page-steps.mjs, which is plain JavaScript.

export type Step =
  | {
      readonly kind: "run";
      /** Which block of the page it stands in. */
      readonly block: number;
      readonly line: string;
      readonly exits: number;
      readonly mark: { readonly name: "slow" | "network" | "not run"; readonly reason: string } | undefined;
    }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "patch" | "output"; readonly text: string };

export function stepsOf(markdown: string): readonly Step[];
export function missingLine(expected: string, output: string): string | undefined;
