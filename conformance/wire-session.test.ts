import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import {
  openSession,
  WIRE_DEFAULTS,
  type WireAnswer,
  type WireOptions,
  WireStartError,
} from "./wire-session.ts";

const fixture = fileURLToPath(new URL("wire-fixtures/bad.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wire-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A deadline that a busy machine does not miss by itself; what is to be timed out has a shorter one. */
const patient: WireOptions = {
  ...WIRE_DEFAULTS,
  deadlineMs: 30_000,
  exitMs: 15_000,
  maxMemoryBytes: 400 * 1024 ** 2,
};

function optionsFor(mode: string): WireOptions {
  const verdict = verdicts.find(([name]) => name === mode)?.[1];
  if (verdict === "timed-out") return { ...patient, deadlineMs: 1500 };
  return mode === "stays-after-end" ? { ...patient, exitMs: 500 } : patient;
}

let started = 0;

function programOf(mode: string, more: readonly string[] = []) {
  const pids = join(folder, `pids-${started++}`);
  return { program: { command: process.execPath, args: [fixture, mode, pids, ...more], cwd: "." }, pids };
}

const call = (toolName: string, n: number) => ({ toolName, schema: "{}", input: JSON.stringify({ n }) });

function runs(pid: number): boolean {
  try {
    // A zombie is no process that runs.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Killing takes the system a moment. */
async function stillRunning(pids: string): Promise<readonly number[]> {
  const all = readFileSync(pids, "utf8").trim().split("\n").map(Number);
  for (let tries = 0; tries < 50 && all.some(runs); tries++) await setTimeout(20);
  return all.filter(runs);
}

/** 150 good calls around one bad call: what became of the bad one, how many good ones are right, what was noted. */
async function among(mode: string, more: readonly string[] = [], bad = 1) {
  const { program, pids } = programOf(mode, more);
  const session = await openSession(program, optionsFor(mode));
  const answers: { readonly tool: string; readonly n: number; readonly answer: Promise<WireAnswer> }[] = [];
  for (let n = 0; n < 150 + bad; n++) {
    const tool = n >= 75 && n < 75 + bad ? "bad" : "good";
    answers.push({ tool, n, answer: session.ask("repair", call(tool, n)) });
  }
  const got = await Promise.all(answers.map(async (each) => ({ ...each, answer: await each.answer })));
  await session.close();
  const right = got.filter(
    ({ tool, n, answer }) =>
      tool === "good" &&
      answer.kind === "result" &&
      JSON.stringify(answer.result).includes(JSON.stringify(JSON.stringify({ n }))),
  );
  const badAnswers = got.filter(({ tool }) => tool === "bad").map(({ answer }) => answer);
  return {
    bad: badAnswers.map((answer) => (answer.kind === "result" ? "answered" : answer.verdict)),
    says: badAnswers.map((answer) => (answer.kind === "result" ? "" : answer.says)).join(),
    right: right.length,
    faults: session.faults().map((fault) => fault.kind),
    stderr: session.stderr(),
    running: await stillRunning(pids),
  };
}

const verdicts: readonly (readonly [mode: string, verdict: string, faults: readonly string[]])[] = [
  ["good", "answered", []],
  ["late", "timed-out", []],
  ["late-alone", "timed-out", []],
  ["never", "timed-out", []],
  ["busy", "timed-out", []],
  ["half", "crashed", []],
  ["half-open", "timed-out", []],
  ["slow-drip", "timed-out", []],
  ["huge", "crashed", []],
  ["silent-exit", "crashed", []],
  ["segfault", "crashed", []],
  ["memory-hog", "crashed", []],
  ["error", "crashed", []],
  ["other-shape", "failed", []],
  ["repeated", "answered", ["repeated-answer"]],
  ["binary", "answered", ["not-utf-8"]],
  ["chatty", "answered", ["no-answer-line"]],
  ["error-without-id", "answered", ["error-without-id"]],
  ["wrong-id", "timed-out", ["unknown-id"]],
  ["text-id", "timed-out", ["no-answer-line"]],
  ["child-left", "answered", ["left-running"]],
  ["child-detached", "answered", ["left-running"]],
  ["child-left-and-exit", "crashed", ["left-running"]],
  ["stays-after-end", "answered", ["left-running"]],
  ["half-at-end", "answered", ["no-answer-line"]],
];

describe("a target that misbehaves in one call", () => {
  for (const [mode, verdict, faults] of verdicts) {
    test(`${mode}: that call is ${verdict}, no other is lost, nothing is left running`, async () => {
      const result = await among(mode);
      expect(result.bad).toEqual([verdict]);
      expect(result.right).toBe(150);
      expect(result.faults).toEqual(faults);
      expect(result.running).toEqual([]);
      expect(result.stderr).toContain("started");
    });
  }

  test("a program that has died of the last call is started again for the next one only", async () => {
    const { program, pids } = programOf("silent-exit");
    const session = await openSession(program, patient);
    expect(await session.ask("repair", call("bad", 1))).toMatchObject({ verdict: "crashed" });
    expect(session.restarts()).toBe(0);
    expect(await session.ask("repair", call("good", 2))).toMatchObject({ kind: "result" });
    expect(session.restarts()).toBe(1);
    expect(await session.ask("repair", call("bad", 3))).toMatchObject({ verdict: "crashed" });
    await session.close();
    expect({ restarts: session.restarts(), faults: session.faults() }).toEqual({ restarts: 1, faults: [] });
    expect(await stillRunning(pids)).toEqual([]);
  });

  test("a session that is closed while its program starts again leaves nothing", async () => {
    const { program, pids } = programOf("silent-exit");
    const session = await openSession(program, patient);
    await session.ask("repair", call("bad", 1));
    void session.ask("repair", call("good", 2));
    await session.close();
    await setTimeout(300);
    expect({ faults: session.faults(), running: await stillRunning(pids) }).toEqual({
      faults: [],
      running: [],
    });
  });

  for (const mode of ["half", "half-open"]) {
    test(`${mode}: what it wrote of the line is shown`, async () => {
      const { says } = await among(mode);
      expect(says).toContain('it wrote 30 bytes without a line feed: {"jsonrpc":"2.0",');
    });
  }

  test("the one call that kills a target which answers out of order is found", async () => {
    const result = await among("segfault", ["backwards"]);
    expect(result).toMatchObject({ bad: ["crashed"], right: 150, running: [] });
    expect(result.says).toContain("SIGSEGV");
  });

  test("ten crashes are survived", async () => {
    const result = await among("silent-exit", [], 10);
    expect(result.bad).toEqual(Array.from({ length: 10 }, () => "crashed"));
    expect(result).toMatchObject({ right: 150, faults: [] });
  });

  test("after more than ten it is given up, and what is left is not run", async () => {
    const result = await among("silent-exit", [], 20);
    expect(result.bad.filter((verdict) => verdict === "crashed")).toHaveLength(11);
    expect(result.bad.filter((verdict) => verdict === "not-run")).toHaveLength(9);
    expect(result.faults).toEqual(["too-many-restarts"]);
    expect(result.running).toEqual([]);
  });
});

describe("the handshake", () => {
  const start = async (mode: string) => {
    const { program, pids } = programOf(mode);
    const problem = await openSession(program, {
      ...patient,
      startMs: /-at-start/.test(mode) && mode !== "exit-at-start" ? 4000 : 30_000,
    }).then(
      async (session) => {
        await session.close();
        return "started";
      },
      (error: unknown) => (error instanceof WireStartError ? error.message : "another error"),
    );
    return { problem, running: await stillRunning(pids) };
  };
  const refusals: readonly (readonly [string, string])[] = [
    ["misspelt", 'did you mean "repair"'],
    ["no-identity", "does not fit the schema"],
    ["other-protocol", 'protocol "2.0"'],
    [
      "extra-member",
      'the member "capabilites" of its handshake is not a known member; did you mean "capabilities", inside',
    ],
    [
      "misplaced-member",
      'member "target.transforms" of its handshake is not a known member; it stands beside',
    ],
    ["exit-at-start", "exited with code 7"],
    ["silent-at-start", "did not answer the handshake"],
    ["text-id-at-start", '{"jsonrpc":"2.0","id":"1"'],
    ["other-id-at-start", "it answered id 9, which was not asked (open: 1)"],
    ["no-line-feed-at-start", 'bytes without a line feed: {"jsonrpc":"2.0","id":1'],
  ];
  for (const [mode, message] of refusals) {
    test(`${mode} is refused with the reason`, async () => {
      const { problem, running } = await start(mode);
      expect(problem).toContain(message);
      expect(running).toEqual([]);
    });
  }

  test("a capability that is only claimed gives crashed cases", async () => {
    const { program } = programOf("more-than-it-can");
    const session = await openSession(program, patient);
    const answer = await session.ask("grammar", { message: "{}", mode: "off", knownTools: [] });
    await session.close();
    expect(answer).toMatchObject({ kind: "broken", verdict: "crashed" });
  });

  test("a program that does not exist is named", async () => {
    const opening = openSession({ command: "no-such-program", args: [], cwd: "." }, patient);
    await expect(opening).rejects.toThrow("no-such-program");
  });
});

test("a message of ours that breaks the schemas is the harness's error", async () => {
  const { program } = programOf("good");
  const session = await openSession(program, patient);
  await expect(session.ask("repair", { toolName: 5 })).rejects.toThrow("harness: our repair request");
  await session.close();
});
