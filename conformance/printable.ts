/** All that a target says is untrusted: here it is bounded, and made safe for one line of a terminal. */

/** Control and format characters (bidi marks among them), line separators and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The first `length` characters (UTF-16 code units) of a text, with a mark where something was cut off. */
export function bounded(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}

/** Control codes, bidi marks, invisible characters and lone surrogates as `\\u{XXXX}`: one safe line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}
