/** How time and memory grow with the input: doubling sizes to 1 MB, and the exponent of each. */
import { createLeakStripper, recoverGrammarLeaks } from "../reference/grammar.ts";
import { MAX_CANDIDATE } from "../reference/grammars/cursor.ts";
import { runRepairPipeline } from "../reference/index.ts";
import { ADVERSARIES } from "../spec/grammar-adversaries.ts";
import { peakMemory } from "./memory.ts";
import type { Work } from "./scene.ts";
import { schemaOf } from "./scenes/calls.ts";
import { longEnvelope, longList, MESSAGES, READERS } from "./scenes/text.ts";

/** In UTF-16 units. */
export const SIZES: readonly number[] = Object.freeze([64, 128, 256, 512, 1024].map((kibi) => kibi * 1024));
export const EXPONENT_AIM = 1.2;
/** A contender that takes longer than this is not given more. */
const TOO_LONG_MS = 1500;

export interface Growing {
  readonly id: string;
  readonly build: (size: number) => Work;
  /** True for a peer's work, which has no aim to meet. */
  readonly peer?: true;
  /** Up to this size an input may be read in another way than beyond it, with a step between. */
  readonly step?: number;
}

export interface Growth {
  readonly id: string;
  readonly peer: boolean;
  /** Milliseconds by size; fewer than sizes where it took too long. */
  readonly times: readonly number[];
  /** With a step, the larger of the exponents up to it and beyond it. */
  readonly exponent: number;
  /** The least and the largest exponent of a single doubling; a step shows here. */
  readonly doublings: readonly [least: number, largest: number];
  /** Bytes of heap in use at most, beyond those before, for the smallest and the largest size. */
  readonly memory: readonly [small: number, large: number] | undefined;
}

const LIMITS = { maxInputBytes: 1 << 24 };
const TOOLS = ["read", "bash", "edit", "write"];
const repair = (toolName: "write" | "edit", input: unknown, more: object = {}): Work => {
  const request = { input, config: { toolName, schema: schemaOf(toolName), limits: LIMITS, ...more } };
  return () => runRepairPipeline(request);
};
const handle = (text: string): Work => {
  const message = { role: "assistant", stopReason: "stop", content: [{ type: "text", text }] };
  return () => recoverGrammarLeaks(message, { mode: "recover", knownTools: TOOLS });
};

function inChunks(text: string): Work {
  return () => {
    const stripper = createLeakStripper({ mode: "strip", knownTools: TOOLS });
    for (let at = 0; at < text.length; at += 16) stripper.push(text.slice(at, at + 16));
    return stripper.flush();
  };
}

const renamed = (size: number): unknown => {
  const one = { old_string: "const a = 1;", new_string: "const a = 2;" };
  return { path: "a.ts", edits: Array.from({ length: Math.ceil(size / 60) }, () => ({ ...one })) };
};

const ALIASES = {
  legacyConfig: { fieldAliases: { oldText: ["old_string"], newText: ["new_string"] } },
};

/** Everything whose growth is measured. */
export function growing(): readonly Growing[] {
  return [
    { id: "valid, one long string", build: (size) => repair("write", JSON.parse(longEnvelope(size))) },
    { id: "valid, a long list", build: (size) => repair("edit", JSON.parse(longList(size))) },
    { id: "envelope, one long string", build: (size) => repair("write", longEnvelope(size)) },
    { id: "envelope, a long list", build: (size) => repair("edit", longList(size)) },
    {
      id: "envelope, raw newlines",
      build: (size) => repair("write", longEnvelope(size).replaceAll("\\n", "\n")),
    },
    {
      id: "a list as text in its field",
      build: (size) =>
        repair("edit", { path: "a.ts", edits: JSON.stringify(JSON.parse(longList(size)).edits) }),
    },
    { id: "a list of renamed fields", build: (size) => repair("edit", renamed(size), ALIASES) },
    ...Object.entries(MESSAGES).map(
      ([name, build]): Growing => ({
        id: `message, ${name}`,
        build: (size) => handle(build(size)),
        step: MAX_CANDIDATE,
      }),
    ),
    ...Object.entries(MESSAGES).map(
      ([name, build]): Growing => ({
        id: `stream, ${name}`,
        build: (size) => inChunks(build(size)),
        step: MAX_CANDIDATE,
      }),
    ),
    ...ADVERSARIES.map(
      ({ name, build }): Growing => ({
        id: `adversary, ${name}`,
        build: (size) => handle(build(size)),
        step: MAX_CANDIDATE,
      }),
    ),
    ...Object.entries({ "JSON.parse": (text: string): unknown => JSON.parse(text), ...READERS }).map(
      ([name, read]): Growing => ({
        id: `${name}, one long string`,
        build: (size) => {
          const text =
            name === "JSON.parse" ? longEnvelope(size) : longEnvelope(size).replaceAll("\\n", "\n");
          return () => {
            try {
              return read(text);
            } catch (error) {
              return error;
            }
          };
        },
        peer: true,
      }),
    ),
  ];
}

/** Long beside the steps of 4 ms in which some systems count a thread's work. */
const COUNTED_MS = 40;
const SAMPLES = 3;
/** Enough to see that it works. */
const QUICK_MS = 4;

/** Milliseconds of this thread's own work, the mean of as many runs as `counted` milliseconds take. */
function meanTime(work: Work, counted: number): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    work();
    // Asking costs as much as short work: ever more rarely.
    if ((runs & (runs - 1)) !== 0 && runs % 64 !== 0) continue;
    const { user, system } = process.threadCpuUsage(before);
    const time = (user + system) / 1000;
    if (time >= counted) return time / runs;
  }
}

/** The least of some samples: an exponent must not depend on who else is at work on the machine, nor on one collection. */
function leastTime(work: Work, quick: boolean): number {
  work();
  if (quick) return meanTime(work, QUICK_MS);
  return Math.min(...Array.from({ length: SAMPLES }, () => meanTime(work, COUNTED_MS)));
}

/** The slope of the line through the logarithms of sizes and times, by least squares; NaN for fewer than two. */
export function exponentOf(sizes: readonly number[], times: readonly number[]): number {
  const points = times.map((time, at) => [Math.log(sizes[at] ?? Number.NaN), Math.log(time)] as const);
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const up = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return up / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

/** The exponent of every single doubling, least and largest. */
function doublingsOf(times: readonly number[]): readonly [number, number] {
  const each = times.slice(1).map((time, at) => Math.log2(time / (times[at] ?? Number.NaN)));
  return [Math.min(...each), Math.max(...each)];
}

/**
 * The exponent on each side of a step, the larger one; sizes up to `step` are on the first. Where the step shows, what
 * lies before it costs next to nothing, so the second side is counted from there on.
 */
export function exponentBeside(step: number, sizes: readonly number[], times: readonly number[]): number {
  const split = sizes.filter((size) => size <= step).length;
  const [last = 0, next = 0] = times.slice(split - 1, split + 1);
  const from = next > 4 * last ? step : 0;
  const beyond = sizes.slice(split).map((size) => size - from);
  const exponents = [exponentOf(sizes, times.slice(0, split)), exponentOf(beyond, times.slice(split))];
  return Math.max(...exponents.filter((one) => !Number.isNaN(one)));
}

/** Measures how one kind of work grows; `quick` only shows that it works. */
export function growthOf({ id, build, peer, step }: Growing, quick = false): Growth {
  const times: number[] = [];
  for (const size of SIZES) {
    const time = leastTime(build(size), quick);
    times.push(time);
    if (time > TOO_LONG_MS) break;
  }
  const [small = 0] = SIZES;
  const large = SIZES.at(-1) ?? 0;
  const memory =
    times.length < SIZES.length ? undefined : ([peakMemory(build(small)), peakMemory(build(large))] as const);
  const exponent = step === undefined ? exponentOf(SIZES, times) : exponentBeside(step, SIZES, times);
  return { id, peer: peer === true, times, exponent, doublings: doublingsOf(times), memory };
}
