/**
 * What a campaign came to, without a clock in it: equal batches give equal bytes, whoever ran them. A report is a sum, so
 * that the reports of shards add up to that of one run.
 */
import { readFileSync } from "node:fs";
import Type, { type Static } from "typebox";
import { Check, Errors } from "typebox/value";
import { BadCall } from "../conformance/select.ts";
import { CAPABILITIES } from "../spec/contract.ts";
import { addCounts } from "./batch.ts";
import { Finding } from "./finding.ts";
import type { DoneBatch } from "./journal.ts";
import { plannedBatches, ranges, readRanges } from "./plan.ts";
import { FUZZ_PROPERTIES, selectProperties } from "./properties.ts";
import { isBad, OUTCOMES } from "./property.ts";

const Count = Type.Integer({ minimum: 0 });
const Counts = Type.Record(Type.String(), Count);

const PropertyCounts = Type.Object({
  address: Type.String(),
  cases: Count,
  outcomes: Counts,
  labels: Counts,
});

/** All failures with one signature; `place`, `batch` and `case` are those of the first. */
const FailureCount = Type.Object({
  signature: Type.String(),
  property: Type.String(),
  outcome: Type.Enum([...OUTCOMES]),
  count: Count,
  place: Count,
  batch: Count,
  case: Count,
  finding: Type.Optional(Finding),
});
export type FailureCount = Static<typeof FailureCount>;

const CampaignHead = Type.Object({
  target: Type.Object({
    given: Type.String(),
    name: Type.String(),
    version: Type.String(),
    capabilities: Type.Array(Type.Enum([...CAPABILITIES])),
  }),
  seed: Type.Integer(),
  only: Type.Array(Type.String()),
  /** Cases that the whole campaign was to have; null where time alone ended it. */
  cases: Type.Union([Count, Type.Null()]),
});
export type CampaignHead = Static<typeof CampaignHead>;

export const FuzzReport = Type.Object({
  format: Type.Literal("pi-repair-fuzz/1"),
  campaign: CampaignHead,
  /** Places of the batches that ran, as `0-4,7`. */
  batches: Type.String(),
  complete: Type.Boolean(),
  cases: Count,
  outcomes: Counts,
  properties: Type.Array(PropertyCounts),
  /** What was drawn too rarely. */
  belowFloor: Type.Array(Type.String()),
  failures: Type.Array(FailureCount),
});
export type FuzzReport = Static<typeof FuzzReport>;

/** The first so many kinds of failures are shrunk and stored. */
export const MAX_FINDINGS = 100;
/** Below this number a share of labels says nothing. */
const CASES_FOR_FLOORS = 200;

type Parts = Pick<FuzzReport, "properties" | "failures"> & { readonly places: readonly number[] };

const PLACES = new Map(FUZZ_PROPERTIES.map(({ address }, place) => [address, place]));
const placeOf = (address: string): number => PLACES.get(address) ?? PLACES.size;
const isBefore = (a: FailureCount, b: FailureCount): boolean =>
  a.place !== b.place ? a.place < b.place : a.case < b.case;

function addProperties(parts: readonly Parts[]): FuzzReport["properties"] {
  const sums = new Map<string, FuzzReport["properties"][number]>();
  for (const one of parts.flatMap(({ properties }) => properties)) {
    const { address } = one;
    const known = sums.get(address) ?? { address, cases: 0, outcomes: {}, labels: {} };
    sums.set(address, {
      address,
      cases: known.cases + one.cases,
      outcomes: addCounts(known.outcomes, one.outcomes),
      labels: addCounts(known.labels, one.labels),
    });
  }
  return [...sums.values()].sort((a, b) => placeOf(a.address) - placeOf(b.address));
}

function addFailures(parts: readonly Parts[]): readonly FailureCount[] {
  const sums = new Map<string, FailureCount>();
  for (const one of parts.flatMap(({ failures }) => failures)) {
    const known = sums.get(one.signature);
    if (known === undefined) sums.set(one.signature, one);
    else {
      const first = isBefore(one, known) ? one : known;
      sums.set(one.signature, { ...first, count: known.count + one.count });
    }
  }
  return [...sums.values()].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
}

function belowFloor({ address, cases, labels }: FuzzReport["properties"][number]): readonly string[] {
  const property = FUZZ_PROPERTIES[placeOf(address)];
  if (cases < CASES_FOR_FLOORS || property === undefined) return [];
  return Object.entries(property.floors).flatMap(([label, floor]) => {
    const share = (labels[label] ?? 0) / cases;
    return share < floor ? [`${address}: ${share.toFixed(3)} of the cases are "${label}", not ${floor}`] : [];
  });
}

function isComplete({ target, only, cases }: CampaignHead, places: readonly number[]): boolean {
  if (cases === null) return false;
  const properties = selectProperties(only, target.capabilities);
  return [...plannedBatches(properties, cases)].length === places.length;
}

function sum(campaign: CampaignHead, parts: readonly Parts[]): FuzzReport {
  const properties = addProperties(parts);
  const places = parts.flatMap((part) => part.places).sort((a, b) => a - b);
  const twice = places.find((place, index) => places[index + 1] === place);
  if (twice !== undefined) throw new BadCall(`batch ${twice} is in two of the reports`);
  const failures = addFailures(parts).map(({ finding, ...rest }, index) =>
    finding === undefined || index >= MAX_FINDINGS ? rest : { ...rest, finding },
  );
  return {
    format: "pi-repair-fuzz/1",
    campaign,
    batches: ranges(places),
    complete: isComplete(campaign, places),
    cases: properties.reduce((total, { cases }) => total + cases, 0),
    outcomes: properties.reduce((total, { outcomes }) => addCounts(total, outcomes), {}),
    properties,
    belowFloor: properties.flatMap(belowFloor),
    failures,
  };
}

const partsOfBatch = ({ place, address, batch, cases, outcomes, labels, failures }: DoneBatch): Parts => ({
  places: [place],
  properties: [{ address, cases, outcomes: { ...outcomes }, labels: { ...labels } }],
  failures: failures.map((failure) => ({ ...failure, property: address, place, batch })),
});

/** The report of these batches, with the findings that belong to its failures, by signature. */
export function reportOf(
  campaign: CampaignHead,
  done: readonly DoneBatch[],
  findings: ReadonlyMap<string, Finding> = new Map(),
): FuzzReport {
  const report = sum(campaign, done.map(partsOfBatch));
  const failures = report.failures.map((failure) => {
    const finding = findings.get(failure.signature);
    return finding === undefined ? failure : { ...failure, finding };
  });
  return { ...report, failures };
}

/** One report of several. Throws BadCall where they are not of one campaign, or share a batch. */
export function mergeReports(reports: readonly FuzzReport[]): FuzzReport {
  const [first, ...more] = reports;
  if (first === undefined) throw new BadCall("there is no report to merge");
  const head = JSON.stringify(first.campaign);
  const other = more.find(({ campaign }) => JSON.stringify(campaign) !== head);
  if (other !== undefined) {
    throw new BadCall(`the reports are of two campaigns: ${head} and ${JSON.stringify(other.campaign)}`);
  }
  return sum(
    first.campaign,
    reports.map(({ batches, properties, failures }) => ({
      places: readRanges(batches),
      properties,
      failures,
    })),
  );
}

/** A report's file. */
export function reportText(report: FuzzReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Reads a report. Throws BadCall where the file is none. */
export function loadReport(path: string): FuzzReport {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new BadCall(`${path} cannot be read: ${error instanceof Error ? error.message : "unknown error"}`);
  }
  if (!Check(FuzzReport, read)) {
    throw new BadCall(`${path} is no fuzz report: ${Errors(FuzzReport, read)[0]?.instancePath || "/"}`);
  }
  return read;
}

/** How many cases had an outcome that says that the target fell short. */
export function badCases({ outcomes }: Pick<FuzzReport, "outcomes">): number {
  return Object.entries(outcomes).reduce(
    (total, [key, count]) => (isBad(key.split(" ").at(-1) ?? "") ? total + count : total),
    0,
  );
}
