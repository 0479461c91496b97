/** Another process that writes the same telemetry file, at the moments at which it matters. */
import fs, { existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type PiProperty, standIn, unlike } from "./stand-in.ts";

type OfTheDisk = "openSync" | "rmSync";

function replace(name: OfTheDisk, run: unknown): void {
  Object.assign(fs, { [name]: run });
  syncBuiltinESMExports();
}

/** Runs `ask`; just before it first opens, or takes away, a lock, the other process acts. */
function justBefore(name: OfTheDisk, act: () => void, ask: () => void): void {
  const own = fs[name];
  let acted = false;
  replace(name, (...given: readonly unknown[]): unknown => {
    if (!acted && String(given[0]).endsWith(".lock")) {
      acted = true;
      act();
    }
    return Reflect.apply(own, fs, given);
  });
  try {
    ask();
  } finally {
    replace(name, own);
  }
}

const FULL = `${" ".repeat(4 * 1024 * 1024)}\n`;
const FRESH = '{"ts":"2026","tool":"ls","outcome":"repaired","rules":[]}\n';

interface Moment {
  readonly about: string;
  /** What it left earlier. */
  readonly before?: (file: string) => void;
  readonly at: OfTheDisk;
  readonly act: (file: string) => void;
  /** The tools of the records that stand in the file in the end. */
  readonly tools: readonly string[];
  readonly madeRoom: boolean;
}

const MOMENTS: readonly Moment[] = Object.freeze<Moment[]>([
  {
    about: "it takes an old lock away before us",
    before: (file) => {
      writeFileSync(`${file}.lock`, "");
      utimesSync(`${file}.lock`, 0, 0);
    },
    at: "rmSync",
    act: (file) => rmSync(`${file}.lock`),
    tools: ["read"],
    madeRoom: false,
  },
  {
    about: "it thinks our lock an old one",
    at: "rmSync",
    act: (file) => rmSync(`${file}.lock`),
    tools: ["read"],
    madeRoom: true,
  },
  {
    about: "it makes room before us",
    at: "openSync",
    act: (file) => {
      renameSync(file, `${file}.1`);
      writeFileSync(file, FRESH);
    },
    tools: ["ls", "read"],
    madeRoom: true,
  },
]);

const writers: PiProperty = {
  name: "another-writer-of-records",
  *problems(pi) {
    for (const { about, before, at, act, tools, madeRoom } of MOMENTS) {
      const there = standIn(pi);
      const file = there.telemetryFile;
      try {
        writeFileSync(file, FULL);
        before?.(file);
        justBefore(
          at,
          () => act(file),
          () => void there.calls("read", { file_path: "p" }, "1"),
        );
        const sizes = [`${file}.1`, file].map((name) =>
          existsSync(name) ? statSync(name).size >= FULL.length : false,
        );
        yield unlike(
          `${about}: the records`,
          tools,
          there.records().map(({ tool }) => tool),
        );
        yield unlike(`${about}: where the full file is`, [madeRoom, !madeRoom], sizes);
        yield unlike(`${about}: a lock is left`, false, existsSync(`${file}.lock`));
      } finally {
        there.close();
      }
    }
  },
};

/** Writers of one file. */
export const standInWriters: readonly PiProperty[] = Object.freeze([writers]);
