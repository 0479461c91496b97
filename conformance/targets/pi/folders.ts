/** Where a session runs: folders of its own, variables of its own, and what it writes to the terminal. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SessionCall } from "../../../spec/contract.ts";

/** The folders of one session. */
export interface Folders {
  readonly base: string;
  readonly cwd: string;
  readonly agentDir: string;
  readonly own: string;
}

function fill(folder: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Makes the folders, with the files that the call asks for. */
export function makeFolders(call: SessionCall): Folders {
  const base = mkdtempSync(join(tmpdir(), "pi-session-"));
  const [cwd, agentDir] = [join(base, "work"), join(base, "agent")];
  const own = join(agentDir, "tool-repair");
  for (const folder of [cwd, own]) mkdirSync(folder, { recursive: true });
  fill(cwd, call.files);
  fill(agentDir, call.agentFiles);
  if (call.settings !== undefined) writeFileSync(join(own, "settings.json"), call.settings);
  if (call.telemetry !== undefined) writeFileSync(join(own, "telemetry.jsonl"), call.telemetry);
  return { base, cwd, agentDir, own };
}

/** Variables in which `<agent>` stands for pi's agent folder. */
export function inPlace(
  variables: Readonly<Record<string, string>>,
  { agentDir }: Folders,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll("<agent>", agentDir)]),
  );
}

/** Files below a folder, by relative name. */
export function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

/** Sets variables, and gives back what undoes it. */
export function withEnvironment(values: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.keys(values).map((key) => [key, process.env[key]] as const);
  const put = (key: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[key];
    else process.env[key] = value;
  };
  for (const [key, value] of Object.entries(values)) put(key, value);
  return () => {
    for (const [key, value] of before) put(key, value);
  };
}

/** Takes what is written to a stream, and gives back what ends that. */
export function capture(stream: NodeJS.WriteStream, into: string[]): () => void {
  const write = stream.write;
  stream.write = ((chunk: string | Uint8Array) => into.push(String(chunk)) > 0) as typeof write;
  return () => {
    stream.write = write;
  };
}
