/** What the checks of the pages use of commonmark beside what the reference's tests do; the package ships no types. */
declare module "commonmark" {
  export interface Node {
    /** Of links and images. */
    readonly destination: string | null;
    /** `[[line, column], [line, column]]` of blocks, from 1. */
    readonly sourcepos: readonly [readonly [number, number], readonly [number, number]];
    /** Of code blocks: true if they stand between fences. */
    readonly _isFenced?: boolean;
  }
}
