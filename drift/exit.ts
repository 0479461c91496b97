// Exit codes, errors and outcomes of the commands.

/** Exit codes of the project: 0 as expected, 1 stale page, 2 bad call, 3 incomplete, 4 our own error, 5 drift. */
export const EXIT = Object.freeze({ expected: 0, stale: 1, badCall: 2, incomplete: 3, harness: 4, drift: 5 });

/** Whose fault an error is decides the exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a run prints: `json` for machines, `text` for people. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
  readonly json: unknown;
}
