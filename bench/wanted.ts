/** What of a run is asked for: beginnings of ids as they stand in the tables and on the page. */
import { BadCall } from "../conformance/select.ts";
import { growthId } from "./figures.ts";
import type { Growing } from "./growth.ts";
import { type Scene, timeId } from "./scene.ts";

/** True of an id that is asked for. */
export type Wants = (id: string) => boolean;

/** Without prefixes everything is asked for. */
export function wanting(prefixes: readonly string[]): Wants {
  return (id) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
}

/** Whether a scene gives a figure that is asked for. */
export function wantsScene(wants: Wants, { id, aimMilliseconds }: Scene): boolean {
  return wants(id) || (aimMilliseconds !== undefined && wants(timeId(id)));
}

/** Whether the growth of something gives a figure that is asked for. */
export function wantsGrowth(wants: Wants, { id, peer }: Growing): boolean {
  const name = growthId(id);
  return wants(`growth/${name}`) || (peer !== true && wants(`memory/${name}`));
}

/** Refuses what gives no whole run. Throws BadCall. */
export function refusePartialRecord(flags: {
  readonly only: readonly string[];
  readonly peer: readonly string[];
  readonly quick?: true;
  readonly record?: true;
}): void {
  const part =
    flags.only.length > 0 ? "--only" : flags.peer.length > 0 ? "--peer" : flags.quick ? "--quick" : "";
  if (flags.record === true && part !== "")
    throw new BadCall(`the history takes whole runs of this checkout: leave ${part} away, or --record`);
}
