/** The command that runs one check again, with the same draws; all of the run where an earlier check may be the cause. */
import type { CheckResult } from "../execute.ts";
import { DEADLINE_MS, type RunOptions } from "../run.ts";

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
  if (target.program !== undefined && target.named !== true) return `${command}${rest} -- ${target.given}`;
  const given = /^[\w./@-]+$/.test(target.given) ? target.given : JSON.stringify(target.given);
  return `${command} ${given}${rest}`;
}
