/** What opens a candidate, and what its parser answers. */
import type { Raw } from "./call.ts";
import type { Cursor, Parse } from "./cursor.ts";

/** The shape that a body turned out to have and its calls; undefined where the body is none. */
export type Found = { readonly shape: string; readonly raws: readonly Raw[] } | undefined;

export type Opener = {
  /** One that begins as an ordinary word does is looked for only where a line or a sentence begins. */
  readonly literal: string;
  /** What the parser may find, a shape of each family: the first names what is not read to its end. */
  readonly shapes: readonly string[];
  /** Called with the cursor behind the literal. */
  readonly parse: (c: Cursor) => Parse<Found>;
};
