/** Saboteurs of sessions: the reference's extension with one thing that it offers pi exchanged. */
import type { SessionAnswer, SessionCall } from "../../spec/contract.ts";
import type { Saboteur } from "../saboteur.ts";
import reference, { loadExtension } from "../targets/reference.ts";

type Loaded = Awaited<ReturnType<typeof loadExtension>>;
/** pi's API as an extension gets it. */
export type Api = Parameters<Loaded["factory"]>[0];
export type Handler = (event: Record<string, unknown>, context: object) => unknown;
export type Settings = NonNullable<Parameters<typeof loadExtension>[0]>;

/** An API in which some functions are exchanged. */
export function exchanged(pi: Api, others: Readonly<Record<string, unknown>>): Api {
  return new Proxy(pi, {
    get: (target, key) => (Object.hasOwn(others, key) ? others[String(key)] : Reflect.get(target, key)),
  });
}

/** An API in which the extension's handler of an event runs inside of `change`. */
export function tampered(pi: Api, event: string, change: (handler: Handler) => Handler): Api {
  const on = Reflect.get(pi, "on") as unknown as (name: string, handler: Handler) => unknown;
  return exchanged(pi, {
    on: (name: string, handler: Handler) => on.call(pi, name, name === event ? change(handler) : handler),
  });
}

const own = new Map<string, SessionAnswer>();

/** The reference's answer about a session in another pi; asked once. */
async function ownAnswer(call: SessionCall): Promise<SessionAnswer> {
  const key = JSON.stringify(call);
  const known = own.get(key) ?? (await reference.runSession?.(call));
  if (known === undefined) throw new Error("harness: the reference has no runSession");
  own.set(key, known);
  return known;
}

/** A saboteur whose extension is changed by `fault` when pi loads it, or made with other settings. */
export function sessionSaboteur(
  name: string,
  title: string,
  breaks: readonly string[],
  fault: (pi: Api) => Api,
  change: (loaded: Loaded) => Loaded = (loaded) => loaded,
  settings?: Settings,
): Saboteur {
  const runSession = async (call: SessionCall) => {
    const { runSession: run } = await import("../targets/pi/session.ts");
    const untouched = await loadExtension(settings);
    const loaded = change(untouched);
    // Another pi loads the extension by its path, where nothing is exchanged.
    if (call.pi !== undefined && loaded.path === untouched.path) return ownAnswer(call);
    return run({ ...loaded, factory: (pi) => loaded.factory(fault(pi)) }, call);
  };
  return { name, title, breaks, target: { ...reference, name: `saboteur ${name}`, runSession } };
}

/** Nothing is exchanged; the fault lies elsewhere. */
export const asItIs = (pi: Api): Api => pi;
