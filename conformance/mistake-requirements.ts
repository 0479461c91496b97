/**
 * Which requirements say what becomes of a call after each mistake, beside `safety/never-wrong`, which every mistake is
 * about. A campaign puts each of them to the test with other calls every night.
 */
import { MISTAKES } from "./mistakes.ts";

/** By name of the mistake. */
export const REQUIREMENTS_OF: Readonly<Record<string, readonly string[]>> = Object.freeze({
  alias: ["preprocess/exact-alias", "schema/rename-alias"],
  "null-optional": ["schema/drop-optional-null"],
  "empty-object": ["schema/drop-empty-object"],
  "stringified-array": ["schema/parse-stringified"],
  "stringified-object": ["schema/parse-stringified"],
  "stringified-item": ["schema/parse-stringified"],
  "bare-string": ["schema/wrap-bare-string"],
  "bare-object": ["schema/wrap-object"],
  "root-string": ["schema/wrap-root-string"],
  "singleton-array": ["envelope/singleton-array"],
  "single-key-wrapper": ["envelope/single-key-wrapper"],
  "flat-edit": ["preprocess/edit-fold"],
  "auto-link": ["preprocess/auto-link"],
  "anchor-bleed": ["preprocess/anchor-bleed"],
  "token-key": ["preprocess/grammar-tokens"],
  "token-value": ["preprocess/grammar-tokens"],
  "other-scalar": ["outcome/benign-conversion-deferred"],
  "other-wrapper": ["envelope/single-key-wrapper"],
  "call-envelope": ["envelope/single-key-wrapper"],
  "list-of-calls": ["envelope/other-arrays-kept"],
  "swallowed-parameter": ["safety/no-invention"],
  "front-matter": ["safety/nothing-dropped"],
  "one-item-list": ["schema/constraints-not-faked"],
  "marked-scalar": ["schema/constraints-not-faked"],
  encoded: ["envelope/decode-json"],
  "double-encoded": ["envelope/decode-json"],
  "triple-encoded": ["envelope/decode-json"],
  "raw-controls": ["envelope/control-characters"],
  "trailing-closers": ["envelope/harmless-wrapping"],
  "repeated-equal": ["envelope/repeated-key"],
  "repeated-other": ["envelope/repeated-key"],
  truncated: ["envelope/truncated-completion", "envelope/structure-only-completion"],
  "trailing-text": ["envelope/trailing-garbage"],
  glued: ["envelope/trailing-garbage"],
  "lost-character": ["safety/no-invention"],
  "lost-backslashes": ["envelope/bad-escape"],
  fence: ["envelope/harmless-wrapping"],
  "byte-order-mark": ["envelope/harmless-wrapping"],
  "leading-word": ["envelope/harmless-wrapping"],
  "single-quotes": ["safety/no-invention"],
  "python-literals": ["safety/no-invention"],
  "trailing-comma": ["safety/no-invention"],
  "bare-keys": ["safety/no-invention"],
  "glued-inside": ["safety/no-invention"],
  "leading-marker": ["envelope/harmless-wrapping"],
  "quote-missing": ["safety/no-invention"],
  "typographic-quotes": ["safety/no-invention"],
  comment: ["safety/no-invention"],
});

/** Names of the mistakes that put a requirement to the test, in the order of the list. */
export function mistakesOf(requirement: string): readonly string[] {
  const names = MISTAKES.map(({ name }) => name);
  if (requirement === "safety/never-wrong") return names;
  return names.filter((name) => REQUIREMENTS_OF[name]?.includes(requirement));
}
