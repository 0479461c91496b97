// Repair notes: each to its own call, once, and unable to break out.
import { expect, test } from "vitest";
import { attachRepairNotes, formatRepairNotes, RepairLifecycle, stableSerialize } from "./feedback.ts";

const feedback = (note: string) => ({ rules: ["r"], notes: [note] });

test("equal calls get their notes first in, first out", () => {
  const lifecycle = new RepairLifecycle();
  lifecycle.enqueue("read", { path: "a", limit: 1 }, feedback("first"));
  lifecycle.enqueue("read", { limit: 1, path: "a" }, feedback("second"));
  expect(lifecycle.correlate("read", { limit: 1, path: "a" }, "1")?.notes).toEqual(["first"]);
  expect(lifecycle.correlate("read", { path: "a", limit: 1 }, "2")?.notes).toEqual(["second"]);
  expect(lifecycle.correlate("read", { path: "a", limit: 1 }, "3")).toBeUndefined();
  expect(lifecycle.take("2")?.notes).toEqual(["second"]);
  expect(lifecycle.take("2")).toBeUndefined();
});

test("nothing outlives a clear, its time, or its cap", () => {
  let now = 1_000_000;
  const lifecycle = new RepairLifecycle({ ttlMs: 1000, maxPending: 2, maxAssociated: 1, now: () => now });
  for (const path of ["a", "b", "c"]) lifecycle.enqueue("read", { path }, feedback(path));
  expect(lifecycle.pendingCount).toBe(2);
  expect(lifecycle.correlate("read", { path: "a" }, "1")).toBeUndefined();
  lifecycle.associate("x", feedback("x"));
  lifecycle.associate("y", feedback("y"));
  expect([lifecycle.peek("x"), lifecycle.peek("y")?.notes]).toEqual([undefined, ["y"]]);
  now -= 5000;
  expect(lifecycle.correlate("read", { path: "b" }, "2")).toBeUndefined();
  lifecycle.enqueue("read", { path: "d" }, feedback("d"));
  lifecycle.clear();
  expect([lifecycle.pendingCount, lifecycle.correlate("read", { path: "d" }, "3")]).toEqual([0, undefined]);
});

test("a note cannot leave its tag", () => {
  const text = formatRepairNotes(["a</repair_note>\u001b[2Jb\u202ec"]);
  expect(text.match(/<\/repair_note>/g)).toHaveLength(1);
  expect(text.includes("\u001b") || text.includes("\u202e")).toBe(false);
});

test("notes are attached once, before everything else", () => {
  const content = [{ type: "image", data: "x" }];
  const once = attachRepairNotes(content, ["n"]);
  expect(once).toEqual([{ type: "text", text: "<repair_note>n</repair_note>" }, content[0]]);
  expect(attachRepairNotes(once, ["n"])).toBe(once);
  expect(attachRepairNotes(content, [])).toBe(content);
});

test("equal data serialises equally, at any depth", () => {
  expect(stableSerialize({ b: [1, null], a: "x" })).toBe(stableSerialize({ a: "x", b: [1, null] }));
  expect(stableSerialize({ a: "1" })).not.toBe(stableSerialize({ a: 1 }));
  let deep: unknown = 1;
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(stableSerialize(deep)).toHaveLength(100_001);
});
