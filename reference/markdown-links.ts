// Markdown auto-links: a file name that something on the way took for an address, `[a.md](http://a.md)`.

/** Nested links are peeled layer by layer; what has more layers than this is left alone. */
const MAX_LAYERS = 8;

/** `text` with every link whose text is its own address without the protocol replaced by that text. Real links stay. */
export function unwrapMarkdownAutoLinks(text: string): string {
  let current = text;
  for (let layer = 0; layer <= MAX_LAYERS; layer++) {
    const next = unwrapOnce(current);
    if (next === current) return current;
    current = next;
  }
  return text;
}

const PROTOCOL = /[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\//y;

function unwrapOnce(text: string): string {
  if (!text.includes("](")) return text;
  const parts: string[] = [];
  let from = 0;
  let opener = -1;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "[") opener = index;
    if (character !== "]" || opener < from || text.charAt(index + 1) !== "(") continue;
    const label = text.slice(opener + 1, index);
    PROTOCOL.lastIndex = index + 2;
    const protocol = PROTOCOL.exec(text)?.[0];
    opener = -1;
    if (protocol === undefined || label === "") continue;
    const address = index + 2 + protocol.length;
    if (!text.startsWith(`${label})`, address)) continue;
    parts.push(text.slice(from, index - label.length - 1), label);
    from = address + label.length + 1;
    index = from - 1;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}
