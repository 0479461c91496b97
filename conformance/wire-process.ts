/**
 * One run of a wire target's program: its own process group, a bounded stderr, a memory limit, and an end after which
 * nothing of it is left running.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
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

/** Told how a program ended, and whether it left processes behind, which are killed. */
export type OnEnd = (death: Death, leftBehind: boolean) => void;

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
  const endAll = (): void => {
    for (const group of living) end(-group);
  };
  process.on("exit", endAll);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      endAll();
      process.kill(process.pid, signal);
    });
  }
}

/** Ends a process, or a group (a negative number). True if there was something to end. */
function end(pid: number): boolean {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

/** What the system shows of a process; empty where it shows nothing. */
function shown(pid: string | number, file: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Names of what runs, and some others; none where the system does not show them. */
function running(): readonly string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Processes that carry the mark, wherever they went. */
function marked(mark: string): readonly number[] {
  const variable = `${MARK}=${mark}`;
  return running()
    .map(Number)
    .filter((pid) => shown(pid, "environ").includes(variable));
}

/** Resident bytes of a process; 0 where the system does not say. */
const residentBytes = (pid: number): number =>
  Number(shown(pid, "statm").toString().split(" ")[1] ?? 0) * PAGE;

function keepTail(limit: number): { add(chunk: Buffer): void; text(): string } {
  let kept = Buffer.alloc(0);
  return {
    add(chunk) {
      kept = Buffer.concat([kept, chunk]).subarray(-limit);
    },
    text: () => kept.toString("utf8"),
  };
}

function sayExit(code: number | null, signal: string | null): Death {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** Ends all that is left of a program: its group, and marked processes outside it. True if there was any. */
function sweep(group: number, mark: string): boolean {
  const inGroup = end(-group);
  const outside = marked(mark).filter(end).length > 0;
  living.delete(group);
  return inGroup || outside;
}

/** Collects writes of one turn into one system call. */
function batchWrites(child: ChildProcessWithoutNullStreams): (text: string) => void {
  let waiting = "";
  return (text) => {
    if (waiting === "") {
      queueMicrotask(() => {
        const all = waiting;
        waiting = "";
        child.stdin.write(all);
      });
    }
    waiting += text;
  };
}

/** A program that runs, and the group that it leads. */
interface Launched {
  readonly child: ChildProcessWithoutNullStreams;
  readonly group: number;
}

/** Starts a program; or why the system did not: some of its reasons are thrown, others come in a moment. */
function launch({ command, args, cwd }: Program, mark: string): Launched | Promise<unknown> {
  try {
    const child = spawn(command, args, { cwd, detached: true, env: { ...process.env, [MARK]: mark } });
    return child.pid === undefined
      ? once(child, "error").then(([error]) => error)
      : { child, group: child.pid };
  } catch (error) {
    return Promise.resolve(error);
  }
}

/** Stands for a program that did not start. */
function stillborn(why: Promise<unknown>, onEnd: OnEnd): WireProcess {
  const told = why.then((error) =>
    onEnd(`could not be started (${error instanceof Error ? error.message : error})`, false),
  );
  return {
    write() {},
    kill() {},
    close: () => told.then(() => false),
    stderr: () => "",
    rest: () => ({ bytes: 0, beginning: "" }),
  };
}

/** Starts a program. `onEnd` is called once, when the program itself has ended, was killed or could not be started. */
export function startProcess(
  program: Program,
  limits: ProcessLimits,
  lines: Omit<LineHandlers, "onTooLong">,
  onEnd: OnEnd,
): WireProcess {
  const mark = randomUUID();
  const launched = launch(program, mark);
  return "group" in launched ? watched(launched, mark, limits, lines, onEnd) : stillborn(launched, onEnd);
}

function watched(
  { child, group }: Launched,
  mark: string,
  limits: ProcessLimits,
  lines: Omit<LineHandlers, "onTooLong">,
  onEnd: OnEnd,
): WireProcess {
  guardExit();
  living.add(group);
  const stderr = keepTail(STDERR_BYTES);
  /** Whether it left something behind. */
  const gone = Promise.withResolvers<boolean>();
  let ended = false;
  let killedFor: Death | undefined;

  const kill = (why: Death): void => {
    if (ended || killedFor !== undefined) return;
    killedFor = why;
    end(-group);
  };
  const reader = readLines(limits.maxLineBytes, {
    ...lines,
    onTooLong: () => kill(`wrote a line of more than ${limits.maxLineBytes} bytes`),
  });
  const watch = setInterval(() => {
    if (residentBytes(group) > limits.maxMemoryBytes) {
      kill(`used more than ${limits.maxMemoryBytes} bytes of memory`);
    }
  }, MEMORY_POLL_MS);
  const onGone = (death: Death): void => {
    if (ended) return;
    ended = true;
    clearInterval(watch);
    const stayed = sweep(group, mark);
    const leftBehind = killedFor === undefined && stayed;
    // What left the group, and hides, may hold the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
    gone.resolve(leftBehind);
    onEnd(killedFor ?? death, leftBehind);
  };

  // What was written before the exit is still in the pipe: a moment to read it, but no waiting for a child that holds it.
  child.on("exit", (code, signal) => {
    const done = (): void => onGone(sayExit(code, signal));
    child.on("close", done);
    setTimeout(done, 200).unref();
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => {
    if (killedFor === undefined) reader.push(chunk);
  });
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
      const leftBehind = await gone.promise;
      clearTimeout(late);
      return leftBehind || tooLate;
    },
    stderr: stderr.text,
    rest: reader.rest,
  };
}
