// What a probed pi says is untrusted: here it becomes one bounded line that a terminal or a page can show.

/** Code points that move the cursor, hide, or reorder text, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** `text` cut to `limit` characters, with every control, format and bidi character written as an escape. */
export function printable(text: string, limit = 240): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(UNSAFE, (char) =>
    char === "\n" ? "\\n" : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same for a table cell or a list item of a markdown page. */
export function markdownCell(text: string, limit = 240): string {
  return printable(text, limit).replace(/[\\`*_{}[\]<>|#~!&]/g, (char) => `\\${char}`);
}

/** Text as an inline code span of a markdown table; a backtick inside cannot close it. */
export function codeCell(text: string, limit = 80): string {
  return `\`${printable(text, limit).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
