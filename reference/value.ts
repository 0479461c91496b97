// Reading, comparing and copying data without recursion, without trusting prototypes and without running accessors.
import { type Budget, spend } from "./limits.ts";

export type PlainObject = Record<string, unknown>;

/** Whether `value` is an object as JSON or a literal makes it: no array, no class instance. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // Another realm's Object.prototype: the one without a parent that knows its own methods.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf");
}

/** Sets own data, also under the key `__proto__`. */
export function setOwn(target: PlainObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** A copy of `source` in which `from` is called `to`; an earlier `to` goes. The others keep their order. */
export function renameKey(source: PlainObject, from: string, to: string): PlainObject {
  const result: PlainObject = {};
  for (const key of Object.keys(source)) {
    if (key === from) setOwn(result, to, source[from]);
    else if (key !== to) setOwn(result, key, source[key]);
  }
  return result;
}

/** Equality as data: key order does not count, 0 and -0 differ. Cyclic values are not supported. */
export function sameData(left: unknown, right: unknown): boolean {
  const pending: (readonly [a: unknown, b: unknown])[] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    const lists = Array.isArray(a) && Array.isArray(b);
    if (!lists && !(isPlainObject(a) && isPlainObject(b))) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pending.push([(a as PlainObject)[key], (b as PlainObject)[key]]);
    }
  }
  return true;
}

export interface DataSurvey {
  /** Plain data that JSON can hold; undefined is allowed as the value of a key. */
  readonly plain: boolean;
  /** Levels of objects and arrays; a scalar has 0. */
  readonly depth: number;
}

interface Level {
  readonly source: object;
  readonly keys: readonly string[];
  next: number;
}

const NOT_PLAIN: DataSurvey = Object.freeze({ plain: false, depth: 0 });

/** Looks over a whole value, at any depth. Cycles, accessors, holes and values outside JSON make it not plain. */
export function surveyData(value: unknown, budget: Budget): DataSurvey {
  if (!isContainer(value)) return { plain: isJsonScalar(value), depth: 0 };
  const path: Level[] = [];
  const onPath = new Set<object>();
  let depth = 0;
  const enter = (source: object): boolean => {
    const keys = Object.keys(source);
    if (onPath.has(source) || !spend(budget, keys.length) || !hasPlainShape(source, keys)) return false;
    onPath.add(source);
    path.push({ source, keys, next: 0 });
    if (path.length > depth) depth = path.length;
    return true;
  };
  if (!enter(value)) return NOT_PLAIN;
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const key = level.keys[level.next++];
    if (key === undefined) {
      onPath.delete(level.source);
      path.pop();
      continue;
    }
    const descriptor = Object.getOwnPropertyDescriptor(level.source, key);
    if (descriptor === undefined || !("value" in descriptor)) return NOT_PLAIN;
    const child: unknown = descriptor.value;
    if (isContainer(child)) {
      if (!enter(child)) return NOT_PLAIN;
    } else if (!isJsonScalar(child) && !(child === undefined && !Array.isArray(level.source))) {
      return NOT_PLAIN;
    }
  }
  return { plain: true, depth };
}

/** A copy of a value that `surveyData` found plain; containers that occur twice are copied twice. */
export function copyData(value: unknown): unknown {
  const holder: PlainObject = {};
  const pending: {
    readonly source: unknown;
    readonly into: PlainObject;
    readonly key: string;
  }[] = [{ source: value, into: holder, key: "value" }];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    const { source, into, key } = task;
    const copy: unknown = !isContainer(source) ? source : Array.isArray(source) ? [] : {};
    setOwn(into, key, copy);
    if (!isContainer(source)) continue;
    // The last one first: each is taken out, and set, in its turn.
    for (const name of Object.keys(source).reverse()) {
      pending.push({ source: (source as PlainObject)[name], into: copy as PlainObject, key: name });
    }
  }
  return holder.value;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isJsonScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function hasPlainShape(source: object, keys: readonly string[]): boolean {
  return Array.isArray(source) ? keys.length === source.length : isPlainObject(source);
}
