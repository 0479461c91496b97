/** The command that runs one check again, with the same draws; all of the run where an earlier check may be the cause. */
import type { CheckResult } from "../execute.ts";
import type { TargetSource } from "../find-target.ts";
import { DEADLINE_MS, type RunOptions } from "../run.ts";

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w./@:=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command line of a program as a shell takes it; undefined for a target that has none. */
export function programLine({ program }: TargetSource): string | undefined {
  return program && [program.command, ...program.args].map(quoted).join(" ");
}

/** The words that name a target on the command line: `-- <program>`, or what the caller typed. */
export function targetWords(target: TargetSource): string {
  const typed = target.program !== undefined && target.named !== true;
  return typed ? `-- ${programLine(target)}` : quoted(target.given);
}

/** `command` is how a person calls the suite. */
export function replayCommand(check: CheckResult, options: RunOptions, command: string): string {
  const { target, seed, runs } = options;
  const all = check.perhapsEarlier === true;
  const draws = all || check.kind === "property" ? ` --seed ${seed} --runs ${runs}` : "";
  const only = (all ? options.only : [check.address]).map((address) => ` --only ${address}`).join("");
  const late = options.deadlineMs === DEADLINE_MS ? "" : ` --deadline ${options.deadlineMs}`;
  const memory =
    options.maxMemoryBytes === undefined ? "" : ` --memory ${Math.round(options.maxMemoryBytes / 1024 ** 2)}`;
  const rest = `${only}${draws}${late}${memory}`;
  const words = targetWords(target);
  return words.startsWith("-- ") ? `${command}${rest} ${words}` : `${command} ${words}${rest}`;
}
