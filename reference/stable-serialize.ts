// One text for each value, whatever the order of its keys.
import { isPlainObject, type PlainObject } from "./value.ts";

/** What is still to be written: a value behind some text, or the end of a container. */
type Task =
  | { readonly before: string; readonly value: unknown }
  | { readonly end: string; readonly container: object };

/**
 * Serialises plain data as JSON with sorted keys, at any depth; equal data gives equal text and different data different
 * text. What JSON cannot hold is written as JavaScript prints it, an instance of a class by the word `object`, a cycle by
 * the word `cycle`. Never throws for plain data.
 */
export function stableSerialize(value: unknown): string {
  let text = "";
  const onPath = new Set<object>();
  const pending: Task[] = [{ before: "", value }];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    if ("end" in task) {
      onPath.delete(task.container);
      text += task.end;
      continue;
    }
    const next = task.value;
    text += task.before;
    if (typeof next === "string") text += JSON.stringify(next);
    else if (typeof next !== "object" || next === null) text += String(next);
    else if (onPath.has(next)) text += "cycle";
    else if (!Array.isArray(next) && !isPlainObject(next)) text += "object";
    else {
      const isList = Array.isArray(next);
      onPath.add(next);
      text += isList ? "[" : "{";
      pending.push({ end: isList ? "]" : "}", container: next });
      for (const member of membersOf(next).reverse()) pending.push(member);
    }
  }
  return text;
}

function membersOf(container: object): Task[] {
  const isList = Array.isArray(container);
  const keys = Object.keys(container);
  if (!isList) keys.sort();
  return keys.map((key, index) => ({
    before: `${index === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(key)}:`}`,
    value: (container as PlainObject)[key],
  }));
}
