// Which versions a run is about.
import { CommandError, EXIT } from "./exit.ts";
import { cachedVersions, compareVersions, lastOfMinors, publishedVersions } from "./install.ts";
import type { Ledger } from "./ledger.ts";
import { messageOf } from "./load.ts";
import { nearest } from "./nearest.ts";
import { printable } from "./printable.ts";

export interface RunOptions {
  readonly pi?: string;
  readonly minors?: boolean;
  readonly all?: boolean;
  readonly newest?: boolean;
  readonly reverify?: boolean;
  readonly json?: boolean;
  readonly workers: number;
  readonly fresh?: boolean;
  /** The folder whose pi counts as the installed one. */
  readonly root?: string;
  readonly ledgerFile?: string;
}

/** Every published version since 0.74. Throws `CommandError` where the registry is out of reach. */
export async function published(): Promise<readonly string[]> {
  try {
    return await publishedVersions();
  } catch (error) {
    const reason = printable(messageOf(error));
    throw new CommandError(EXIT.incomplete, `npm cannot be asked for the published versions: ${reason}`);
  }
}

/** The versions that the options ask for; none means the installed pi. Throws `CommandError` for bad ones. */
export async function chosenVersions(
  options: RunOptions,
  ledger: Ledger | undefined,
): Promise<readonly string[]> {
  if (options.all) return published();
  if (options.minors) return lastOfMinors(await published());
  if (options.newest) return (await published()).slice(-1);
  if (options.pi !== undefined) return askedVersions(options.pi);
  if (!options.reverify) return [];
  const known = ledger?.versions.map((entry) => entry.version) ?? [];
  return (await published()).filter((version) => !known.includes(version));
}

async function askedVersions(text: string): Promise<readonly string[]> {
  const versions = text.split(",").map((part) => part.trim());
  for (const version of versions)
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throw new CommandError(
        EXIT.badCall,
        `--pi wants versions such as 0.80.6,1.4.0; '${printable(version)}' is none`,
      );
  const cached = cachedVersions();
  if (!versions.every((version) => cached.includes(version))) {
    const all = await published();
    const unknown = versions.find((version) => !all.includes(version));
    if (unknown)
      throw new CommandError(EXIT.badCall, `no pi ${unknown} was published${nearest(unknown, all)}`);
  }
  return [...new Set(versions)].sort(compareVersions);
}
