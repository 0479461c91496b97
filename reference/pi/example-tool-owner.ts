// A recipe for tool owners: repair where `pi-repair-reference` is installed, the raw definition where it is not.
//
//   export default async (pi) => pi.registerTool(await withRepair(myTool));
//
import type { AdaptOptions } from "./adapter.ts";
import type { Definition } from "./host.ts";

interface Adapter {
  adaptToolDefinition<D extends Definition>(definition: D, options?: AdaptOptions): D;
}

/** Only an absent package is forgiven; one that is there and broken, or lacks a package of its own, says so. */
function isAbsent(error: unknown): boolean {
  const absent = /^Cannot find (?:package|module) '(?:pi-repair-reference|pi-repair-reference\/pi)'/;
  return error instanceof Error && absent.test(error.message);
}

/** The definition with repair before its own hook, or the very same definition where the package is absent. */
export async function withRepair<D extends Definition>(
  definition: D,
  load: () => Promise<Adapter> = () => import("pi-repair-reference/pi"),
): Promise<D> {
  try {
    const { adaptToolDefinition } = await load();
    return adaptToolDefinition(definition, { policy: "conservative" });
  } catch (error) {
    if (isAbsent(error)) return definition;
    throw error;
  }
}
