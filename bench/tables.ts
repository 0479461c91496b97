/** The tables of a run in the terminal. Numbers with units stay here: they say something of this machine only. */
import Table from "cli-table3";
import { counted } from "../conformance/counted.ts";
import type { Allocation } from "./allocation.ts";
import { type Figure, isMet } from "./figures.ts";
import { type Growth, SIZES } from "./growth.ts";
import type { ProgramSpeed } from "./processes.ts";
import type { Result } from "./run.ts";

type Cell = string | number;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const made = new Table({ head: [...head], style: { head: [], border: [], compact: true } });
  for (const row of rows) made.push([...row]);
  return made.toString();
}

/** A ratio with two digits that mean something. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
  return value.toFixed(digits);
}

/** The same beside an aim: with as many digits as tell on which side of it the value is. */
export function shortBeside(value: number, aim: number | undefined): string {
  const text = short(value);
  if (aim === undefined || value <= aim || Number(text) > aim) return text;
  const more = [3, 4, 5].map((digits) => value.toFixed(digits)).find((one) => Number(one) > aim);
  return more ?? text;
}

function time(milliseconds: number): string {
  if (milliseconds >= 1) return `${short(milliseconds)} ms`;
  return milliseconds >= 0.001 ? `${short(milliseconds * 1e3)} µs` : `${short(milliseconds * 1e6)} ns`;
}

const withinAim = (value: number, aim: number | undefined): string =>
  aim === undefined ? "" : `${value <= aim ? "within" : "OVER"} ${aim}`;

/** Ratios with their spread, a row a contender. */
export function resultTable(results: readonly Result[]): string {
  const rows = results.map(({ scene, contender, ratio, milliseconds }) => [
    ...[
      scene.id,
      contender,
      shortBeside(ratio.ratio, scene.aim),
      `${short(ratio.low)} to ${short(ratio.high)}`,
    ],
    ...[
      contender === "reference" ? withinAim(ratio.ratio, scene.aim) : "",
      time(milliseconds),
      scene.against,
    ],
  ]);
  return table(["scene", "who", "ratio", "rounds", "aim", "once", "of what"], rows);
}

const kibi = (size: number): string => `${size / 1024} Ki`;
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Times and memory by size, with the exponents. */
export function growthTable(growths: readonly Growth[], aim: number): string {
  const rows = growths.map(({ id, peer, times, exponent, doublings, memory }) => [
    id,
    ...SIZES.map((_, at) => (times[at] === undefined ? "too long" : time(times[at]))),
    ...[
      shortBeside(exponent, peer ? undefined : aim),
      doublings.map(short).join(" to "),
      peer ? "" : withinAim(exponent, aim),
      memory === undefined ? "" : memory.map(mega).join(" to "),
    ],
  ]);
  return table(
    [
      "input, UTF-16 units",
      ...SIZES.map(kibi),
      "exponent",
      "single doublings",
      "aim",
      "heap, least to largest",
    ],
    rows,
  );
}

/** Bytes a call. */
export function allocationTable(all: readonly Allocation[]): string {
  const rows = all.map(({ tool, ours, host }) => [
    tool,
    Math.round(ours),
    Math.round(host),
    short(ours / host),
  ]);
  return table(["fast path", "reference, bytes a call", "pi's validation", "ratio"], rows);
}

/** The programs of the harness. */
export function programTable(all: readonly ProgramSpeed[]): string {
  const rows = all.map(({ says, wall, cpu, units, unit, cases }) => [
    ...[
      cases === undefined ? says : `${says}: ${units} checks, ${cases} cases`,
      `${wall.toFixed(2)} s`,
      `${cpu.toFixed(2)} s`,
    ],
    ...(unit === "starts"
      ? ["", ""]
      : [`${Math.round(units / wall)} ${unit}`, `${Math.round(units / cpu)} ${unit}`]),
  ]);
  return table(["program", "on the clock", "work of all threads", "a second", "a second of work"], rows);
}

/** One line: how many aims are met, and which are not. */
export function aimLines(figures: readonly Figure[]): string {
  const aimed = figures.filter(({ aim }) => aim !== undefined);
  const missed = aimed.filter((figure) => !isMet(figure));
  const lines = missed.map(
    ({ id, value, aim = 0 }) => `  over: ${id} ${shortBeside(value, aim)}, aim ${aim}`,
  );
  if (aimed.length === 0) return "nothing here has an aim";
  return [`${aimed.length - missed.length} of ${counted(aimed.length, "aim")} met`, ...lines].join("\n");
}
