/** Whose fault an error is, as one line (with details below it, of a few refusals) and an exit code. What nobody foresaw is the harness's. */
import { CommanderError } from "commander";
import { VectorFileError } from "../spec/vectors.ts";
import { nearest } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import { BadCall, EXIT, NotATarget } from "./refusals.ts";

export interface FaultLine {
  /** One line for stderr, without a line end. */
  readonly line: string;
  readonly exitCode: number;
  /** More lines, each safe for a terminal; absent where there are none. */
  readonly details?: readonly string[];
}

function ownerOf(error: unknown): { readonly whose: string; readonly exitCode: number } {
  if (error instanceof CommanderError || error instanceof BadCall) {
    return { whose: "bad call", exitCode: EXIT.badCall };
  }
  if (error instanceof NotATarget) return { whose: "target", exitCode: EXIT.incomplete };
  if (error instanceof VectorFileError) return { whose: "vector file", exitCode: EXIT.harnessError };
  return { whose: "harness", exitCode: EXIT.harnessError };
}

/** The known name that an unknown one of a vector file is nearest to. */
function nearestKnown(error: unknown): string {
  const unknown = error instanceof VectorFileError ? error.unknown : undefined;
  return unknown === undefined ? "" : nearest(unknown.name, unknown.known);
}

/** The line and the exit code for an error; undefined where it only ends a command, as after `--help`. */
export function faultOf(error: unknown): FaultLine | undefined {
  if (error instanceof CommanderError && error.exitCode === 0) return undefined;
  const { whose, exitCode } = ownerOf(error);
  const message = (error instanceof Error ? error.message : String(error)) + nearestKnown(error);
  const oneLine = message
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replace(/^error: /, "");
  const line = `${whose}: ${printable(bounded(oneLine, 1000))}`;
  const below = error instanceof BadCall || error instanceof NotATarget ? error.details : [];
  if (below.length === 0) return { line, exitCode };
  return { line, exitCode, details: below.map((text) => printable(bounded(text, 500))) };
}
