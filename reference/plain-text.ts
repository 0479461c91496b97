// Names that come from a model or a schema, made safe to show: no control codes, no bidi marks, no tags, bounded.

/** C0, C1, line and paragraph separators, zero-width and bidi marks, byte order mark, tag characters' neighbours. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** `text` with every unsafe character replaced, angle brackets included, cut after `limit` code units. */
export function plainText(text: string, limit = 120): string {
  if (typeof text !== "string") return "unknown";
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(UNSAFE, "\ufffd").replaceAll("<", "‹").replaceAll(">", "›").toWellFormed();
}

/** Keys and indices as a dotted place, the last eight of them; the root has a name of its own. */
export function placeName(path: readonly (string | number)[]): string {
  if (path.length === 0) return "(root)";
  return path
    .slice(-8)
    .map((part) => plainText(String(part), 60))
    .join(".");
}
