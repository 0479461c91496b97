/**
 * What the owner hooks that a call may name do. Each stands for a tool owner's `prepareArguments`; the closed list of
 * names is the contract's, and a target over a wire implements them by name from the sentences here.
 */
import { OWNER_HOOKS } from "../spec/contract.ts";
import { nearest } from "./nearest.ts";
import type { RepairRequest } from "./target.ts";

type Hook = (typeof OWNER_HOOKS)[number];
type Owner = NonNullable<RepairRequest["owner"]>;

/** Lowers the text at key `path` of a plain object, in place. What has no such text is left. */
function lowerInPlace(args: unknown): void {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return;
  const path: unknown = Object.hasOwn(args, "path") ? Reflect.get(args, "path") : undefined;
  if (typeof path === "string") Reflect.set(args, "path", path.toLowerCase());
}

const prepare = (prepareArguments: (args: unknown) => unknown): Owner => ({ prepareArguments });

function afterLowering(then: (args: unknown) => unknown): Owner {
  return prepare((args) => {
    lowerInPlace(args);
    return then(args);
  });
}

/** Keeps its name table on itself, so it only works when it is called with its own `this`. */
const renaming = {
  names: { location: "path" } as Readonly<Record<string, string>>,
  prepareArguments(args: unknown): unknown {
    const { names } = this;
    if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
    return Object.fromEntries(
      Object.entries(args).map(([key, value]) => [Object.hasOwn(names, key) ? names[key] : key, value]),
    );
  },
};

const HOOKS: Readonly<Record<Hook, Owner>> = {
  /** Gives back what it got. */
  identity: prepare((args) => args),
  /** Gives a new object in which the text at `path` is in lower case. */
  "lower-path": prepare((args) => {
    const copy: unknown =
      typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args } : args;
    lowerInPlace(copy);
    return copy;
  }),
  /** Lowers `path` in place and gives back undefined: its argument as it now is. */
  "return-undefined-after-mutate": afterLowering(() => undefined),
  /** Lowers `path` in place and throws. */
  "throw-after-mutate": afterLowering(() => {
    throw new Error("the tool owner's hook failed");
  }),
  /** Lowers `path` in place and gives back a promise of it. */
  "return-promise": afterLowering((args) => Promise.resolve(args)),
  /** Lowers `path` in place and gives back a function. */
  "return-function": afterLowering((args) => () => args),
  /** Renames the key `location` to `path`, by a table that it finds through `this`. */
  "rename-through-this": renaming,
};

/** The live owner of a named hook. Throws RangeError on a name that is not in the contract's list. */
export function ownerOf(name: string): Owner {
  const found = OWNER_HOOKS.find((hook) => hook === name);
  if (found === undefined) throw new RangeError(`no owner hook "${name}"${nearest(name, OWNER_HOOKS)}`);
  return HOOKS[found];
}
