/** How fast the harness itself is: the suite in process and over the wire, its start, and campaigns, as whole programs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./layer.ts";

interface Ran {
  /** Seconds on the clock. */
  readonly wall: number;
  /** Seconds of work of all its threads and processes. */
  readonly cpu: number;
  readonly stdout: string;
}

const COUNTER = new URL("count-work.mjs", import.meta.url).href;

function runNode(words: readonly string[]): Ran {
  const folder = mkdtempSync(join(tmpdir(), "bench-work-"));
  const file = join(folder, "work");
  try {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [...words], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, NODE_OPTIONS: `--import ${COUNTER}`, BENCH_WORK_FILE: file, NO_COLOR: "1" },
    });
    const wall = (performance.now() - start) / 1000;
    // What falls short still tells how long it took; what did not run at all does not.
    if (status !== 0 && status !== 1)
      throw new Error(`${words.join(" ")} ended with ${status}: ${stderr.slice(-500)}`);
    const cpu =
      readFileSync(file, "utf8")
        .split("\n")
        .reduce((sum, line) => sum + Number(line), 0) / 1e6;
    return { wall, cpu, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The run that took least time on the clock, and the least work of any. */
function leastOf(runs: number, run: () => Ran): Ran {
  const all = Array.from({ length: runs }, run);
  const best = all.reduce((one, other) => (other.wall < one.wall ? other : one));
  return { ...best, cpu: Math.min(...all.map(({ cpu }) => cpu)) };
}

export interface ProgramSpeed {
  readonly id: string;
  readonly says: string;
  readonly wall: number;
  readonly cpu: number;
  /** Checks of the suite, cases of a campaign. */
  readonly units: number;
  readonly unit: "checks" | "cases" | "starts";
  /** Cases in the checks of a suite. */
  readonly cases?: number;
  /** At most so many seconds on the clock, or at least so many units a second of work. */
  readonly aim?: { readonly seconds: number } | { readonly aSecond: number };
}

/** What a report of a run holds as far as it is counted. */
interface Report {
  readonly body: {
    readonly requirements: readonly { readonly checks: readonly { readonly cases: number }[] }[];
  };
}

function suite(
  runs: number,
  id: string,
  says: string,
  words: readonly string[],
  seconds?: number,
): ProgramSpeed {
  const ran = leastOf(runs, () => runNode(["conformance/main.ts", "--json", ...words]));
  const { requirements } = (JSON.parse(ran.stdout) as Report).body;
  const checks = requirements.flatMap((one) => one.checks);
  const cases = checks.reduce((sum, one) => sum + one.cases, 0);
  const aim = seconds === undefined ? {} : { aim: { seconds } };
  return { id, says, wall: ran.wall, cpu: ran.cpu, units: checks.length, unit: "checks", cases, ...aim };
}

const BUILT_INS = ["flat-edit", "root-string", "auto-link", "anchor-bleed", "token-key", "token-value"];
const DRAWN = ["empty-object", "stringified-object", "bare-string"];
/** Of each campaign one long and one short run: the difference has no start in it. */
const LONG_CASES = 60_000;
const SHORT_CASES = 10_000;

function campaign(
  runs: number,
  id: string,
  says: string,
  mistakes: readonly string[],
  aSecond?: number,
): ProgramSpeed {
  const out = mkdtempSync(join(tmpdir(), "bench-fuzz-"));
  const only = mistakes.flatMap((name) => ["--only", `safety/never-wrong/after-${name}`]);
  const of = (cases: number): Ran =>
    leastOf(runs, () =>
      runNode(["fuzz/main.ts", "--workers", "1", "--cases", `${cases}`, "--out", out, ...only]),
    );
  try {
    const [long, short] = [of(LONG_CASES), of(SHORT_CASES)];
    const units = LONG_CASES - SHORT_CASES;
    return {
      id,
      says,
      wall: long.wall - short.wall,
      cpu: long.cpu - short.cpu,
      units,
      unit: "cases",
      ...(aSecond !== undefined && { aim: { aSecond } }),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Node alone is what a start is told beside, and a check in process what one over the wire is. */
const BESIDE: Readonly<Record<string, string>> = {
  "suite/start": "suite/node",
  "suite/wire": "suite/in-process",
};

/** In the order of the table. */
const PROGRAMS: readonly { readonly id: string; readonly run: (runs: number, id: string) => ProgramSpeed }[] =
  [
    {
      id: "suite/node",
      run: (runs, id) => {
        const { wall, cpu } = leastOf(runs, () => runNode(["--eval", "0"]));
        return { id, says: "node alone", wall, cpu, units: 1, unit: "starts" };
      },
    },
    {
      id: "suite/start",
      run: (runs, id) =>
        suite(runs, id, "one check, start included", [
          "--only",
          "outcome/unknown-kind-ignored",
          "--runs",
          "1",
        ]),
    },
    {
      id: "suite/in-process",
      run: (runs, id) => suite(runs, id, "the suite on the reference, in process", [], 10),
    },
    {
      id: "suite/wire",
      run: (runs, id) =>
        suite(runs, id, "the same over the wire", [
          "--",
          process.execPath,
          "conformance/serve.ts",
          "reference",
        ]),
    },
    {
      id: "fuzz/built-ins",
      run: (runs, id) => campaign(runs, id, "damaged calls of the built-ins", BUILT_INS, 20_000),
    },
    {
      id: "fuzz/drawn-schemas",
      run: (runs, id) => campaign(runs, id, "damaged calls of tools with drawn schemas", DRAWN, 5000),
    },
    {
      id: "fuzz/several",
      run: (runs, id) => campaign(runs, id, "several mistakes in a row, of all tools", ["several"]),
    },
  ];

/** Runs each program that is asked for `runs` times, after saying so. All of them take some minutes. */
export function programSpeeds(
  runs: number,
  wants: (id: string) => boolean,
  says: (text: string) => void,
): readonly ProgramSpeed[] {
  const asked = PROGRAMS.map(({ id }) => id).filter(wants);
  const wanted = new Set(asked.flatMap((id) => [BESIDE[id] ?? id, id]));
  return PROGRAMS.filter(({ id }) => wanted.has(id)).map(({ id, run }) => {
    says(`${id}, ${runs} times`);
    return run(runs, id);
  });
}
