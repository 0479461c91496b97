/** What a person sees of a running campaign: cases a second, outcomes and labels, in one line. */
import { counted, whole } from "../conformance/counted.ts";
import type { DoneBatch } from "./journal.ts";
import { isBad } from "./property.ts";

const TERMINAL_MS = 200;
const HEARTBEAT_MS = 10_000;

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Live {
  readonly onBatch: (batch: DoneBatch) => void;
  readonly onShrink: (left: number) => void;
  stop(): void;
}

const percent = (count: number, of: number): string => `${((100 * count) / Math.max(1, of)).toFixed(0)} %`;

/** The most frequent entries as `name share`. */
function shares(counts: ReadonlyMap<string, number>, of: number, most: number): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, count]) => `${name} ${percent(count, of)}`)
    .join(", ");
}

/** Shows a campaign on a stream: one changing line on a terminal, else a line now and then. */
export function showLive(stream: Stream): Live {
  const started = performance.now();
  const outcomes = new Map<string, number>();
  const labels = new Map<string, number>();
  let cases = 0;
  let bad = 0;
  let shrinking = "";
  const line = (): string => {
    const rate = Math.round((1000 * cases) / Math.max(1, performance.now() - started));
    const head = `${counted(cases, "case")}, ${whole(rate)} a second, ${bad} bad`;
    return `${head}${shrinking} | ${shares(outcomes, cases, 4)} | ${shares(labels, cases, 6)}`;
  };
  const onTerminal = stream.isTTY === true;
  const draw = (): void => {
    const text = line();
    stream.write(onTerminal ? `\r\u001b[2K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`);
  };
  const timer = setInterval(draw, onTerminal ? TERMINAL_MS : HEARTBEAT_MS);
  timer.unref();
  return {
    onBatch(batch) {
      cases += batch.cases;
      for (const [key, count] of Object.entries(batch.outcomes)) {
        const outcome = key.split(" ").at(-1) ?? key;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
        if (isBad(outcome)) bad += count;
      }
      for (const [key, count] of Object.entries(batch.labels))
        labels.set(key, (labels.get(key) ?? 0) + count);
    },
    onShrink(left) {
      shrinking = `, ${counted(left, "finding")} to shrink`;
    },
    stop() {
      clearInterval(timer);
      if (onTerminal) stream.write("\r\u001b[2K");
      stream.write(`${line()}\n`);
    },
  };
}
