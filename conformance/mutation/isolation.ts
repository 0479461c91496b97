/**
 * Test runners in a namespace of processes each: a mutant of what ends processes can end nothing outside it. Linux
 * alone has such namespaces.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BadCall } from "../refusals.ts";

/** Whoever is not root makes the namespace inside one of users. */
const WAYS: readonly string[] = ["", "--user --map-root-user "];

/**
 * A program in `folder` that runs Node as `process.execPath` would, in a namespace of processes that ends with it. The
 * shell between them takes in what loses its parent, as the first process of a system does. Throws BadCall where no
 * namespace can be made.
 */
export function isolatedNode(folder: string): string {
  const isolate = (way: string): string => `unshare ${way}--pid --fork --mount-proc --kill-child`;
  const works = (way: string): boolean => spawnSync("sh", ["-c", `${isolate(way)} true`]).status === 0;
  const way = WAYS.find(works);
  if (way === undefined) {
    throw new BadCall(
      "no namespace of processes can be made here: it takes Linux, unshare and the right to use it",
    );
  }
  const path = join(folder, "isolated-node");
  const quoted = process.execPath.replaceAll("'", `'\\''`);
  const line = `exec ${isolate(way)} sh -c '"$0" "$@"; exit $?' '${quoted}' "$@"`;
  writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return path;
}
