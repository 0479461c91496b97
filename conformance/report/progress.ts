/** What a person sees while a run is under way: one line that changes on a terminal, else a line now and then. */
import { counted } from "../counted.ts";
import type { RunEvent } from "../run.ts";

const TERMINAL_MS = 100;
const HEARTBEAT_MS = 5000;

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  readonly hear: (event: RunEvent) => void;
  /** Takes the changing line away. */
  readonly stop: () => void;
}

/** Shows the progress of one run on a stream. */
export function showProgress(stream: Stream): Progress {
  const onTerminal = stream.isTTY === true;
  let total = 0;
  let done = 0;
  let last = "";
  const line = (): string =>
    `${done} of ${counted(total, "check")}${last === "" ? "" : `, now after ${last}`}`;
  const draw = (): void => {
    if (total === 0) return;
    if (onTerminal) stream.write(`\r\u001b[2K${line().slice(0, (stream.columns ?? 80) - 1)}`);
    else stream.write(`${line()}\n`);
  };
  const timer = setInterval(draw, onTerminal ? TERMINAL_MS : HEARTBEAT_MS);
  timer.unref();
  return {
    hear(event) {
      if (event.kind === "started") total = event.checks;
      else {
        done += 1;
        last = event.result.address;
      }
    },
    stop() {
      clearInterval(timer);
      if (onTerminal) stream.write("\r\u001b[2K");
    },
  };
}
