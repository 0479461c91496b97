/** Values of MiniMax M3, whose objects and arrays are nested tags, each tag behind the family's own token. */
import { type PlainObject, setOwn } from "../value.ts";
import { MAX_DEPTH } from "./json-extent.ts";
import { fieldNode, itemNode, readValue, typesOf, type Value } from "./values.ts";

export const TOKEN = "]<]minimax[>[";

const OPEN = /\]<\]minimax\[>\[<[^/]/;

type Element = { readonly name: string; readonly body: string };

const TAG = /<([A-Za-z_][\w.-]*)>/y;

/** The elements that fill a text, white space between them aside; undefined where anything else stands there. */
function readElements(text: string): readonly Element[] | undefined {
  const elements: Element[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    if (at >= text.length) return elements;
    TAG.lastIndex = at + TOKEN.length;
    const name = text.startsWith(TOKEN, at) ? TAG.exec(text)?.[1] : undefined;
    if (name === undefined) return undefined;
    const from = TAG.lastIndex;
    const close = `${TOKEN}</${name}>`;
    const end = closing(text, from, name, close);
    if (end < 0) return undefined;
    elements.push({ name, body: text.slice(from, end) });
    at = end + close.length;
  }
}

/** Where the element that began before `from` closes, with elements of its own name inside it counted. */
function closing(text: string, from: number, name: string, close: string): number {
  const open = `${TOKEN}<${name}>`;
  let depth = 1;
  for (let at = text.indexOf(TOKEN, from); at >= 0; at = text.indexOf(TOKEN, at + 1)) {
    if (text.startsWith(open, at)) depth++;
    else if (text.startsWith(close, at) && --depth === 0) return at;
  }
  return -1;
}

/** Reads a value, nested or not; a repeated tag that is no array's item is ambiguous. */
export function readTree(text: string, root: unknown, node: unknown, depth = 1): Value {
  if (!text.includes(TOKEN)) return readValue(text, "mixed", root, node);
  const types = typesOf(root, node);
  const opens = OPEN.test(text);
  // Closers alone are text that speaks of them; a tag that opens makes a string ambiguous.
  if (!opens && (types.size === 0 || types.has("string"))) return { value: text };
  const elements = depth > MAX_DEPTH || types.has("string") ? undefined : readElements(text);
  if (elements === undefined) return { flaw: "tags do not nest" };
  const items = elements.every((element) => element.name === "item") && !types.has("object");
  const fields: PlainObject = {};
  const list: unknown[] = [];
  for (const { name, body } of elements) {
    const inner = readTree(body, root, items ? itemNode(root, node) : fieldNode(root, node, name), depth + 1);
    if ("flaw" in inner) return inner;
    if (items) list.push(inner.value);
    else if (Object.hasOwn(fields, name)) return { flaw: "a field is repeated" };
    else setOwn(fields, name, inner.value);
  }
  return { value: items ? list : fields };
}
