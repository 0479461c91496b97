// What the extension and adapted tools tell each other. They may come from two copies of this package, so it lies
// where both find it: weak collections under registered symbols, keyed by pi's own objects, without any value of them.
import type { RepairResult } from "../pipeline.ts";

/** Judges raw argument text for an adapted tool; `settings` override the tool's own. */
export type RepairRun = (
  input: unknown,
  settings: { readonly modelId?: string | undefined; readonly stopReason?: string | undefined },
) => RepairResult;

interface Shared {
  readonly failures: WeakSet<object>;
  readonly tools: WeakMap<object, Map<string, RepairRun>>;
}

const KEY = Symbol.for("pi-repair-reference/1");

function shared(): Shared {
  const place = globalThis as { [KEY]?: Shared };
  place[KEY] ??= { failures: new WeakSet(), tools: new WeakMap() };
  return place[KEY];
}

/** Marks the arguments of a call whose text nobody could read. */
export function markRawFailure(args: object): void {
  shared().failures.add(args);
}

/** Whether these very arguments were marked. */
export function isRawFailure(args: object): boolean {
  return shared().failures.has(args);
}

/** Keeps how an adapted tool repairs, for argument text that does not reach its hook. */
export function rememberTool(name: string, schema: unknown, run: RepairRun): void {
  if (typeof schema !== "object" || schema === null) return;
  const { tools } = shared();
  const runs = tools.get(schema) ?? new Map<string, RepairRun>();
  tools.set(schema, runs.set(name, run));
}

/** How the adapted tool of that name and schema repairs; undefined for other tools. */
export function adaptedTool(name: string, schema: unknown): RepairRun | undefined {
  // Of what is no object a weak map knows nothing.
  return shared()
    .tools.get(schema as object)
    ?.get(name);
}
