/** What one run came to, as numbers without a unit: ratios, exponents, shares of an aim. They go into the history. */
import { type Allocation, allocationId } from "./allocation.ts";
import { EXPONENT_AIM, type Growth, SIZES } from "./growth.ts";
import type { ProgramSpeed } from "./processes.ts";
import type { Result } from "./run.ts";
import { timeId } from "./scene.ts";

export interface Figure {
  /** `group/name` for the reference, `group/name @ contender` for another. */
  readonly id: string;
  readonly value: number;
  /** Of single rounds. */
  readonly low?: number;
  readonly high?: number;
  /** What the value should not exceed. */
  readonly aim?: number;
}

export const REFERENCE = "reference";

function ofScene({ scene, contender, ratio, milliseconds }: Result): readonly Figure[] {
  const own = contender === REFERENCE;
  const id = own ? scene.id : `${scene.id} @ ${contender}`;
  const { low, high } = ratio;
  const figure: Figure = { id, value: ratio.ratio, low, high };
  if (!own) return [figure];
  const timed =
    scene.aimMilliseconds === undefined
      ? []
      : [{ id: timeId(scene.id), value: milliseconds / scene.aimMilliseconds, aim: 1 }];
  return [scene.aim === undefined ? figure : { ...figure, aim: scene.aim }, ...timed];
}

/** A growth's own name as an id. */
export function growthId(name: string): string {
  return name.replaceAll(", ", "-").replaceAll(" ", "-");
}

function ofGrowth({ id, peer, exponent, doublings, memory }: Growth): readonly Figure[] {
  const name = growthId(id);
  const [low, high] = doublings;
  const grown = { id: `growth/${name}`, value: exponent, low, high, ...(!peer && { aim: EXPONENT_AIM }) };
  if (memory === undefined || peer) return [grown];
  return [grown, { id: `memory/${name}`, value: memory[1] / (SIZES.at(-1) ?? 1) }];
}

function ofProgram(speed: ProgramSpeed, all: readonly ProgramSpeed[]): readonly Figure[] {
  const { id, wall, cpu, units, aim } = speed;
  if (aim !== undefined && "seconds" in aim) return [{ id, value: wall / aim.seconds, aim: 1 }];
  if (aim !== undefined) return [{ id, value: aim.aSecond / (units / cpu), aim: 1 }];
  const bare = all.find((one) => one.id === "suite/node");
  const inProcess = all.find((one) => one.id === "suite/in-process");
  if (id === "suite/start" && bare !== undefined) return [{ id, value: wall / bare.wall }];
  if (id === "suite/wire" && inProcess !== undefined) {
    return [{ id, value: wall / units / (inProcess.wall / inProcess.units) }];
  }
  return [];
}

/** All figures of a run, in the order of its tables. */
export function figuresOf(
  results: readonly Result[],
  growths: readonly Growth[],
  programs: readonly ProgramSpeed[],
  allocations: readonly Allocation[],
): readonly Figure[] {
  return [
    ...results.flatMap(ofScene),
    ...allocations.map(({ tool, ours, host }) => ({ id: allocationId(tool), value: ours / host, aim: 1 })),
    ...growths.flatMap(ofGrowth),
    ...programs.flatMap((one) => ofProgram(one, programs)),
  ];
}

/** True if a figure with an aim is within it. */
export function isMet({ value, aim }: Figure): boolean {
  return aim === undefined || value <= aim;
}
