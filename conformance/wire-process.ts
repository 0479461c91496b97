/**
 * One run of a wire target's program: its own process group, a bounded stderr, a memory limit, and an end after which
 * nothing of it is left running.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type LineHandlers, type Rest, readLines } from "./wire-lines.ts";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface ProcessLimits {
  readonly maxLineBytes: number;
  readonly maxMemoryBytes: number;
  /** Milliseconds that a program has to exit once its input is closed. */
  readonly exitMs: number;
}

/** How a process came to its end, in words that fit after "the process". */
export type Death = string;

export interface WireProcess {
  write(text: string): void;
  /** Kills the whole group at once. `why` is what the owner is told, in place of the signal. */
  kill(why: Death): void;
  /** Closes the input, waits, kills what is left. True if something had to be killed. */
  close(): Promise<boolean>;
  /** The last bytes of stderr. */
  stderr(): string;
  /** Half a line that stdout ended with, also once it is killed. */
  rest(): Rest;
}

const STDERR_BYTES = 64 * 1024;
const MEMORY_POLL_MS = 100;
/** Children that leave the group are found by this variable, where the system shows environments (Linux). */
const MARK = "PI_REPAIR_CONFORMANCE_PROCESS";
const PAGE = 4096;

const living = new Set<number>();
let guarded = false;

/** Whatever ends the harness also ends the targets. */
function guardExit(): void {
  if (guarded) return;
  guarded = true;
  process.on("exit", () => {
    for (const group of living) killGroup(group);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      for (const group of living) killGroup(group);
      process.kill(process.pid, signal);
    });
  }
}

/** True if there was something to kill. */
function killGroup(group: number): boolean {
  try {
    process.kill(-group, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/** Processes that carry the mark, wherever they went; [] where the system does not show them. */
function marked(mark: string): readonly number[] {
  let names: readonly string[];
  try {
    names = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return [];
  }
  return names.map(Number).filter((pid) => {
    try {
      return (
        pid !== process.pid && readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${MARK}=${mark}`)
      );
    } catch {
      return false;
    }
  });
}

function killMarked(mark: string): boolean {
  let found = false;
  for (const pid of marked(mark)) {
    try {
      process.kill(pid, "SIGKILL");
      found = true;
    } catch {
      // It ended by itself in between.
    }
  }
  return found;
}

/** Resident bytes of a process; 0 where the system does not say. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE;
  } catch {
    return 0;
  }
}

function keepTail(limit: number): { add(chunk: Buffer): void; text(): string } {
  let kept = Buffer.alloc(0);
  return {
    add(chunk) {
      const both = chunk.length >= limit ? chunk : Buffer.concat([kept, chunk]);
      kept = Buffer.from(both.subarray(Math.max(0, both.length - limit)));
    },
    text: () => kept.toString("utf8"),
  };
}

function sayExit(code: number | null, signal: string | null): Death {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** Ends all that is left of a program: its group, and marked processes outside it. */
function sweep(group: number | undefined, mark: string): boolean {
  const inGroup = group !== undefined && killGroup(group);
  const outside = killMarked(mark);
  if (group !== undefined) living.delete(group);
  return inGroup || outside;
}

/** Collects writes of one turn into one system call. */
function batchWrites(child: ChildProcess): (text: string) => void {
  let waiting = "";
  return (text) => {
    if (waiting === "") {
      queueMicrotask(() => {
        const all = waiting;
        waiting = "";
        if (child.stdin?.writable === true) child.stdin.write(all);
      });
    }
    waiting += text;
  };
}

/**
 * Starts a program. `onEnd` is called once, when the program itself has ended or was killed, with how, and with whether
 * it left processes behind (then they are killed). Failing to start is an end too.
 */
export function startProcess(
  program: Program,
  limits: ProcessLimits,
  lines: Omit<LineHandlers, "onTooLong">,
  onEnd: (death: Death, leftBehind: boolean) => void,
): WireProcess {
  guardExit();
  const mark = randomUUID();
  const child = spawn(program.command, [...program.args], {
    cwd: program.cwd,
    detached: true,
    env: { ...process.env, [MARK]: mark },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const group = child.pid;
  if (group !== undefined) living.add(group);
  const stderr = keepTail(STDERR_BYTES);
  let ended = false;
  let killedFor: Death | undefined;
  let leftBehind = false;
  let onGone: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    onGone = resolve;
  });

  const end = (death: Death): void => {
    if (ended) return;
    ended = true;
    clearInterval(watch);
    const stayed = sweep(group, mark);
    leftBehind = killedFor === undefined && stayed;
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.destroy();
    onGone();
    onEnd(killedFor ?? death, leftBehind);
  };
  const kill = (why: Death): void => {
    if (ended || killedFor !== undefined) return;
    killedFor = why;
    rest = reader?.rest() ?? rest;
    reader = undefined;
    if (group !== undefined) killGroup(group);
  };
  let rest: Rest = { bytes: 0, beginning: "" };
  let reader: ReturnType<typeof readLines> | undefined = readLines(limits.maxLineBytes, {
    ...lines,
    onTooLong: () => kill(`wrote a line of more than ${limits.maxLineBytes} bytes`),
  });
  const watch = setInterval(() => {
    if (group === undefined || residentBytes(group) <= limits.maxMemoryBytes) return;
    kill(`used more than ${limits.maxMemoryBytes} bytes of memory`);
  }, MEMORY_POLL_MS);

  child.on("error", (error) => end(`could not be started (${error.message})`));
  // What was written before the exit is still in the pipe: a moment to read it, but no waiting for a child that holds it.
  child.on("exit", (code, signal) => {
    const done = (): void => end(sayExit(code, signal));
    child.on("close", done);
    setTimeout(done, 200).unref();
  });
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => reader?.push(chunk));
  child.stderr.on("error", () => {});
  child.stderr.on("data", (chunk: Buffer) => stderr.add(chunk));

  return {
    write: batchWrites(child),
    kill,
    async close() {
      child.stdin.end();
      let tooLate = false;
      const late = setTimeout(() => {
        tooLate = killedFor === undefined;
        kill(`did not exit within ${limits.exitMs} ms of the end of its input`);
      }, limits.exitMs);
      await gone;
      clearTimeout(late);
      return leftBehind || tooLate;
    },
    stderr: stderr.text,
    rest: () => reader?.rest() ?? rest,
  };
}
