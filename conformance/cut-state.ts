/** Where a cut JSON text stopped, by its brackets and its last token. */

const TOKEN = /\s+|"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\],:]|[\w.+-]+/gsy;

/** What stands before the cut: a whole value, an opening bracket, or what a completion would have to guess. */
type Last = "value" | "open" | "unfinished";

function afterWord(word: string, atEnd: boolean): Last {
  return atEnd && !/^(?:true|false|null)$/.test(word) ? "unfinished" : "value";
}

/**
 * The braces that close a cut text of an object; undefined where the cut is inside a string, number, literal or array,
 * or behind a comma, colon or key. `text` is the beginning of valid JSON.
 */
export function cutState(text: string): string | undefined {
  const open: string[] = [];
  let last: Last = "unfinished";
  let keyDue = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const first = token[0] ?? " ";
    if (first === "{" || first === "[") {
      open.push(first);
      last = "open";
      keyDue = first === "{";
    } else if (first === "}" || first === "]") {
      open.pop();
      last = "value";
      keyDue = false;
    } else if (first === "," || first === ":") {
      last = "unfinished";
      keyDue = first === "," && open.at(-1) === "{";
    } else if (first === '"') {
      if (!/^"(?:[^"\\]|\\.)*"$/s.test(token)) return undefined;
      last = keyDue ? "unfinished" : "value";
    } else if (!/\s/.test(first)) last = afterWord(token, match.index + token.length === text.length);
  }
  return open.length === 0 || open.includes("[") || last === "unfinished"
    ? undefined
    : "}".repeat(open.length);
}
