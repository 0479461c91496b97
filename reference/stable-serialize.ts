// One text for each value, whatever the order of its keys.
import { isPlainObject, type PlainObject } from "./value.ts";

/**
 * Serialises plain data with sorted keys, at any depth; equal data gives equal text and different data different text.
 * What JSON cannot hold is written by its kind alone, a cycle by the word `cycle`. Never throws for plain data.
 */
export function stableSerialize(value: unknown): string {
  const parts: string[] = [];
  const onPath = new Set<object>();
  // Either a literal piece of text, a value to write, or a container to leave.
  const pending: ({ readonly text: string } | { readonly value: unknown } | { readonly leave: object })[] = [
    { value },
  ];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    if ("text" in task) parts.push(task.text);
    else if ("leave" in task) onPath.delete(task.leave);
    else if (typeof task.value !== "object" || task.value === null) parts.push(writeScalar(task.value));
    else if (onPath.has(task.value)) parts.push("cycle");
    else if (!Array.isArray(task.value) && !isPlainObject(task.value)) parts.push("object");
    else {
      onPath.add(task.value);
      const pieces = writeContainer(task.value);
      pending.push({ leave: task.value });
      for (let index = pieces.length - 1; index >= 0; index--) {
        const piece = pieces[index];
        if (piece !== undefined) pending.push(piece);
      }
    }
  }
  return parts.join("");
}

function writeContainer(container: object): ({ readonly text: string } | { readonly value: unknown })[] {
  const pieces: ({ readonly text: string } | { readonly value: unknown })[] = [];
  if (Array.isArray(container)) {
    container.forEach((value, index) => {
      pieces.push({ text: index === 0 ? "[" : "," }, { value });
    });
    pieces.push({ text: container.length === 0 ? "[]" : "]" });
    return pieces;
  }
  const keys = Object.keys(container).sort();
  keys.forEach((key, index) => {
    pieces.push({ text: `${index === 0 ? "{" : ","}${JSON.stringify(key)}:` });
    pieces.push({ value: (container as PlainObject)[key] });
  });
  pieces.push({ text: keys.length === 0 ? "{}" : "}" });
  return pieces;
}

function writeScalar(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function" || typeof value === "symbol") return typeof value;
  return String(value);
}
