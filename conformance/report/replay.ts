/** The command that runs one check again, with the same draws. */
import type { CheckResult } from "../execute.ts";
import type { RunOptions } from "../run.ts";

/** `command` is how a person calls the suite. */
export function replayCommand(check: CheckResult, options: RunOptions, command: string): string {
  const { target, seed, runs } = options;
  const draws = check.kind === "property" ? ` --seed ${seed} --runs ${runs}` : "";
  if (target.program !== undefined) return `${command} --only ${check.address}${draws} -- ${target.given}`;
  const given = /^[\w./@-]+$/.test(target.given) ? target.given : JSON.stringify(target.given);
  return `${command} ${given} --only ${check.address}${draws}`;
}
