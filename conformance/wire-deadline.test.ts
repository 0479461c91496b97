/** The deadline of a request, by a clock that is ours; the program is a script. */
import { describe, expect, test, vi } from "vitest";
import { askFor, idOf, script, settled, started, tools, verdicts } from "./wire-fixtures/script.ts";
import { open, scripted } from "./wire-fixtures/scripted-session.ts";

vi.mock("./wire-process.ts", () => import("./wire-fixtures/script.ts"));

scripted();

describe("the deadline", () => {
  test("is that of the oldest open request; it alone is timed out, the rest is asked again in order", async () => {
    const session = await open();
    const got = askFor(session, "a", "b");
    await vi.advanceTimersByTimeAsync(900);
    askFor(session, "c");
    await vi.advanceTimersByTimeAsync(50);
    expect(got.size).toBe(0);
    script().half = "{";
    await vi.advanceTimersByTimeAsync(200);
    expect(got.get("a")).toEqual({
      kind: "broken",
      verdict: "timed-out",
      says: "It did not answer within 1000 ms; it wrote 1 bytes without a line feed: {",
    });
    expect(script(0).killed).toEqual(["was killed at the deadline"]);
    expect(started()).toBe(2);
    expect(tools(script())).toEqual(["b", "c"]);
    expect({ restarts: session.restarts(), faults: session.faults() }).toEqual({ restarts: 1, faults: [] });
    await vi.advanceTimersByTimeAsync(900);
    expect(verdicts(got)).toEqual({ a: "timed-out" });
    await vi.advanceTimersByTimeAsync(300);
    expect(got.get("b")).toMatchObject({ says: "It did not answer within 1000 ms." });
    expect(tools(script())).toEqual(["c"]);
  });

  test("begins anew whenever another request is the oldest", async () => {
    const session = await open();
    const got = askFor(session, "a", "b", "c");
    for (const tool of ["a", "b"]) {
      await vi.advanceTimersByTimeAsync(900);
      script().answer(idOf(script(), tool));
    }
    await vi.advanceTimersByTimeAsync(900);
    expect(verdicts(got)).toEqual({ a: "answered", b: "answered" });
    await vi.advanceTimersByTimeAsync(300);
    expect(verdicts(got)).toEqual({ a: "answered", b: "answered", c: "timed-out" });
  });

  test("does not run while nothing is open, nor once the session is closed", async () => {
    const session = await open();
    await vi.advanceTimersByTimeAsync(60_000);
    const got = askFor(session, "a");
    await vi.advanceTimersByTimeAsync(900);
    expect(got.size).toBe(0);
    await session.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not count time in which the harness itself stood still", async () => {
    const session = await open();
    const got = askFor(session, "a");
    await vi.advanceTimersByTimeAsync(500);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValueOnce(now + 30_000);
    await vi.advanceTimersByTimeAsync(50);
    vi.restoreAllMocks();
    await vi.advanceTimersByTimeAsync(900);
    expect(verdicts(got)).toEqual({});
  });

  test("is over with the death that it brought: the next death is another one's fault", async () => {
    const session = await open({ window: 1 });
    const got = askFor(session, "a", "b");
    await vi.advanceTimersByTimeAsync(1100);
    script().die("exited with code 1");
    await settled();
    expect(verdicts(got)).toEqual({ a: "timed-out", b: "crashed" });
  });

  test("counts as a failure of the target", async () => {
    const session = await open({ maxRestarts: 0 });
    const got = askFor(session, "a", "b");
    await vi.advanceTimersByTimeAsync(1500);
    expect(verdicts(got)).toEqual({ a: "timed-out", b: "not-run" });
    expect(session.faults().map(({ kind }) => kind)).toEqual(["too-many-restarts"]);
  });
});
