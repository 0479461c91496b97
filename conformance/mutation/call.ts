/** What a caller of the mutation run asks for, held against what there is before anything is started. */
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { callersPath } from "../find-target.ts";
import { nearest, nearestAddress, nearestName } from "../nearest.ts";
import { bounded, printable } from "../printable.ts";
import { BadCall } from "../refusals.ts";
import { GROUPS, type Group, NOTHING_TO_CHANGE } from "./groups.ts";
import { type Mutant, readReport } from "./report.ts";

/** What was typed behind the names of groups. */
export interface Flags {
  readonly sample?: number;
  readonly shard?: { readonly index: number; readonly of: number };
  readonly seed: number;
  readonly force?: true;
  readonly reports?: readonly string[];
  readonly leftBy?: readonly string[];
  readonly only?: readonly string[];
  readonly files?: readonly string[];
  readonly concurrency?: number;
  readonly record?: true;
  readonly freshProcesses?: true;
}

const quoted = (word: string): string => `"${printable(bounded(word, 300))}"`;

/** The files of a group that can have mutants, sorted: paths from `root`, the top of the project, with slashes. */
export function filesOf({ mutate }: Pick<Group, "mutate">, root: string): readonly string[] {
  const wanted = mutate.filter((glob) => !glob.startsWith("!"));
  const exclude = mutate.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const found = globSync(wanted, { cwd: root, exclude }).map((file) => file.split(sep).join("/"));
  return found.filter((file) => !NOTHING_TO_CHANGE.includes(file)).sort();
}

/** The files that were asked for, each as the group names it. Throws BadCall on one that is not among the group's. */
export function chosenFiles(group: Group, given: readonly string[], root: string): readonly string[] {
  const files = filesOf(group, root);
  return given.map((word) => {
    const paths = [resolve(root, word), callersPath(word)];
    const names = paths.map((path) => relative(root, path).split(sep).join("/"));
    const file = names.find((name) => files.includes(name));
    if (file !== undefined) return file;
    const said = quoted(word);
    if (names.some((name) => NOTHING_TO_CHANGE.includes(name))) {
      throw new BadCall(`in ${said} there is nothing to change`);
    }
    const there = paths.some((path) => existsSync(path));
    if (!there) throw new BadCall(`there is no file ${said}${nearest(word, files)}`);
    const other = GROUPS.find((one) => filesOf(one, root).some((name) => names.includes(name)));
    const end = other === undefined ? "" : `; it is one of group ${other.name}`;
    throw new BadCall(`${said} is no file of group ${group.name}${end}`);
  });
}

function reportAt(option: string, word: string): readonly Mutant[] {
  const path = callersPath(word);
  const said = `${option} ${quoted(word)}`;
  if (!existsSync(path)) {
    const folder = dirname(path);
    const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [];
    const near = nearestName(basename(path), names);
    const meant = near === undefined ? "" : `; did you mean ${quoted(join(dirname(word), near))}?`;
    throw new BadCall(`${said}: there is no such file${meant}`);
  }
  if (!statSync(path).isFile()) throw new BadCall(`${said}: it is a folder; name the reports in it`);
  try {
    return readReport(path);
  } catch (error) {
    throw new BadCall(`${said}: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
}

/** The reports that an option names, read. Throws BadCall on what is none. */
export function readReports(option: string, words: readonly string[]): readonly (readonly Mutant[])[] {
  return words.map((word) => reportAt(option, word));
}

/** Throws BadCall on a prefix with which no address begins. `addresses` are those of all checks that may kill. */
export function checkOnly(prefixes: readonly string[], addresses: readonly string[]): void {
  const above = addresses.flatMap((address) => {
    const parts = address.split("/");
    return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
  });
  for (const prefix of prefixes) {
    if (prefix === "") throw new BadCall("--only: an empty address; leave it away to ask every check");
    if (addresses.some((address) => address.startsWith(prefix))) continue;
    const near = nearestAddress(prefix, [...new Set(above)]);
    throw new BadCall(`--only: no check that may kill has the address ${quoted(prefix)}${near}`);
  }
}

/** What is killed by the tests beside its files asks no check of the suite, and runs every mutant. */
export const hasOwnTests = ({ stryker }: Group): boolean => stryker?.testRunner !== undefined;

/** Throws BadCall where a prefix selects no check at all, or none of them one that a group asks. */
async function checkPrefixes(only: readonly string[], groups: readonly Group[]): Promise<void> {
  const { killers } = await import("./killers.ts");
  const addresses = (sessions: boolean) =>
    killers({ runs: 1, sessions }).map(({ id }) => id.split(" ", 1).join());
  checkOnly(only, addresses(true));
  for (const { name, sessions } of groups) {
    if (addresses(sessions).some((address) => only.some((prefix) => address.startsWith(prefix)))) continue;
    throw new BadCall(`--only: group ${name} asks none of these; sessions of pi are asked in group pi alone`);
  }
}

/** Throws BadCall on what cannot be asked for together, before anything is run. */
export async function checkCall(groups: readonly Group[], flags: Flags): Promise<void> {
  const { reports, files, only, sample, leftBy } = flags;
  if (reports !== undefined && groups.length !== 1) throw new BadCall("reports are those of one group");
  if (files !== undefined && groups.length !== 1) throw new BadCall("files are those of one group");
  const [choice] = Object.entries({ "--sample": sample, "--left-by": leftBy, "--only": only }).find(
    ([, value]) => value !== undefined,
  ) ?? [undefined];
  if (reports !== undefined && choice !== undefined) {
    throw new BadCall(`${choice} chooses what is run, and with --reports nothing is`);
  }
  if (only === undefined) return;
  const own = groups.find(hasOwnTests);
  if (own !== undefined) {
    throw new BadCall(`group ${own.name} is killed by its own tests, so that --only has nothing to choose`);
  }
  await checkPrefixes(only, groups);
}
