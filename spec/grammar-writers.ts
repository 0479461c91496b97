/** Prints calls in any shape of the catalogue, from the templates of `grammar-writing.json`. */
import data from "./grammar-writing.json" with { type: "json" };

export interface WrittenCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One row of `grammar-writing.json`, which says what the fields mean. */
export interface Writing {
  readonly id: string;
  readonly shape: string;
  readonly requirement: string;
  readonly framed: boolean;
  readonly promotable: boolean;
  readonly several: boolean;
  readonly strings: string;
  readonly marker: string;
  readonly firstEndWins?: boolean;
  readonly open: string;
  readonly call: string;
  readonly notation: string;
  readonly pair?: string;
  readonly between: string;
  readonly close: string;
}

/** Every shape with its variants, in the order of the catalogue. */
export const WRITINGS: readonly Writing[] = Object.freeze(data.writings);

/** A call's text. From `soft` on it may be read as complete, from `done` on it is. Offsets in UTF-16 units. */
export interface Written {
  readonly text: string;
  readonly soft: number;
  readonly done: number;
}

/** JSON with a space after each colon and comma, as models print it. */
function asJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${listed(value, (key, item) => `${JSON.stringify(key)}: ${asJson(item)}`, ", ")}}`;
}
const asText = (value: unknown): string => (typeof value === "string" ? value : asJson(value));

const listed = (value: object, one: (key: string, item: unknown) => string, between: string): string =>
  Object.entries(value)
    .map(([key, item]) => one(key, item))
    .join(between);

function asPython(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(asPython).join(", ")}]`;
  if (typeof value !== "object") return asJson(value);
  return `{${listed(value, (key, item) => `${asJson(key)}: ${asPython(item)}`, ", ")}}`;
}

function asArrows(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asArrows).join(", ")}]`;
  if (typeof value !== "object" || value === null) return asJson(value);
  return `{${listed(value, (key, item) => `${key} => ${asArrows(item)}`, ", ")}}`;
}

function asGemma(value: unknown, quote: string): string {
  if (typeof value === "string") return quote + value + quote;
  if (Array.isArray(value)) return `[${value.map((item) => asGemma(item, quote)).join(",")}]`;
  if (typeof value !== "object" || value === null) return asJson(value);
  return `{${listed(value, (key, item) => `${key}:${asGemma(item, quote)}`, ",")}}`;
}

function asElement(key: string, value: unknown, prefix: string): string {
  let inner = asText(value);
  if (Array.isArray(value)) inner = value.map((item) => asElement("item", item, prefix)).join("");
  else if (typeof value === "object" && value !== null)
    inner = listed(value, (name, item) => asElement(name, item, prefix), "");
  return `${prefix}<${key}>${inner}${prefix}</${key}>`;
}

const typeName = (value: unknown): string =>
  Array.isArray(value) ? "array" : value === null ? "null" : typeof value;

type Part = { readonly mark: "soft" | "done" } | string;
const SLOT = /‹(\w+)›/u;

/** A template with its slots filled; marks stay apart, so that a value that looks like a slot is text. */
function fill(template: string, slots: Readonly<Record<string, readonly Part[]>>): Part[] {
  return template.split(SLOT).flatMap((piece, at): readonly Part[] => {
    if (at % 2 === 0) return [piece];
    if (piece === "soft" || piece === "done") return [{ mark: piece }];
    const filled = slots[piece];
    if (filled === undefined) throw new Error(`harness: a template of grammar-writing.json has ‹${piece}›`);
    return filled;
  });
}

function writeArgs(writing: Writing, args: WrittenCall["args"]): readonly Part[] {
  const pair = writing.pair ?? "";
  switch (writing.notation) {
    case "json":
      return [asJson(args)];
    case "json-string":
      return [asJson(asJson(args))];
    case "python":
      return [listed(args, (key, value) => `${key}=${asPython(value)}`, ", ")];
    case "arrows":
      return [asArrows(args)];
    case "gemma":
      return [asGemma(args, pair)];
    case "elements":
      return Object.entries(args).flatMap(([key, value]) => [asElement(key, value, pair), { mark: "done" }]);
    default:
      return Object.entries(args).flatMap(([key, value]) =>
        fill(pair, {
          key: [key],
          value: [asText(value)],
          type: [typeName(value)],
          string: [String(typeof value === "string")],
        }),
      );
  }
}

/** Prints the calls, in order, as one leak. More than one only where `writing.several`. */
export function writeCalls(writing: Writing, calls: readonly WrittenCall[]): Written {
  const parts: Part[] = [writing.open];
  for (const [index, { name, args }] of calls.entries()) {
    if (index > 0) parts.push(writing.between);
    parts.push(
      ...fill(writing.call, {
        name: [name],
        index: [String(index)],
        number: [String(index + 1)],
        args: writeArgs(writing, args),
      }),
    );
  }
  parts.push(...fill(writing.close, {}));
  let text = "";
  let soft = 0;
  let done = 0;
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if (part.mark === "soft") soft = text.length;
    else done = text.length;
  }
  return { text, soft: soft === 0 || soft > done ? done : soft, done };
}
