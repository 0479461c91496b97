/** Saboteurs of `safety/deterministic` that only another place or another clock brings out. */

import { toJson } from "../json-text.ts";
import type { Saboteur } from "../saboteur.ts";
import type { RepairRequest } from "../target.ts";
import { grammarSaboteur, withParts } from "./grammar-fault.ts";
import { type Fault, type Run, refuse, repairSaboteur } from "./repair-fault.ts";

const PATIENCE_MS = 60_000;

/** A work limit that is a deadline. */
const looksAtTheClock: Fault = async (request, run) => {
  const end = Date.now() + PATIENCE_MS;
  const result = await run(request);
  return Date.now() > end && result.outcome === "repaired" ? refuse(request, result) : result;
};

const toldMore =
  (more: (request: RepairRequest) => string): Fault =>
  async (request, run) => {
    const result = await run(request);
    const { retryMessage } = result;
    return retryMessage === undefined
      ? result
      : { ...result, retryMessage: `${retryMessage} (${more(request)})` };
  };

const tellsTheSize = toldMore(
  ({ input }) =>
    `${(toJson(input).length / 1024).toLocaleString(undefined, { minimumFractionDigits: 1 })} KiB`,
);

const tellsTheZone = toldMore(() => `UTC${-new Date(0).getTimezoneOffset() / 60}`);

const salted: Fault = async (request, run) => {
  const result = await run(request);
  return result.fingerprint === undefined
    ? result
    : { ...result, fingerprint: `${result.fingerprint}-${process.pid}` };
};

/** Keeps the request beside the function, where the next one finds it while this one waits. */
function shares(): Fault {
  let current: Parameters<Run>[0] | undefined;
  return async (request, run) => {
    current = request;
    await Promise.resolve();
    return run(current);
  };
}

const pidInIds: Saboteur = {
  ...grammarSaboteur(
    "pid-in-ids",
    "Ids of promoted calls begin with the number of the process.",
    ["safety/deterministic"],
    async (request, run) => {
      const result = await run(request);
      const renamed = new Map(
        result.promotedCallIds
          .map((id) => [id, `p${process.pid}_${id}`.slice(0, 40)] as const)
          .filter(([, id]) => request.idsInUse?.includes(id) !== true),
      );
      const message = withParts(result.message, (parts) =>
        parts.map((part) => {
          const id = renamed.get(String(part?.id));
          return id === undefined ? part : { ...part, id };
        }),
      );
      const promotedCallIds = result.promotedCallIds.map((id) => renamed.get(id) ?? id);
      return renamed.size === 0 ? result : { ...result, message, promotedCallIds };
    },
  ),
  name: "safety/pid-in-ids",
};

const saboteur = (name: string, title: string, fault: Fault): Saboteur =>
  repairSaboteur("safety", name, title, ["deterministic"], fault);

export const worldSaboteurs: readonly Saboteur[] = Object.freeze([
  saboteur("looks-at-the-clock", "A repair that takes a minute is given up.", looksAtTheClock),
  saboteur(
    "tells-the-size",
    "Retry messages tell the size of the input, printed by the locale.",
    tellsTheSize,
  ),
  saboteur("tells-the-zone", "Retry messages name the time zone.", tellsTheZone),
  saboteur("salted-by-process", "Fingerprints hold the number of the process.", salted),
  saboteur("shares-its-request", "A request that overlaps another is answered in its place.", shares()),
  pidInIds,
]);
