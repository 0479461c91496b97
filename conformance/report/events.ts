/** A run as a stream of events, one JSON object a line; the footer says how many there were, so that a cut shows. */
import type { RunEvent, RunResult } from "../run.ts";

export interface EventStream {
  readonly hear: (event: RunEvent) => void;
  /** Writes the footer. */
  readonly finish: (result: RunResult) => void;
}

/** Writes each event at once with `write`, which gets whole lines. */
export function eventStream(write: (line: string) => void): EventStream {
  let count = 0;
  const put = (event: object): void => {
    count += 1;
    write(`${JSON.stringify(event)}\n`);
  };
  return {
    hear(event) {
      if (event.kind === "started") put({ event: "started", target: event.identity, checks: event.checks });
      else put({ event: "checked", ...event.result });
    },
    finish({ exitCode, requirements, faults }) {
      for (const { requirement, verdict, expected } of requirements) {
        put({ event: "requirement", id: requirement.id, level: requirement.level, verdict, expected });
      }
      put({ event: "finished", exitCode, faults, events: count + 1 });
    },
  };
}
