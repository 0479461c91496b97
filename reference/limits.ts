// Limits on repair work. Work is counted in steps, never in time, so that a verdict depends on the request alone.

export interface RepairLimits {
  readonly maxInputBytes: number;
  readonly maxNestingDepth: number;
  readonly maxDecodeAttempts: number;
  readonly maxCandidates: number;
}

export const DEFAULT_ENVELOPE_LIMITS: RepairLimits = Object.freeze({
  maxInputBytes: 256 * 1024,
  maxNestingDepth: 64,
  maxDecodeAttempts: 3,
  maxCandidates: 4,
});

/** Repair recurses along the value, so no setting may lead it deeper than the stack surely holds. */
const DEEPEST = 512;

/** Fills in defaults; what is not a number from 0 up counts as not set, and parts of one do not count. */
export function resolveLimits(limits: Partial<RepairLimits> | null | undefined): RepairLimits {
  const pick = (key: keyof RepairLimits): number => {
    const value: unknown = limits?.[key];
    return typeof value === "number" && value >= 0 ? Math.floor(value) : DEFAULT_ENVELOPE_LIMITS[key];
  };
  return {
    maxInputBytes: pick("maxInputBytes"),
    maxNestingDepth: Math.min(pick("maxNestingDepth"), DEEPEST),
    maxDecodeAttempts: pick("maxDecodeAttempts"),
    maxCandidates: pick("maxCandidates"),
  };
}

/** Steps that are left; one request shares one budget. */
export interface Budget {
  left: number;
}

/** Far above what any honest request needs, low enough to end within a second. */
const STEPS = 5_000_000;

export function newBudget(): Budget {
  return { left: STEPS };
}

/** Thrown where the steps are used up in the middle of a check. */
export class StepsUsedUp extends Error {}

/** Takes `steps` from the budget. Throws StepsUsedUp once it is used up. */
export function charge(budget: Budget, steps: number): void {
  if (!spend(budget, steps)) throw new StepsUsedUp();
}

/** Takes `steps` from the budget; false once it is used up, and from then on. */
export function spend(budget: Budget, steps: number): boolean {
  budget.left -= steps;
  return budget.left >= 0;
}

const encoder = new TextEncoder();
/** Characters that are counted at once, each of which takes at most three bytes. */
const PIECE = 16_384;
const piece = new Uint8Array(PIECE * 3);

/** Whether `text` takes more than `limit` bytes in UTF-8; a lone surrogate counts as three. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  if (text.length * 3 <= limit) return false;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= limit; ) {
    // A pair that is cut in two would count as two lone halves.
    const end = at + PIECE - (isHighSurrogate(text.charCodeAt(at + PIECE - 1)) ? 1 : 0);
    bytes += encoder.encodeInto(text.slice(at, end), piece).written;
    at = end;
  }
  return bytes > limit;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
