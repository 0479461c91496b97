/**
 * A program that a test plays, in place of `wire-process.ts`:
 * `vi.mock("./wire-process.ts", () => import("./wire-fixtures/script.ts"))`.
 */
import { vi } from "vitest";
import type { LineHandlers } from "../wire-lines.ts";
import type { Program, WireProcess } from "../wire-process.ts";
import type { WireAnswer, WireSession } from "../wire-session.ts";

export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly toolName?: string };
}

/** A program as the test plays it. */
export interface Script {
  readonly program: Program;
  readonly greeted: Asked[];
  /** Requests after the handshake, in the order in which they came. */
  readonly asked: Asked[];
  /** What it was killed for. */
  readonly killed: string[];
  says(line: string): void;
  binary(shown: string): void;
  /** Answers as a good program would, or with other members. */
  answer(id: number, more?: object): void;
  die(death: string, left?: boolean): void;
  /** What stands after its last line feed. */
  half: string;
  stderr: string;
  /** What closing it says: whether something ran on. */
  stays: boolean;
  closed: boolean;
}

export const VALID = { outcome: "valid", args: "{}", changes: [] };
export const HELLO = {
  protocolVersion: "1.0",
  target: { name: "t", version: "1", capabilities: ["repair"], ruleIds: [], canonicalRuleIds: false },
};

/** The programs that were started, in order. */
const scripts: Script[] = [];

type Greeting = (script: Script, id: number) => void;
const welcome: Greeting = (script, id) => script.answer(id, { result: HELLO });
let greeting = welcome;

/** How programs answer the handshake from now on. */
export function greetWith(how: Greeting): void {
  greeting = how;
}

/** Forgets all programs; the next ones are good. */
export function startOver(): void {
  scripts.length = 0;
  greeting = welcome;
}

export const started = (): number => scripts.length;

/** A program by its number; the last one if nothing is said. */
export function script(index = -1): Script {
  const found = scripts.at(index);
  if (found === undefined) throw new Error("no program was started");
  return found;
}

function newScript(
  program: Program,
  lines: Omit<LineHandlers, "onTooLong">,
  onEnd: (death: string, left: boolean) => void,
): Script {
  let ended = false;
  return {
    program,
    greeted: [],
    asked: [],
    killed: [],
    says: lines.onLine,
    binary: lines.onBinary,
    answer: (id, more = { result: VALID }) => lines.onLine(JSON.stringify({ jsonrpc: "2.0", id, ...more })),
    die(death, left = false) {
      if (ended) return;
      ended = true;
      onEnd(death, left);
    },
    half: "",
    stderr: "",
    stays: false,
    closed: false,
  };
}

/** Stands for the function of this name in `wire-process.ts`. */
export function startProcess(
  program: Program,
  _limits: unknown,
  lines: Omit<LineHandlers, "onTooLong">,
  onEnd: (death: string, left: boolean) => void,
): WireProcess {
  const one = newScript(program, lines, onEnd);
  scripts.push(one);
  return {
    write(line) {
      const request = JSON.parse(line) as Asked;
      if (request.method === "initialize") {
        one.greeted.push(request);
        queueMicrotask(() => greeting(one, request.id));
      } else one.asked.push(request);
    },
    kill(why) {
      one.killed.push(why);
      queueMicrotask(() => one.die(why));
    },
    async close() {
      one.closed = true;
      one.die("exited with code 0");
      return one.stays;
    },
    stderr: () => one.stderr,
    rest: () => ({ bytes: one.half.length, beginning: one.half.slice(0, 200) }),
  };
}

/** Tools of the requests that a program has got. */
export const tools = (one: Script): readonly (string | undefined)[] =>
  one.asked.map(({ params }) => params.toolName);

/** The id under which a tool was last asked for. */
export const idOf = (one: Script, tool: string): number =>
  one.asked.findLast(({ params }) => params.toolName === tool)?.id ?? Number.NaN;

/** Lets everything run that waits for no clock. */
export const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Asks for these tools; `got` has what has come so far, by tool. */
export function askFor(session: WireSession, ...tools: readonly string[]) {
  const got = new Map<string, WireAnswer>();
  for (const toolName of tools) {
    const params = { toolName, schema: "{}", input: "{}" };
    void session.ask("repair", params).then((answer) => got.set(toolName, answer));
  }
  return got;
}

/** What was noted, a sentence each. */
export const kinds = (session: WireSession) =>
  session.faults().map(({ kind, count, sample }) => `${kind} ${count}: ${sample}`);
/** What became of each tool's request. */
export const verdicts = (got: ReadonlyMap<string, WireAnswer>) =>
  Object.fromEntries(
    [...got].map(([tool, answer]) => [tool, answer.kind === "result" ? "answered" : answer.verdict]),
  );
