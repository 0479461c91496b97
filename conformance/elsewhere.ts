/**
 * A second home for a target in this process's care: another process with another time zone and locale, a clock that
 * stands still or races, and calls that overlap. Its answers must be those that are given here.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TargetFault } from "./answers.ts";
import type { Ask, Clock, Reply } from "./check.ts";
import { NoAnswer, Unobservable } from "./execute.ts";
import { ownModule } from "./installed.ts";

/** Far from UTC and from a whole hour; and the locale whose letters change case in their own way. */
const WORLD = { TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } as const;
const START_MS = 20_000;
const ANSWER_MS = 20_000;

/** What goes to the process: a question with the clock that it is to be answered by. */
export interface ToElsewhere {
  readonly ask: Ask;
  readonly clock: Clock;
}

export type FromElsewhere =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly reply: Reply }
  | { readonly kind: "fault" | "broken"; readonly says: string };

/** The clock by which an ask is to be answered elsewhere, if it is. */
export function clockOf(ask: Ask): Clock | undefined {
  return "live" in ask && ask.live !== undefined && "elsewhere" in ask.live ? ask.live.elsewhere : undefined;
}

export interface Elsewhere {
  /** Throws TargetFault and NoAnswer like any other way of asking. One question at a time. */
  put(ask: Ask): Promise<Reply>;
  close(): void;
}

/** The next message of the process; ends it where none comes in time, or where it has ended by itself. */
async function next(child: ChildProcess, deadlineMs: number): Promise<FromElsewhere> {
  const late = AbortSignal.timeout(deadlineMs);
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  child.once("exit", leave);
  try {
    const [message] = await once(child, "message", { signal: AbortSignal.any([late, gone.signal]) });
    return message as FromElsewhere;
  } catch {
    child.kill("SIGKILL");
    throw late.aborted
      ? new NoAnswer("timed-out", `no answer within ${deadlineMs} ms in another process`)
      : new NoAnswer("crashed", "it crashed in another process");
  } finally {
    child.off("exit", leave);
  }
}

async function start(module: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(ownModule("elsewhere-process", import.meta.url)), [module], {
    env: { ...process.env, ...WORLD },
    execArgv: [],
    // What a target prints is not looked at here.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const first = await next(child, START_MS);
  if (first.kind === "ready") return child;
  child.kill("SIGKILL");
  throw new NoAnswer("crashed", "it does not start in another process");
}

/** Where the target of this module is asked elsewhere; the process starts with the first question. */
export function elsewhere(module: string): Elsewhere {
  let child: Promise<ChildProcess> | undefined;
  let running: ChildProcess | undefined;
  return {
    async put(ask) {
      child ??= start(module);
      running = await child;
      const { live: _live, ...plain } = ask as Ask & { readonly live?: unknown };
      running.send({ ask: plain, clock: clockOf(ask) ?? "still" } as ToElsewhere);
      const message = await next(running, ANSWER_MS);
      if (message.kind === "answer") return message.reply;
      if (message.kind === "fault") throw new TargetFault(message.says);
      throw new Error(message.kind === "broken" ? message.says : "a process started twice");
    },
    close: () => void running?.kill("SIGKILL"),
  };
}

/** For targets that live in no module of their own. */
export const NOWHERE: Elsewhere = {
  put: () => Promise.reject(new Unobservable("the target cannot be started in another process")),
  close: () => undefined,
};
