/** The start and the end of a conversation; the program is a script, and the clock is ours. */
import { describe, expect, test, vi } from "vitest";
import {
  askFor,
  greetWith,
  HELLO,
  kinds,
  type Script,
  script,
  settled,
  started,
  tools,
  verdicts,
} from "./wire-fixtures/script.ts";
import { open, scripted } from "./wire-fixtures/scripted-session.ts";
import { WireStartError } from "./wire-session.ts";

vi.mock("./wire-process.ts", () => import("./wire-fixtures/script.ts"));

scripted();

describe("the start", () => {
  /** What the session is refused with, and what its error has of stderr. */
  async function refused(greet: (one: Script, id: number) => void, stderr = "") {
    greetWith((one, id) => {
      one.stderr = stderr;
      greet(one, id);
    });
    const opening = open().then(
      () => "started",
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    const error = await opening;
    if (!(error instanceof WireStartError)) throw new Error(`not refused: ${String(error)}`);
    return error;
  }

  test("is refused with the reason, and nothing runs on", async () => {
    const error = await refused(
      (one, id) => one.answer(id, { result: { ...HELLO, protocolVersion: "3.0" } }),
      "panic",
    );
    expect(error.message).toBe('the target is refused: it speaks protocol "3.0", this harness 1.0');
    expect(error.stderr).toBe("panic");
    expect(script().closed).toBe(true);
    expect(script().killed).toEqual(["was refused"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that is answered with an error is refused with it, in short", async () => {
    const error = await refused((one, id) =>
      one.answer(id, { error: { code: -5, message: "e".repeat(300) } }),
    );
    expect(error.message).toBe(`the target answered the handshake with error -5: ${"e".repeat(200)}`);
  });

  test("that no answer comes to is refused after its time, with what came instead", async () => {
    const silent = await refused(() => {});
    expect(silent.message).toBe("the target did not answer the handshake within 10000 ms");
    expect(script().killed[0]).toBe("did not answer the handshake within 10000 ms");
    const chatty = await refused((one, id) => {
      one.says("Listening on 80");
      one.answer(id + 1);
      one.half = "{";
    });
    expect(chatty.message).toBe(
      "the target did not answer the handshake within 10000 ms; it wrote a line that is no answer (not JSON): " +
        "Listening on 80; it answered id 2, which was not asked (open: 1); it wrote 1 bytes without a line feed: {",
    );
  });

  test("that ends is refused with how", async () => {
    expect((await refused((one) => one.die("exited with code 7"))).message).toBe(
      "the target exited with code 7",
    );
  });

  test("in time is not killed afterwards", async () => {
    await open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(script().killed).toEqual([]);
  });

  test("again as somebody else is noted, and the session goes on", async () => {
    const session = await open();
    const got = askFor(session, "a");
    const other = { ...HELLO, target: { ...HELLO.target, version: "2" } };
    greetWith((one, id) => one.answer(id, { result: other }));
    script().die("exited with code 1");
    askFor(session, "b");
    await settled();
    expect(tools(script())).toEqual(["b"]);
    expect(kinds(session)).toEqual([
      "other-identity 1: it said something else of itself when it was started again",
    ]);
    expect(session.hello).toEqual(HELLO);
    expect(verdicts(got)).toEqual({ a: "crashed" });
  });

  test("again that says nothing does not tell of what was noted before", async () => {
    const session = await open();
    script().says("noise");
    const got = askFor(session, "a", "b");
    greetWith((one) => one.die("exited with code 9"));
    script().die("exited with code 1");
    await settled();
    expect(got.get("a")).toMatchObject({ says: "The target was given up: it exited with code 9." });
  });
});

describe("the close", () => {
  test("notes what ran on, and half a line that came last", async () => {
    const session = await open();
    script().stays = true;
    script().half = "bye";
    await session.close();
    expect(kinds(session)).toEqual([
      "no-answer-line 1: it wrote 3 bytes without a line feed: bye",
      "left-running 1: something of it ran on after the end of its input",
    ]);
  });

  test("of a program that behaves is no fault, whatever it exits with", async () => {
    const session = await open();
    await session.close();
    expect({ closed: script().closed, faults: session.faults() }).toEqual({ closed: true, faults: [] });
  });

  test("of a program that was killed at its deadline does not blame its half line", async () => {
    const session = await open();
    const got = askFor(session, "a");
    const running = script();
    running.half = "{";
    running.die = () => {};
    await vi.advanceTimersByTimeAsync(1500);
    await session.close();
    expect(verdicts(got)).toEqual({ a: "timed-out" });
    expect(session.faults()).toEqual([]);
  });

  test("of a program that has died has nothing to end", async () => {
    const session = await open();
    const got = askFor(session, "a");
    script().die("exited with code 1");
    await settled();
    await session.close();
    expect({ got: verdicts(got), faults: session.faults() }).toEqual({ got: { a: "crashed" }, faults: [] });
    expect(started()).toBe(1);
  });

  test("while it starts again lets nothing more be asked", async () => {
    const session = await open();
    askFor(session, "a");
    greetWith(() => {});
    script().die("exited with code 1");
    askFor(session, "b");
    await settled();
    await session.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tools(script())).toEqual([]);
    expect({ started: started(), faults: session.faults() }).toEqual({ started: 2, faults: [] });
  });
});

test("what all its processes wrote to stderr is kept, the last 64 thousand characters of it", async () => {
  const session = await open();
  script().stderr = `${"x".repeat(65_000)}first.`;
  askFor(session, "a");
  expect(session.stderr()).toBe(`${"x".repeat(65_000)}first.`);
  script().die("exited with code 1");
  askFor(session, "b");
  await settled();
  script().stderr = "y".repeat(1000);
  expect(session.stderr()).toHaveLength(64 * 1024);
  expect(session.stderr()).toMatch(/^x+first\.y{1000}$/);
  await session.close();
  expect(session.stderr()).toMatch(/^x+first\.y{1000}$/);
});
