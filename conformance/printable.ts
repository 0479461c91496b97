/** All that a target says is untrusted: here it is bounded, and made safe for one line of a terminal. */

/** Control and format characters (bidi marks among them), line separators and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The first `length` characters (UTF-16 code units) of a text, with a mark where something was cut off. */
export function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}

/** The lines of a text, without those in the middle where there are more than twice `each`. */
export function firstAndLast(text: string, each: number): readonly string[] {
  const lines = text.trim() === "" ? [] : text.trimEnd().split(/\r?\n/);
  const left = lines.length - 2 * each;
  return left <= 0 ? lines : [...lines.slice(0, each), `… (${left} more lines)`, ...lines.slice(-each)];
}

/** Control codes, bidi marks, invisible characters and lone surrogates as `\\u{XXXX}`: one safe line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}
