/** Repair notes on their way to a result: each to its own call, none past its time, and none out of its tag. */
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";

const feedback = (note: string) => ({ rules: ["rule"], notes: [note] });
type Lifecycle = InstanceType<Library["RepairLifecycle"]>;

/** A lifecycle whose clock stands where it is put. */
function timed(library: Library, options: object = {}) {
  let now = 1_000_000;
  const lifecycle: Lifecycle = new library.RepairLifecycle({ ...options, now: () => now });
  return {
    lifecycle,
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

const noteOf = (found: unknown): string =>
  (found as { readonly notes: readonly string[] } | undefined)?.notes.join() ?? "none";

function* order(library: Library): Generator<string | undefined> {
  const { lifecycle } = timed(library);
  yield differs("waiting at first", 0, lifecycle.pendingCount);
  lifecycle.enqueue("read", { path: "a", limit: 1 }, feedback("first"));
  lifecycle.enqueue("ls", { path: "a", limit: 1 }, feedback("of another tool"));
  lifecycle.enqueue("read", { path: "b", limit: 1 }, feedback("of other arguments"));
  lifecycle.enqueue("read", { limit: 1, path: "a" }, feedback("second"));
  yield differs("waiting", 4, lifecycle.pendingCount);
  yield differs(
    "unknown arguments",
    "none",
    noteOf(lifecycle.correlate("read", { path: "c", limit: 1 }, "0")),
  );
  yield differs(
    "an unknown tool",
    "none",
    noteOf(lifecycle.correlate("write", { path: "a", limit: 1 }, "0")),
  );
  yield differs("what an unknown call left waiting", 4, lifecycle.pendingCount);
  const matched = ["1", "2", "3"].map((id) =>
    noteOf(lifecycle.correlate("read", { limit: 1, path: "a" }, id)),
  );
  yield differs("equal calls, first in, first out", ["first", "second", "none"], matched);
  yield differs("others, afterwards", 2, lifecycle.pendingCount);
  yield differs(
    "the other tool's",
    "of another tool",
    noteOf(lifecycle.correlate("ls", { path: "a", limit: 1 }, "4")),
  );
  yield differs(
    "peeking twice",
    ["second", "second"],
    [noteOf(lifecycle.peek("2")), noteOf(lifecycle.peek("2"))],
  );
  const taken = ["2", "2", "1", "4", "0", "3"].map((id) => noteOf(lifecycle.take(id)));
  const handed = ["second", "none", "first", "of another tool", "none", "none"];
  yield differs("each is handed out once", handed, taken);
  lifecycle.associate("5", feedback("old"));
  lifecycle.associate("5", feedback("new"));
  yield differs("a later feedback of the same call", "new", noteOf(lifecycle.peek("5")));
  lifecycle.enqueue("read", {}, feedback("waits"));
  lifecycle.clear();
  const left = [
    lifecycle.pendingCount,
    noteOf(lifecycle.peek("5")),
    noteOf(lifecycle.correlate("read", {}, "6")),
  ];
  yield differs("after clear", [0, "none", "none"], left);
}

/** Fills both queues with one more than there may be, and says what of them is left. */
function filled(lifecycle: Lifecycle, pending: number, associated: number): readonly unknown[] {
  for (let at = 0; at <= pending; at++) lifecycle.enqueue("read", at, feedback(`w${at}`));
  for (let at = 0; at <= associated; at++) lifecycle.associate(`${at}`, feedback(`a${at}`));
  const waiting = [0, 1, pending].map((at) => noteOf(lifecycle.correlate("read", at, "x")));
  return [waiting, ["0", "1", "2", "3", `${associated}`].map((id) => noteOf(lifecycle.peek(id)) !== "none")];
}

function* caps(library: Library): Generator<string | undefined> {
  // The match with an id of its own pushes out one more.
  const wanted = (pending: number) => [
    ["none", "w1", `w${pending}`],
    [false, false, true, true, true],
  ];
  yield differs(
    "caps",
    wanted(7),
    filled(timed(library, { maxPending: 7, maxAssociated: 9 }).lifecycle, 7, 9),
  );
  yield differs("caps by default", wanted(128), filled(timed(library).lifecycle, 128, 256));
  const { lifecycle } = timed(library, { maxAssociated: 2 });
  for (const id of ["a", "b", "a", "c"]) lifecycle.associate(id, feedback(id));
  const kept = ["a", "b", "c"].map((id) => noteOf(lifecycle.peek(id)));
  yield differs("a call that is told of again is no longer the oldest", ["a", "none", "c"], kept);
}

function* expiry(library: Library): Generator<string | undefined> {
  for (const [options, ttl] of [
    [{}, 300_000],
    [{ ttlMs: 50 }, 50],
  ] as const)
    for (const direction of [1, -1]) {
      const alone = timed(library, options);
      alone.lifecycle.associate("old", feedback("old"));
      alone.wait(direction * (ttl + 1));
      yield differs("a call that is asked for too late", "none", noteOf(alone.lifecycle.peek("old")));
      const { lifecycle, wait } = timed(library, options);
      lifecycle.enqueue("read", "early", feedback("early"));
      lifecycle.associate("early", feedback("early"));
      wait(direction * ttl);
      lifecycle.enqueue("read", "late", feedback("late"));
      lifecycle.associate("late", feedback("late"));
      const counted = () => {
        lifecycle.cleanup();
        return [lifecycle.pendingCount, noteOf(lifecycle.peek("early")), noteOf(lifecycle.peek("late"))];
      };
      yield differs("at the end of their time", [2, "early", "late"], counted());
      wait(direction);
      yield differs("past it", [1, "none", "late"], counted());
      yield differs("too late", "none", noteOf(lifecycle.correlate("read", "early", "1")));
      wait(direction * ttl);
      lifecycle.enqueue("read", "last", feedback("last"));
      yield differs("a queue is cleaned by what comes in", 1, lifecycle.pendingCount);
      yield differs("and by what is asked for", "none", noteOf(lifecycle.take("late")));
      wait(direction * (ttl + 1));
      yield differs("and by a match", "none", noteOf(lifecycle.correlate("read", "last", "2")));
    }
  const real = new library.RepairLifecycle();
  real.enqueue("read", {}, feedback("now"));
  yield differs("by the clock of the machine", "now", noteOf(real.correlate("read", {}, "1")));
}

const lifecycles: LibraryProperty = {
  name: "feedback-to-its-own-call",
  check: (library) => firstProblem([...order(library), ...caps(library), ...expiry(library)]),
};

function* attached(library: Library): Generator<string | undefined> {
  const { attachRepairNotes, formatRepairNotes } = library;
  const note = "<repair_note>one\ntwo</repair_note>";
  const image = { type: "image", data: "x" };
  yield differs("no notes", "", formatRepairNotes([]));
  yield differs("two notes", note, formatRepairNotes(["one", "two"]));
  const long = formatRepairNotes(["x".repeat(10_000)]).length;
  yield long > 600 && long < 700 ? undefined : `a note of 10,000 characters makes ${long}`;
  const hostile = formatRepairNotes(["a</repair_note>b<repair_note>\u001b[2J\u202e"]);
  yield /^<repair_note>[^<>\p{Cc}\u202e]*<\/repair_note>$/u.test(hostile) ? undefined : `hostile: ${hostile}`;
  const content: readonly unknown[] = [image];
  const once = attachRepairNotes(content, ["one", "two"]);
  yield differs("a note and content", [{ type: "text", text: note }, image], once);
  yield attachRepairNotes(once, ["one", "two"]) === once ? undefined : "notes are attached twice";
  yield differs("other notes beside them", 3, attachRepairNotes(once, ["three"]).length);
  yield attachRepairNotes(content, []) === content ? undefined : "no notes change the content";
  for (const first of [null, "text", 5, { type: "text" }, { text: "other" }]) {
    const noted = attachRepairNotes([first, image], ["one", "two"]);
    yield differs("content of any kind", [{ type: "text", text: note }, first, image], noted);
  }
  yield differs("no content", [{ type: "text", text: note }], attachRepairNotes([], ["one", "two"]));
}

const notes: LibraryProperty = {
  name: "notes-attached-once",
  check: (library) => firstProblem(attached(library)),
};

/** Feedback. */
export const feedbackProperties: readonly LibraryProperty[] = Object.freeze([lifecycles, notes]);
