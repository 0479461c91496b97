// Runs probes, each in a process of its own, and reads their answers as untrusted data. Knows nothing of ledgers.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CACHE, type Installed, type NotInstalled } from "./install.ts";
import { printable } from "./printable.ts";
import { type Fact, VERDICTS, type Verdict } from "./probe.ts";

const HERE = import.meta.dirname;
const DEADLINE_MS = 60_000;
const MAX_OUTPUT = 4 << 20;
const MAX_FACTS = 40;
const FLAGS = Object.freeze(["--experimental-import-meta-resolve", "--no-warnings"]);

/** The answer of one probe on one version, bounded and printable. `final` is false where a repeat may differ. */
export interface Result {
  readonly claim: string;
  readonly version: string;
  readonly verdict: Verdict;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
  readonly data?: unknown;
  readonly final: boolean;
}

/** A result for a version that gives no answer. */
export function unanswered(claim: string, version: string, reason: string, final: boolean): Result {
  return { claim, version, verdict: "cannot-probe", facts: [], notes: [told(reason)], final };
}

/** Untrusted text as one bounded line, without the folders of this machine. */
function told(text: string): string {
  const short = text.slice(0, 4_000).replace(/(?:file:\/\/)?\/[^\s'"]*\/node_modules\//g, "node_modules/");
  return printable(short.replace(/(?:\/[^\s'"/]+)*\/pi-drift-[^\s'"/]+/g, "<scratch>"));
}

function lines(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value.slice(0, MAX_FACTS) : [];
  return list.filter((entry): entry is string => typeof entry === "string").map((entry) => told(entry));
}

function factsOf(value: unknown): readonly Fact[] {
  const list = Array.isArray(value) ? value.slice(0, MAX_FACTS) : [];
  return list.map((entry) => {
    const { claimed, holds, seen } = (entry ?? {}) as { claimed?: unknown; holds?: unknown; seen?: unknown };
    return { claimed: told(String(claimed)), holds: holds === true, seen: told(String(seen)) };
  });
}

/** Bounds strings at every depth of a probe's data; keys too. Past depth 6 nothing is kept. */
function boundedData(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return printable(value, 120);
  if (typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value !== "object" || value === null || depth > 6) return null;
  const entries = Object.entries(value).slice(0, 400);
  return Object.fromEntries(
    entries.map(([key, entry]) => [printable(key, 60), boundedData(entry, depth + 1)]),
  );
}

/** The last line of what a probe printed, as a result. Anything that is no answer is `cannot-probe`. */
export function readAnswer(claim: string, version: string, output: string): Result {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(last) as Record<string, unknown>;
  } catch {
    return unanswered(claim, version, `the probe ended without an answer: ${last.slice(0, 200)}`, false);
  }
  const verdict = VERDICTS.find((name) => name === parsed.verdict);
  if (!verdict) return unanswered(claim, version, "the probe gave no verdict", false);
  const data = parsed.data === undefined ? {} : { data: boundedData(parsed.data) };
  return {
    claim,
    version,
    verdict,
    facts: factsOf(parsed.facts),
    notes: lines(parsed.notes),
    ...data,
    final: true,
  };
}

function environment(home: string): NodeJS.ProcessEnv {
  const agent = join(home, "agent");
  return {
    PATH: process.env.PATH,
    HOME: home,
    PI_CODING_AGENT_DIR: agent,
    PI_OFFLINE: "1",
    NO_COLOR: "1",
    TZ: "UTC",
    // A third of a probe's time is compiling pi, the same files for every claim.
    NODE_COMPILE_CACHE: join(CACHE, "compiled"),
  };
}

/** Runs the probe of `claim` against an installed pi. Never rejects. */
export function runProbe(claim: string, pi: Installed, deadlineMs: number = DEADLINE_MS): Promise<Result> {
  const file = join(HERE, "probes", `${claim}.ts`);
  if (!existsSync(file))
    return Promise.resolve(unanswered(claim, pi.version, "the claim has no probe", false));
  const home = mkdtempSync(join(tmpdir(), "pi-drift-home-"));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, file, pi.root], {
      cwd: home,
      env: environment(home),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    let complaint = "";
    let end = "";
    const stop = (reason: string): void => {
      end = reason;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const timer = setTimeout(() => stop(`no answer within ${deadlineMs / 1000} s`), deadlineMs);
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.length > MAX_OUTPUT) stop("the probe printed too much");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4000);
    });
    child.on("error", (error) => stop(error.message));
    child.on("close", () => {
      clearTimeout(timer);
      rmSync(home, { recursive: true, force: true });
      const crash = complaint.split("\n").find((line) => line.includes("Error")) ?? "";
      if (end) resolve(unanswered(claim, pi.version, end, false));
      else if (output === "") resolve(unanswered(claim, pi.version, `the probe crashed: ${crash}`, false));
      else resolve(readAnswer(claim, pi.version, output));
    });
  });
}

/** A key that changes with every file that shapes an answer, with Node and with the packages probed. */
function cacheKey(claim: string, pi: Installed): string {
  const frame = readdirSync(HERE).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const shaping = [
    "built-ins",
    "conversion",
    "convert",
    "load",
    "loop",
    "probe",
    "schemas",
    "wire",
    "witness",
  ];
  const files = frame.filter((name) => shaping.includes(name.slice(0, -3))).sort();
  const hash = createHash("sha256").update(process.version).update(JSON.stringify(pi.resolved));
  for (const name of [...files, join("probes", `${claim}.ts`)]) {
    const path = join(HERE, name);
    if (existsSync(path)) hash.update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 16);
}

/** As `runProbe`, through the cache of results, which is what makes a long run resumable. */
export async function runCached(claim: string, pi: Installed, cache: string = CACHE): Promise<Result> {
  const folder = join(cache, "results", pi.version);
  const file = join(folder, `${claim}.${cacheKey(claim, pi)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Result;
  const result = await runProbe(claim, pi);
  if (result.final) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(result));
  }
  return result;
}

/** What a whole run found: results by version and claim, and how each version was (not) installed. */
export interface Survey {
  readonly versions: readonly (Installed | NotInstalled)[];
  readonly results: readonly Result[];
}

export interface SurveyOptions {
  readonly claims: readonly string[];
  readonly pis: readonly {
    readonly version: string;
    readonly install: () => Promise<Installed | NotInstalled>;
  }[];
  readonly workers: number;
  readonly probe: (claim: string, pi: Installed) => Promise<Result>;
  readonly onProgress?: (done: number, all: number, version: string) => void;
}

/** Runs every claim on every pi with a few workers. The order of results does not depend on their speed. */
export async function survey(options: SurveyOptions): Promise<Survey> {
  const installs = new Map<string, Promise<Installed | NotInstalled>>();
  const tasks = options.pis.flatMap((pi) => options.claims.map((claim) => ({ claim, pi })));
  const results: Result[] = new Array<Result>(tasks.length);
  let next = 0;
  let done = 0;
  const one = async ({ claim, pi }: (typeof tasks)[number]): Promise<Result> => {
    const pending = installs.get(pi.version) ?? pi.install();
    installs.set(pi.version, pending);
    const installed = await pending;
    if (installed.kind === "installed") return options.probe(claim, installed);
    return unanswered(claim, pi.version, installed.reason, !installed.transient);
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (!task) return;
      results[index] = await one(task);
      done += 1;
      options.onProgress?.(done, tasks.length, task.pi.version);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return { versions: await Promise.all([...installs.values()]), results };
}
