/** What hangs is ended and named, and the rest goes on; a thread that breaks says over what. */
import { expect, test } from "vitest";
import { proveAll } from "./proof-threads.ts";
import reference from "./targets/reference.ts";

const made = (name: string) => ({
  ...{ name, title: "It is made up.", breaks: ["schema/iterate"] },
  target: { ...reference, repair: () => ({ outcome: "valid" as const, args: {}, changes: [] }) },
});
const ALL = [made("schema/hangs"), made("schema/answers"), made("schema/too")];

/** A thread that does `first` over the first saboteur, and is done with all others at once. */
const threadThat = (first: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads";
      const names = ${JSON.stringify(ALL.map(({ name }) => name))};
      parentPort.on("message", ({ kind, index, seed }) => {
        if (kind === "end") return parentPort.postMessage({ kind: "ended" });
        if (index === 0) { ${first} }
        const found = { name: names[index], seed, missed: [], extra: [], broken: {}, settled: [], cases: 1 };
        parentPort.postMessage({ kind: "caught", found, emitted: [], judged: ["schema/iterate/x"] });
      });
      parentPort.postMessage({ kind: "ready" });
    `)}`,
  );

const wanted = (patienceMs: number) => ({
  ...{ saboteurs: ALL, seeds: 2, animals: 0, generators: 0, until: Number.POSITIVE_INFINITY, patienceMs },
  onCatch: () => undefined,
});

test("a saboteur that hangs is named with its seed, and all others are proved with every seed", async () => {
  const proofs = await proveAll(wanted(1500), ALL, threadThat("for (;;);"));
  expect(proofs.stuck).toEqual([
    "saboteur schema/hangs, seed 1: nothing came of it within 1500 ms, and its thread was ended",
  ]);
  const proved = proofs.catches.map(({ name, seed }) => `${name} ${seed}`).toSorted();
  expect(proved).toEqual(["schema/answers 1", "schema/answers 2", "schema/too 1", "schema/too 2"]);
  expect(proofs.wanted).toBe(6);
  expect([...proofs.judged]).toEqual(["schema/iterate/x"]);
});

test.for([
  ["throws", 'throw new Error("no")', "saboteur schema/hangs, seed 1: no"],
  ["leaves", "process.exit(7)", "saboteur schema/hangs, seed 1: its thread ended by itself with code 7"],
] as const)("a thread that %s ends all proofs, with what it was at", async ([, first, says]) => {
  await expect(proveAll(wanted(60_000), ALL, threadThat(first))).rejects.toThrow(says);
});

test("a thread that never begins is no reason to wait", async () => {
  const silent = new URL("data:text/javascript,setInterval(() => undefined, 1000);");
  await expect(proveAll(wanted(1000), ALL, silent)).rejects.toThrow("a thread did not begin within 1000 ms");
});
