/**
 * Expected failures of one target: what it is known to get wrong, each with a reason. They are run like everything
 * else; an entry that no longer tells the truth is an error.
 */
import { readFileSync } from "node:fs";
import Type, { type Static } from "typebox";
import { Check, Errors } from "typebox/value";
import type { CheckResult } from "./execute.ts";
import { nearestAddress } from "./nearest.ts";
import { allAddresses, BadCall, selects } from "./select.ts";
import type { Suite } from "./suite.ts";

const Entry = Type.Object(
  {
    /** A chapter, requirement or check address, or a prefix of one. */
    address: Type.String({ minLength: 1 }),
    reason: Type.String({ minLength: 1 }),
    issue: Type.Optional(Type.String()),
    /** The last day on which the entry counts, as `YYYY-MM-DD`. */
    expires: Type.Optional(Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" })),
  },
  { additionalProperties: false },
);
const File = Type.Object(
  { source: Type.Optional(Type.String()), expectedFailures: Type.Array(Entry) },
  { additionalProperties: false },
);
export type ExpectedFailure = Static<typeof Entry>;

/** Reads an expected-failures file. Throws BadCall with one line. */
export function loadExpectedFailures(path: string): readonly ExpectedFailure[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : "unreadable";
    throw new BadCall(`the expected-failures file ${path} cannot be read: ${why}`);
  }
  if (!Check(File, value)) {
    const first = Errors(File, value)[0];
    throw new BadCall(
      `the expected-failures file ${path} breaks its schema: ${first?.instancePath || "/"} ${first?.message}`,
    );
  }
  return value.expectedFailures;
}

/** True if `YYYY-MM-DD` is a day of the calendar. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Entries that could never be right: they match no check, are there twice, or have expired. Throws BadCall for the first. */
export function checkEntries(entries: readonly ExpectedFailure[], suite: Suite, today: string): void {
  const whole = allAddresses(suite);
  const seen = new Set<string>();
  for (const { address, expires } of entries) {
    if (seen.has(address)) throw new BadCall(`the expected failure "${address}" is there twice`);
    seen.add(address);
    if (![...whole].some((known) => known.split("/").length === 3 && selects(address, known, whole))) {
      throw new BadCall(
        `the expected failure "${address}" matches no check${nearestAddress(address, [...whole])}`,
      );
    }
    if (expires !== undefined && !isDay(expires)) {
      throw new BadCall(`the expected failure "${address}" expires on ${expires}, which is no day`);
    }
    if (expires !== undefined && expires < today) {
      throw new BadCall(`the expected failure "${address}" has expired on ${expires}`);
    }
  }
}

export interface Expectations {
  /** True if a check's failure is expected. */
  covers(address: string): boolean;
  /** Why a check's failure is expected; undefined if it is not. */
  reason(address: string): string | undefined;
  /** Addresses of the entries all of whose checks held. */
  stale(results: readonly CheckResult[]): readonly string[];
}

/** What the entries say of a run's results. */
export function expectations(entries: readonly ExpectedFailure[], suite: Suite): Expectations {
  const whole = allAddresses(suite);
  const matches = (entry: ExpectedFailure, address: string): boolean =>
    selects(entry.address, address, whole);
  return {
    covers: (address) => entries.some((entry) => matches(entry, address)),
    reason: (address) => entries.find((entry) => matches(entry, address))?.reason,
    stale: (results) =>
      entries
        .filter((entry) => {
          const own = results.filter((result) => matches(entry, result.address));
          return own.length > 0 && own.every((result) => result.verdict === "held");
        })
        .map((entry) => entry.address),
  };
}
