/** Values that JSON cannot hold, each made anew: what a host, an owner's hook or a caller in process may hand over. */

export interface Outsider {
  readonly name: string;
  readonly make: () => unknown;
}

function cycle(): unknown {
  const value: Record<string, unknown> = { a: 1 };
  value.self = value;
  return value;
}

class Instance {
  readonly path = "/x";
}

const throwing = (): never => {
  throw new Error("it must not be read");
};

/** In a fixed order; the first is the mildest. */
export const OUTSIDERS: readonly Outsider[] = Object.freeze([
  { name: "undefined", make: () => undefined },
  { name: "NaN", make: () => Number.NaN },
  { name: "Infinity", make: () => Number.POSITIVE_INFINITY },
  { name: "bigint", make: () => 5n },
  { name: "symbol", make: () => Symbol("path") },
  { name: "function", make: () => () => "/x" },
  { name: "date", make: () => new Date(0) },
  { name: "map", make: () => new Map([["path", "/x"]]) },
  { name: "boxed string", make: () => Object("/x") as unknown },
  { name: "instance", make: () => new Instance() },
  { name: "hole", make: () => Object.assign(new Array<unknown>(3), { 1: "/x" }) },
  { name: "cycle", make: cycle },
  {
    name: "cyclic array",
    make: () => {
      const list: unknown[] = [];
      list.push(list);
      return list;
    },
  },
  { name: "getter", make: () => Object.defineProperty({}, "path", { get: throwing, enumerable: true }) },
  { name: "toJSON", make: () => ({ path: "/x", toJSON: () => ({ path: "/other" }) }) },
  {
    name: "proxy",
    make: () =>
      new Proxy({ path: "/x" }, { ownKeys: throwing, get: throwing, getOwnPropertyDescriptor: throwing }),
  },
  {
    name: "revoked proxy",
    make: () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  },
]);
