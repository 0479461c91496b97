/** A campaign: batches given to lanes until cases or time are used up, each kept as it ends; then what failed is shrunk. */
import type { TargetSource } from "../conformance/find-target.ts";
import { type Finding, makeFinding } from "./finding.ts";
import { type DoneBatch, openJournal } from "./journal.ts";
import { type Lane, openLane } from "./lane.ts";
import { inShard, type PlannedBatch, plannedBatches, type Shard } from "./plan.ts";
import { propertyAt, selectProperties } from "./properties.ts";
import { type CampaignHead, type FuzzReport, MAX_FINDINGS, reportOf } from "./report.ts";
import { shrink } from "./shrink.ts";

export interface CampaignOptions {
  readonly source: TargetSource;
  readonly seed: number;
  /** Address prefixes; none selects the mistakes. */
  readonly only: readonly string[];
  readonly cases?: number;
  readonly shard?: Shard;
  readonly workers: number;
  /** After this no new batch begins. */
  readonly milliseconds?: number;
  /** Milliseconds for one case. */
  readonly deadlineMs: number;
  readonly journal: string;
  /** Goes on with what the journal holds. */
  readonly resume: boolean;
  /** Ends it as time does. */
  readonly signal?: AbortSignal;
  readonly onBatch?: (batch: DoneBatch) => void;
  readonly onShrink?: (left: number) => void;
}

function headOf({ source, seed, only, cases }: CampaignOptions, lane: Lane): CampaignHead {
  const { name, version, capabilities } = lane.identity;
  return {
    target: { given: source.given, name, version, capabilities: [...capabilities] },
    seed,
    only: [...only],
    cases: cases ?? null,
  };
}

/** Lets lanes take batches until there are none left, or the time is over. */
export async function runLanes(
  lanes: readonly Lane[],
  queue: Iterator<PlannedBatch>,
  isOver: () => boolean,
  keep: (batch: DoneBatch) => void,
): Promise<void> {
  const work = async (lane: Lane): Promise<void> => {
    while (!isOver()) {
      const next = queue.next();
      if (next.done === true) return;
      const { place, ...plan } = next.value;
      keep({ place, ...(await lane.batch(plan)) });
    }
  };
  await Promise.all(lanes.map(work));
}

function* left(
  options: CampaignOptions,
  lane: Lane,
  done: ReadonlySet<number>,
): Generator<PlannedBatch, void> {
  const properties = selectProperties(options.only, lane.identity.capabilities);
  for (const batch of plannedBatches(properties, options.cases)) {
    if (inShard(batch, options.shard) && !done.has(batch.place)) yield batch;
  }
}

async function shrinkAll(
  lane: Lane,
  head: CampaignHead,
  done: readonly DoneBatch[],
  onShrink: CampaignOptions["onShrink"],
): Promise<ReadonlyMap<string, Finding>> {
  const findings = new Map<string, Finding>();
  const failures = reportOf(head, done).failures.slice(0, MAX_FINDINGS);
  const batches = new Map(done.map((batch) => [batch.place, batch]));
  for (const [index, failure] of failures.entries()) {
    const plan = batches.get(failure.place);
    if (plan === undefined) continue;
    onShrink?.(failures.length - index);
    const property = propertyAt(failure.property);
    const { value, judged } = await shrink(lane, property, head.seed, plan, failure);
    const { target, seed } = head;
    const { signature } = failure;
    findings.set(
      signature,
      makeFinding({ target, property, seed, plan, case: failure.case, signature, judged, value }),
    );
  }
  return findings;
}

/**
 * Runs a campaign, or its shard, and reports on all that the journal then holds. The report does not depend on the
 * number of workers, nor on when it was interrupted and gone on with. Throws BadCall and NotATarget.
 */
export async function runCampaign(options: CampaignOptions): Promise<FuzzReport> {
  const { source, seed, deadlineMs, workers, signal, milliseconds } = options;
  const until = milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
  const first = await openLane(source, { seed, deadlineMs });
  const lanes = [first];
  try {
    const head = headOf(options, first);
    const journal = openJournal(
      options.journal,
      JSON.stringify({ ...head, shard: options.shard ?? null }),
      options.resume,
    );
    const done = [...journal.done];
    const queue = left(options, first, new Set(done.map(({ place }) => place)));
    while (lanes.length < workers) lanes.push(await openLane(source, { seed, deadlineMs }));
    const isOver = (): boolean => signal?.aborted === true || performance.now() >= until;
    await runLanes(lanes, queue, isOver, (batch) => {
      journal.add(batch);
      done.push(batch);
      options.onBatch?.(batch);
    });
    journal.close();
    done.sort((a, b) => a.place - b.place);
    return reportOf(head, done, await shrinkAll(first, head, done, options.onShrink));
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}
