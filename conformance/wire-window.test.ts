/** What is open with a program, told by what the program does: it is a script here, and the clock is ours. */
import { describe, expect, test, vi } from "vitest";
import {
  askFor,
  greetWith,
  HELLO,
  idOf,
  kinds,
  script,
  settled,
  started,
  tools,
  VALID,
  verdicts,
} from "./wire-fixtures/script.ts";
import { open, PROGRAM, scripted } from "./wire-fixtures/scripted-session.ts";
import { WIRE_DEFAULTS, type WireSession } from "./wire-session.ts";

vi.mock("./wire-process.ts", () => import("./wire-fixtures/script.ts"));

scripted();

describe("requests", () => {
  test("begin with a handshake that says who asks", async () => {
    const session = await open({ harnessVersion: "9.9" });
    expect(script().program).toBe(PROGRAM);
    expect(script().greeted).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "1.0", harness: { name: "pi-repair-conformance", version: "9.9" } },
      },
    ]);
    expect(session.hello).toEqual(HELLO);
    expect({ restarts: session.restarts(), faults: session.faults() }).toEqual({ restarts: 0, faults: [] });
  });

  test("go out in order, as many as the window holds, and the next one when one is answered", async () => {
    const session = await open();
    const got = askFor(session, "a", "b", "c", "d", "e", "f");
    expect(tools(script())).toEqual(["a", "b", "c", "d"]);
    expect(script().asked.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
    script().answer(idOf(script(), "c"));
    expect(tools(script())).toEqual(["a", "b", "c", "d", "e"]);
    script().answer(idOf(script(), "a"));
    await settled();
    expect(verdicts(got)).toEqual({ c: "answered", a: "answered" });
    expect(got.get("a")).toEqual({ kind: "result", result: VALID });
    expect(tools(script())).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(session.faults()).toEqual([]);
  });

  test("that break our own schema are never sent", async () => {
    const session = await open();
    await expect(session.ask("repair", { toolName: 5 })).rejects.toThrow("harness: our repair request");
    expect(script().asked).toEqual([]);
  });

  test("that are answered with an error, or with what is no result, have crashed or failed", async () => {
    const session = await open();
    const got = askFor(session, "error", "shape");
    script().answer(2, { error: { code: -3, message: "m".repeat(300) } });
    script().answer(3, { result: { outcome: "valid" } });
    await settled();
    expect(got.get("error")).toEqual({
      kind: "broken",
      verdict: "crashed",
      says: `It answered with error -3: ${"m".repeat(200)}`,
    });
    expect(got.get("shape")).toMatchObject({
      verdict: "failed",
      says: expect.stringMatching(
        /^Its answer does not fit the schema of repair: \/.*repair-answer\.json\)$/,
      ),
    });
    expect(session.faults()).toEqual([]);
  });
});

describe("a line that is nobody's answer", () => {
  test("is noted by its kind, and the answer that follows counts", async () => {
    const session = await open();
    const got = askFor(session, "a", "b", "c", "d");
    script().says("");
    script().says(" \t ");
    script().says(`Listening ${"x".repeat(300)}`);
    script().binary("ÿþ");
    script().answer(77);
    script().answer(1);
    script().says('{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"cannot read"}}');
    script().answer(2);
    script().answer(2);
    script().answer(2, { error: { code: 1, message: "again" } });
    await settled();
    expect(verdicts(got)).toEqual({ a: "answered" });
    expect(kinds(session)).toEqual([
      `no-answer-line 1: it wrote a line that is no answer (not JSON): Listening ${"x".repeat(190)}`,
      "not-utf-8 1: it wrote a line that is not UTF-8: ÿþ",
      "unknown-id 1: it answered id 77, which was not asked (open: 2, 3, 4, 5)",
      "repeated-answer 3: it answered id 1 again",
      "error-without-id 1: it answered with an error for no request: cannot read",
    ]);
  });

  test("is told with the first five ids that are open, or that none is", async () => {
    const session = await open({ window: 6 });
    script().answer(9);
    askFor(session, "a", "b", "c", "d", "e");
    expect(kinds(session)).toEqual(["unknown-id 1: it answered id 9, which was not asked (open: none)"]);
    const five = await open({ window: 5 });
    askFor(five, "a", "b", "c", "d", "e");
    script().answer(90);
    expect(kinds(five)[0]).toContain("(open: 2, 3, 4, 5, 6)");
    const six = await open({ window: 6 });
    askFor(six, "a", "b", "c", "d", "e", "f");
    script().answer(8);
    expect(kinds(six)[0]).toContain("id 8, which was not asked (open: 2, 3, 4, 5, 6, …)");
  });

  test("that has an id of the process before it is unknown", async () => {
    const session = await open();
    askFor(session, "a");
    script().die("exited with code 1");
    askFor(session, "b");
    await settled();
    script().answer(2);
    script().answer(3);
    script().answer(4);
    expect(kinds(session)).toEqual([
      "unknown-id 1: it answered id 2, which was not asked (open: 4)",
      "repeated-answer 1: it answered id 3 again",
    ]);
  });
});

describe("a death", () => {
  test("over the only open request is that one's crash, told with the half line that came", async () => {
    const session = await open();
    const got = askFor(session, "a");
    script().half = '{"id":';
    script().die("exited with code 7");
    const more = askFor(session, "b");
    await settled();
    script().die("was ended by SIGSEGV");
    await settled();
    expect(got.get("a")).toEqual({
      kind: "broken",
      verdict: "crashed",
      says: 'The process exited with code 7 before it answered; it wrote 6 bytes without a line feed: {"id":',
    });
    expect(more.get("b")).toMatchObject({
      verdict: "crashed",
      says: "The process was ended by SIGSEGV before it answered.",
    });
    expect({ restarts: session.restarts(), faults: session.faults() }).toEqual({ restarts: 1, faults: [] });
  });

  test("shows of a half line 200 bytes", async () => {
    const said = async (half: string) => {
      const session = await open();
      const got = askFor(session, "a");
      script().half = half;
      script().die("ended");
      await settled();
      return (got.get("a") as { says: string }).says;
    };
    expect(await said("x".repeat(200))).toMatch(/; it wrote 200 bytes without a line feed: x{200}$/);
    expect(await said("x".repeat(201))).toMatch(/; it wrote 201 bytes without a line feed: x{200}…$/);
  });

  test("over nothing is noted, and the program is started again for the next request only", async () => {
    const session = await open();
    script().die("exited with code 0");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started()).toBe(1);
    expect(kinds(session)).toEqual(["died-idle 1: it exited with code 0 with nothing open"]);
    const got = askFor(session, "a");
    await settled();
    expect(started()).toBe(2);
    script().answer(idOf(script(), "a"));
    await settled();
    expect({ got: verdicts(got), restarts: session.restarts() }).toEqual({
      got: { a: "answered" },
      restarts: 1,
    });
  });

  test("over several has each asked alone until one dies of it; then the window is full again", async () => {
    const session = await open();
    const got = askFor(session, "a", "b", "c", "d", "e", "f", "g");
    script().die("was ended by SIGSEGV");
    await settled();
    expect(tools(script())).toEqual(["a"]);
    script().answer(idOf(script(), "a"));
    expect(tools(script())).toEqual(["a", "b"]);
    const ids = script().asked.map(({ id }) => id);
    script().die("was ended by SIGSEGV");
    await settled();
    expect(verdicts(got)).toEqual({ a: "answered", b: "crashed" });
    expect(tools(script())).toEqual(["c", "d", "e", "f"]);
    expect(Math.min(...script().asked.map(({ id }) => id))).toBeGreaterThan(Math.max(...ids));
    for (const tool of ["c", "d", "e", "f", "g"]) script().answer(idOf(script(), tool));
    await settled();
    expect(verdicts(got)).toMatchObject({ c: "answered", g: "answered" });
    expect({ restarts: session.restarts(), faults: session.faults() }).toEqual({ restarts: 2, faults: [] });
  });

  test("over several lets nothing else out until it is known who was at fault", async () => {
    const session = await open();
    askFor(session, "a", "b");
    script().die("was ended by SIGSEGV");
    await settled();
    askFor(session, "late");
    expect(tools(script())).toEqual(["a"]);
    script().answer(idOf(script(), "a"));
    expect(tools(script())).toEqual(["a", "b"]);
    script().answer(idOf(script(), "b"));
    expect(tools(script())).toEqual(["a", "b", "late"]);
  });

  test("over several that none of them repeats is noted, and all are answered", async () => {
    const session = await open();
    const got = askFor(session, "a", "b", "c");
    script().die("exited with code 1");
    await settled();
    for (const tool of ["a", "b", "c"]) script().answer(idOf(script(), tool));
    await settled();
    askFor(session, "d", "e");
    expect(tools(script())).toEqual(["a", "b", "c", "d", "e"]);
    expect(verdicts(got)).toEqual({ a: "answered", b: "answered", c: "answered" });
    expect(kinds(session)).toEqual([
      "death-not-repeated 1: it died with several requests open, and of none of them alone",
    ]);
  });

  test("that leaves processes is noted", async () => {
    const session = await open();
    askFor(session, "a");
    script().die("exited with code 3", true);
    expect(kinds(session)).toEqual(["left-running 1: it exited with code 3, and what it had started ran on"]);
  });
});

describe("a target that fails too often", () => {
  /** Dies of so many requests, one after the other. */
  async function dieOf(session: WireSession, count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      askFor(session, `bad${at}`);
      await settled();
      script().die("exited with code 1");
      await settled();
    }
  }

  test("is given up after one more than may be; what is left and what comes is not run", async () => {
    const session = await open({ window: 1 });
    const got = askFor(session, "a", "b", "c", "d", "e", "f");
    for (let deaths = 0; deaths < 3; deaths++) {
      script().die("exited with code 1");
      await settled();
    }
    expect(Object.values(verdicts(got))).toEqual(["crashed", "crashed", "crashed"]);
    script().die("exited with code 1");
    const late = askFor(session, "late");
    await settled();
    const why = "crashed or hung in more than 3 cases";
    const notRun = { kind: "broken", verdict: "not-run", says: `The target was given up: it ${why}.` };
    expect(got.get("d")).toMatchObject({ verdict: "crashed" });
    expect([got.get("e"), got.get("f"), late.get("late")]).toEqual([notRun, notRun, notRun]);
    expect(kinds(session)).toEqual([`too-many-restarts 1: it ${why}`]);
    expect({ restarts: session.restarts(), started: started() }).toEqual({ restarts: 3, started: 4 });
    await session.close();
    expect(session.faults()).toHaveLength(1);
  });

  test("counts deaths over nothing, and deaths that no request repeats", async () => {
    const session = await open();
    await dieOf(session, 2);
    askFor(session, "x");
    await settled();
    script().answer(idOf(script(), "x"));
    script().die("exited with code 0");
    expect(kinds(session)).toEqual(["died-idle 1: it exited with code 0 with nothing open"]);
    const got = askFor(session, "y", "z");
    await settled();
    script().die("exited with code 1");
    await settled();
    script().answer(idOf(script(), "y"));
    script().answer(idOf(script(), "z"));
    await settled();
    expect(verdicts(got)).toEqual({ y: "answered", z: "answered" });
    expect(session.faults().map(({ kind }) => kind)).toEqual([
      "died-idle",
      "death-not-repeated",
      "too-many-restarts",
    ]);
    expect(verdicts(await settledOf(askFor(session, "after")))).toEqual({ after: "not-run" });
  });

  test("in its start is given up at once", async () => {
    const session = await open();
    const got = askFor(session, "a", "b");
    greetWith((one) => one.die("exited with code 9"));
    script().die("exited with code 1");
    await settled();
    expect(verdicts(got)).toEqual({ a: "not-run", b: "not-run" });
    expect(got.get("a")).toMatchObject({ says: "The target was given up: it exited with code 9." });
    expect(kinds(session)).toEqual(["did-not-restart 1: it exited with code 9"]);
  });

  async function settledOf<T>(value: T): Promise<T> {
    await settled();
    return value;
  }
});

test("what nobody says otherwise", () => {
  expect(WIRE_DEFAULTS).toMatchObject({ deadlineMs: 2000, startMs: 10_000, exitMs: 2000, window: 64 });
  expect(WIRE_DEFAULTS).toMatchObject({ maxLineBytes: 16 * 1024 ** 2, maxMemoryBytes: 2 * 1024 ** 3 });
});
