/** Schemas and values that nest one kind of leaf at drawn places, so that a rule is asked for at any depth. */
import fc, { type Arbitrary } from "fast-check";

/** A field of an object, or a list of so many items. */
export type Step = { readonly key: string } | { readonly items: number };

const KEYS = ["a", "list", "a/b", "m~n", "~1", "two words", "9"];

const steps = (least: number): Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      fc.record({ key: fc.constantFrom(...KEYS) }),
      fc.record({ items: fc.integer({ min: 1, max: 3 }) }),
    ),
    { minLength: least, maxLength: 4 },
  );

/** Up to five steps; the first is a field, since arguments are objects. */
export const nesting: Arbitrary<readonly Step[]> = fc
  .tuple(fc.constantFrom(...KEYS), steps(0))
  .map(([key, rest]) => [{ key }, ...rest]);

/** "shallow" for one step, else "deep". */
export const depthLabel = (path: readonly Step[]): string => (path.length > 1 ? "deep" : "shallow");

/** The schema of a value with the leaf at the end of the steps; every field on the way is required. */
export function schemaAt(path: readonly Step[], leaf: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) =>
      "key" in step
        ? { type: "object", required: [step.key], properties: { [step.key]: inner } }
        : { type: "array", items: inner },
    leaf,
  );
}

/** A value of that schema. `leafAt` is called once a leaf, with its number in document order. */
export function valueAt(path: readonly Step[], leafAt: (number: number) => unknown): unknown {
  let number = 0;
  const build = (index: number): unknown => {
    const step = path[index];
    if (step === undefined) return leafAt(number++);
    if ("key" in step) return { [step.key]: build(index + 1) };
    return Array.from({ length: step.items }, () => build(index + 1));
  };
  return build(0);
}

/** The selector of the leaf, or of a field in it. */
export function selectorOf(path: readonly Step[], field?: string): string {
  const tokens = path.map((step) =>
    "key" in step ? step.key.replace(/~/g, "~0").replace(/\//g, "~1") : "*",
  );
  return [...tokens, ...(field === undefined ? [] : [field])].map((token) => `/${token}`).join("");
}
