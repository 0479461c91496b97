/**
 * What is open with a wire target: a window of requests, a deadline for the oldest one, and a search for the request at
 * fault whenever the process dies, so that no other one is lost.
 */

import type { InitializeResult, WireMethod } from "../spec/wire.ts";
import { SUITE_VERSION } from "./installed.ts";
import { type FaultBook, type FaultKind, faultBook } from "./wire-faults.ts";
import { type Incoming, readResponse, requestLine, resultProblem } from "./wire-messages.ts";
import type { Program, WireProcess } from "./wire-process.ts";

export interface WireOptions {
  /** Milliseconds for which a request may be the oldest open one. */
  readonly deadlineMs: number;
  /** Milliseconds for the handshake, and for the exit once the input is closed. */
  readonly startMs: number;
  readonly exitMs: number;
  /** Requests that may be open at once. */
  readonly window: number;
  readonly maxLineBytes: number;
  readonly maxMemoryBytes: number;
  /** After so many found crashes and hangs the program is not started again. */
  readonly maxRestarts: number;
  readonly harnessVersion: string;
}

export const WIRE_DEFAULTS: WireOptions = Object.freeze({
  deadlineMs: 2000,
  startMs: 10_000,
  exitMs: 2000,
  window: 64,
  maxLineBytes: 16 * 1024 * 1024,
  maxMemoryBytes: 2 * 1024 ** 3,
  maxRestarts: 10,
  harnessVersion: SUITE_VERSION,
});

export type WireAnswer =
  | { readonly kind: "result"; readonly result: unknown }
  | {
      readonly kind: "broken";
      readonly verdict: "failed" | "crashed" | "timed-out" | "not-run";
      readonly says: string;
    };

export interface Pending {
  readonly method: WireMethod;
  readonly params: unknown;
  readonly settle: (answer: WireAnswer) => void;
}

export type HelloEvent = Incoming | { readonly kind: "death"; readonly why: string };

/** All that changes during a conversation. */
export interface State {
  readonly program: Program;
  readonly options: WireOptions;
  readonly faults: FaultBook;
  /** By id, oldest first. */
  readonly open: Map<number, Pending>;
  readonly queue: Pending[];
  /** Requests that were open when the process died; asked one by one until the one at fault is found. */
  suspects: Pending[];
  hunting: boolean;
  child: WireProcess | undefined;
  hello: InitializeResult | undefined;
  onHello: ((event: HelloEvent) => void) | undefined;
  phase: "starting" | "ready" | "dead" | "closing";
  givenUp: string | undefined;
  /** The death to come is ours: the oldest request has been settled as timed out. */
  expired: boolean;
  restarts: number;
  /** Crashes and hangs that were found. */
  found: number;
  nextId: number;
  /** The first id of this process. */
  firstId: number;
  oldStderr: string;
}

const SHOWN = 200;

function broken(verdict: "failed" | "crashed" | "timed-out" | "not-run", says: string): WireAnswer {
  return { kind: "broken", verdict, says };
}

export const notRun = (why: string): WireAnswer => broken("not-run", `The target was given up: it ${why}.`);

export function giveUp(state: State, kind: FaultKind, why: string): void {
  state.givenUp = why;
  state.faults.note(kind, `it ${why}`);
  const left = [...state.open.values(), ...state.suspects, ...state.queue];
  state.open.clear();
  state.suspects = [];
  state.queue.length = 0;
  for (const pending of left) pending.settle(notRun(why));
}

/** True if the program has failed too often to be started again; then everything left is settled. */
export function tooOften(state: State): boolean {
  if (state.found <= state.options.maxRestarts) return false;
  giveUp(state, "too-many-restarts", `crashed or hung in more than ${state.options.maxRestarts} cases`);
  return true;
}

function send(state: State, pending: Pending): void {
  const line = requestLine(state.nextId, pending.method, pending.params);
  state.open.set(state.nextId, pending);
  state.nextId += 1;
  state.child?.write(line);
}

/** Sends what may be sent: the next suspect alone, else as many as the window holds. */
export function pump(state: State): void {
  if (state.phase !== "ready") return;
  if (state.hunting) {
    if (state.open.size > 0) return;
    const suspect = state.suspects.shift();
    if (suspect !== undefined) {
      send(state, suspect);
      return;
    }
    state.hunting = false;
    state.found += 1;
    state.faults.note("death-not-repeated", "it died with several requests open, and of none of them alone");
    if (tooOften(state)) return;
  }
  while (state.open.size < state.options.window) {
    const next = state.queue.shift();
    if (next === undefined) return;
    send(state, next);
  }
}

/** The first few ids that are to be answered. */
function openIds({ open, onHello, firstId }: State): string {
  const ids = onHello === undefined ? [...open.keys()] : [firstId];
  return ids.length === 0 ? "none" : ids.slice(0, 5).join(", ") + (ids.length > 5 ? ", …" : "");
}

function settle(state: State, id: number, answer: WireAnswer): void {
  const pending = state.open.get(id);
  if (pending === undefined) {
    const asked = id >= state.firstId && id < state.nextId;
    if (asked) state.faults.note("repeated-answer", `it answered id ${id} again`);
    else
      state.faults.note("unknown-id", `it answered id ${id}, which was not asked (open: ${openIds(state)})`);
    return;
  }
  state.open.delete(id);
  pending.settle(answer);
  pump(state);
}

export function onLine(state: State, line: string): void {
  if (line.trim() === "") return;
  const incoming = readResponse(line);
  if (incoming.kind === "other") {
    state.faults.note(
      "no-answer-line",
      `it wrote a line that is no answer (${incoming.why}): ${line.slice(0, SHOWN)}`,
    );
  } else if (incoming.id === null) {
    const said = incoming.kind === "error" ? incoming.message : "";
    state.faults.note("error-without-id", `it answered with an error for no request: ${said}`);
  } else if (state.onHello !== undefined && incoming.id === state.firstId) {
    state.onHello(incoming);
  } else if (incoming.kind === "error") {
    const says = `It answered with error ${incoming.code}: ${incoming.message.slice(0, SHOWN)}`;
    settle(state, incoming.id, broken("crashed", says));
  } else {
    const method = state.open.get(incoming.id)?.method;
    const problem = method === undefined ? undefined : resultProblem(method, incoming.result);
    const answer: WireAnswer =
      problem === undefined
        ? { kind: "result", result: incoming.result }
        : broken("failed", `Its answer does not fit the schema of ${method}: ${problem}`);
    settle(state, incoming.id, answer);
  }
}

/** Half a line that a process wrote last, as a part of a sentence; "" where there is none. */
export function sayHalf(child: WireProcess | undefined): string {
  const { bytes, beginning } = child?.rest() ?? { bytes: 0, beginning: "" };
  const more = bytes > 200 ? "…" : "";
  return bytes === 0 ? "" : `it wrote ${bytes} bytes without a line feed: ${beginning}${more}`;
}

/** Decides who is to blame for a death; every other open request is asked again. */
export function blame(state: State, death: string): void {
  const left = [...state.open.values()];
  state.open.clear();
  const [only, another] = left;
  if (state.expired) {
    state.expired = false;
    state.queue.unshift(...left);
  } else if (only === undefined) {
    state.faults.note("died-idle", `it ${death} with nothing open`);
    state.found += 1;
  } else if (another === undefined) {
    const half = sayHalf(state.child);
    only.settle(
      broken("crashed", `The process ${death} before it answered${half === "" ? "." : `; ${half}`}`),
    );
    state.queue.unshift(...state.suspects);
    state.suspects = [];
    state.hunting = false;
    state.found += 1;
  } else {
    state.suspects = left;
    state.hunting = true;
  }
}

/** Watches the oldest open request. Gives the function that stops watching. */
export function watchDeadline(state: State): () => void {
  const { deadlineMs } = state.options;
  const tick = Math.max(5, deadlineMs / 20);
  let oldest: number | undefined;
  let since = performance.now();
  let looked = since;
  const timer = setInterval(() => {
    const now = performance.now();
    // A harness that was busy itself has not read the answers that may be waiting.
    const stalled = now - looked > 3 * tick + 50;
    looked = now;
    const first = state.open.keys().next().value;
    if (first === undefined || first !== oldest || stalled) {
      oldest = first;
      since = now;
    } else if (now - since > deadlineMs) {
      const pending = state.open.get(first);
      const half = sayHalf(state.child);
      state.open.delete(first);
      state.found += 1;
      state.expired = true;
      pending?.settle(
        broken("timed-out", `It did not answer within ${deadlineMs} ms${half === "" ? "." : `; ${half}`}`),
      );
      state.child?.kill("was killed at the deadline");
    }
  }, tick);
  return () => clearInterval(timer);
}

export function newState(program: Program, options: WireOptions): State {
  return {
    program,
    options,
    faults: faultBook(),
    open: new Map(),
    queue: [],
    suspects: [],
    hunting: false,
    child: undefined,
    hello: undefined,
    onHello: undefined,
    phase: "starting",
    givenUp: undefined,
    expired: false,
    restarts: 0,
    found: 0,
    nextId: 1,
    firstId: 1,
    oldStderr: "",
  };
}
