/** For tests: the completion scripts, sourced by real shells. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completionScript } from "./completion.ts";
import { program } from "./program.ts";

export const CANDIDATES = {
  target: ["pi-alone", "reference"],
  address: ["envelope", "envelope/decode-json", "envelope/limits"],
  template: ["ts", "python", "stdio"],
} as const;

/** Runs code in a shell that has sourced its script before it; the lines that it prints. Throws Error where it complains. */
export function inShell(shell: string, prepare: string, code: string): readonly string[] {
  const cwd = mkdtempSync(join(tmpdir(), "completion-"));
  writeFileSync(join(cwd, "script"), completionScript("pi-repair-conformance", shell, program(), CANDIDATES));
  const words = ["-c", `${prepare}\nsource ./script\n${code}`];
  const { stdout, stderr, status, error } = spawnSync(shell, words, { encoding: "utf8", cwd });
  if (error !== undefined) throw error;
  if (status !== 0 || stderr !== "") throw new Error(`${shell} ended with ${status}: ${stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}
