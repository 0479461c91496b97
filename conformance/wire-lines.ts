/** Splits a target's output into lines at byte 10, holding at most one bounded line in memory. */
import { isUtf8 } from "node:buffer";

export interface LineReader {
  /** Takes the next bytes of the output. */
  push(chunk: Buffer): void;
  /** What stands after the last line feed. */
  rest(): Rest;
}

/** A line without its end. */
export interface Rest {
  readonly bytes: number;
  /** At most 200 bytes of it. */
  readonly beginning: string;
}

export interface LineHandlers {
  readonly onLine: (line: string) => void;
  /** A line that is not UTF-8; `shown` is a printable beginning of it. */
  readonly onBinary: (shown: string) => void;
  /** A line passed the limit. Called once; everything after it is dropped. */
  readonly onTooLong: () => void;
}

const CARRIAGE_RETURN = 13;

/** A reader of lines of at most `limit` bytes. */
export function readLines(limit: number, handlers: LineHandlers): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let stopped = false;

  const take = (bytes: Buffer): void => {
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    if (end === 0) return;
    const line = bytes.subarray(0, end);
    if (isUtf8(line)) handlers.onLine(line.toString("utf8"));
    else handlers.onBinary(line.subarray(0, 100).toString("latin1"));
  };
  const stop = (): void => {
    stopped = true;
    parts = [];
    size = 0;
    handlers.onTooLong();
  };

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1 && !stopped; at = chunk.indexOf(10, from)) {
        const piece = chunk.subarray(from, at);
        from = at + 1;
        if (size + piece.length > limit) return stop();
        const whole = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
        parts = [];
        size = 0;
        take(whole);
      }
      if (stopped || from === chunk.length) return;
      size += chunk.length - from;
      if (size > limit) return stop();
      parts.push(chunk.subarray(from));
    },
    rest: () => ({ bytes: size, beginning: Buffer.concat(parts).subarray(0, 200).toString("utf8") }),
  };
}
