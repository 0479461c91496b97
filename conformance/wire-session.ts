/** A conversation with a wire target across its crashes: it starts the program, shakes hands, and starts it again. */
import { PROTOCOL_VERSION } from "../spec/contract.ts";
import type { InitializeResult, WireMethod } from "../spec/wire.ts";
import type { Fault } from "./wire-faults.ts";
import { checkParams, readHandshake, requestLine } from "./wire-messages.ts";
import { type Program, startProcess } from "./wire-process.ts";
import {
  blame,
  giveUp,
  type HelloEvent,
  newState,
  notRun,
  onLine,
  pump,
  type State,
  sayHalf,
  tooOften,
  WIRE_DEFAULTS,
  type WireAnswer,
  type WireOptions,
  watchDeadline,
} from "./wire-window.ts";

export { WIRE_DEFAULTS, type WireAnswer, type WireOptions } from "./wire-window.ts";

export interface WireSession {
  readonly hello: InitializeResult;
  /** Settles for every request, whatever the target does. Rejects only if our own message breaks its schema. */
  ask(method: WireMethod, params: unknown): Promise<WireAnswer>;
  faults(): readonly Fault[];
  /** How often the program was started again. */
  restarts(): number;
  /** The last of what all its processes wrote to stderr. */
  stderr(): string;
  /** Ends the program; nothing of it is left running. */
  close(): Promise<void>;
}

/** The program could not be started, or its handshake was refused. */
export class WireStartError extends Error {
  readonly stderr: string;
  constructor(message: string, stderr: string) {
    super(message);
    this.stderr = stderr;
  }
}

const SHOWN = 200;
const STDERR_CHARACTERS = 64 * 1024;

function onEnd(state: State, death: string, leftBehind: boolean): void {
  if (leftBehind) state.faults.note("left-running", `it ${death}, and what it had started ran on`);
  if (state.onHello !== undefined) {
    state.onHello({ kind: "death", why: death });
    return;
  }
  if (state.phase === "closing" || state.givenUp !== undefined) return;
  state.phase = "dead";
  blame(state, death);
  keepStderr(state);
  if (!tooOften(state)) void restartForWaiting(state);
}

/** Starts the program again once there is something to ask it: one that has answered all it was asked may be gone. */
async function restartForWaiting(state: State): Promise<void> {
  if (state.phase !== "dead" || (state.queue.length === 0 && state.suspects.length === 0)) return;
  state.restarts += 1;
  const problem = await start(state);
  if (isClosing(state)) return;
  if (problem === undefined) pump(state);
  else giveUp(state, "did-not-restart", problem);
}

const isClosing = ({ phase }: State): boolean => phase === "closing";

function stderrOf(state: State): string {
  return (state.oldStderr + (state.child?.stderr() ?? "")).slice(-STDERR_CHARACTERS);
}

function keepStderr(state: State): void {
  state.oldStderr = stderrOf(state);
  state.child = undefined;
}

/** What came in place of an answer to the first message; "" if nothing did. */
function arrived(state: State): string {
  const said = [...state.faults.list().map(({ sample }) => sample), sayHalf(state.child)];
  return state.hello === undefined ? said.flatMap((text) => (text === "" ? [] : [`; ${text}`])).join("") : "";
}

/** Starts a process and waits for its answer to the first message. */
function greet(state: State): Promise<HelloEvent> {
  state.phase = "starting";
  state.firstId = state.nextId;
  state.nextId += 1;
  const { options } = state;
  return new Promise((resolve) => {
    const late = setTimeout(
      () => state.child?.kill(`did not answer the handshake within ${options.startMs} ms`),
      options.startMs,
    );
    state.onHello = (event) => {
      clearTimeout(late);
      state.onHello = undefined;
      resolve(event);
    };
    const reader = {
      onLine: (line: string) => onLine(state, line),
      onBinary: (shown: string) =>
        state.faults.note("not-utf-8", `it wrote a line that is not UTF-8: ${shown}`),
    };
    state.child = startProcess(state.program, options, reader, (death, left) => onEnd(state, death, left));
    const harness = { name: "pi-repair-conformance", version: options.harnessVersion };
    state.child.write(
      requestLine(state.firstId, "initialize", { protocolVersion: PROTOCOL_VERSION, harness }),
    );
  });
}

/** Starts a process and shakes hands; gives the reason, fit to follow "the target", if that fails. */
async function start(state: State): Promise<string | undefined> {
  const event = await greet(state);
  if (event.kind === "death" || event.kind === "other") return event.why + arrived(state);
  if (event.kind === "error") {
    return `answered the handshake with error ${event.code}: ${event.message.slice(0, SHOWN)}`;
  }
  const hello = readHandshake(event.result);
  if (typeof hello === "string") return `is refused: ${hello}`;
  if (state.hello === undefined) state.hello = hello;
  else if (JSON.stringify(state.hello) !== JSON.stringify(hello)) {
    state.faults.note("other-identity", "it said something else of itself when it was started again");
  }
  if (!isClosing(state)) state.phase = "ready";
  return undefined;
}

/** Starts the program and shakes hands. Throws WireStartError, whose message begins with "the target". */
export async function openSession(
  program: Program,
  options: WireOptions = WIRE_DEFAULTS,
): Promise<WireSession> {
  const state = newState(program, options);
  const problem = await start(state);
  const hello = state.hello;
  if (problem !== undefined || hello === undefined) {
    state.phase = "closing";
    const gone = state.child?.close();
    state.child?.kill("was refused");
    await gone;
    throw new WireStartError(`the target ${problem ?? "did not start"}`, stderrOf(state));
  }
  const stopWatching = watchDeadline(state);
  return {
    hello,
    ask: (method, params) =>
      new Promise((resolve) => {
        if (state.givenUp !== undefined) {
          resolve(notRun(state.givenUp));
          return;
        }
        checkParams(method, params);
        state.queue.push({ method, params, settle: resolve });
        pump(state);
        void restartForWaiting(state);
      }),
    faults: state.faults.list,
    restarts: () => state.restarts,
    stderr: () => stderrOf(state),
    async close() {
      stopWatching();
      state.phase = "closing";
      const left = await state.child?.close();
      if (left === true)
        state.faults.note("left-running", "something of it ran on after the end of its input");
      const half = sayHalf(state.child);
      if (half !== "" && !state.expired) state.faults.note("no-answer-line", half);
      keepStderr(state);
    },
  };
}
