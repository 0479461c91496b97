// A copy of the installed pi with one line changed, for the tests of the tool itself: two packages are copied and
// everything that they import is linked, so that the copy behaves as the original in all else.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findPackage, type Installed, resolvedSet, SCOPE } from "./install.ts";

const COPIED = Object.freeze(["pi-coding-agent", "pi-agent-core"]);

/** A text in one of the copied packages and what stands there instead. */
export interface Edit {
  readonly package: "pi-coding-agent" | "pi-agent-core";
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function linkDependencies(original: string, copy: string): void {
  const manifest = JSON.parse(readFileSync(join(original, "package.json"), "utf8")) as {
    dependencies?: object;
  };
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (COPIED.some((copied) => SCOPE + copied === name)) continue;
    const target = findPackage(original, name);
    const link = join(copy, "node_modules", name);
    if (!target || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}

/** Writes the copy to a new folder. Throws where the text to change is not found exactly once. */
export function fakePi(installed: Installed, edit: Edit): Installed {
  const root = mkdtempSync(join(tmpdir(), "pi-drift-fake-"));
  const main = findPackage(installed.root, `${SCOPE}pi-coding-agent`) ?? "";
  for (const name of COPIED) {
    const original = findPackage(main, SCOPE + name) ?? main;
    const copy = join(root, "node_modules", SCOPE, name);
    const bundle = join(original, "dist", "bundle");
    cpSync(original, copy, {
      recursive: true,
      filter: (path) => path !== bundle && !path.startsWith(join(original, "node_modules")),
    });
    linkDependencies(original, copy);
    if (name === "pi-coding-agent") linkRoot(original, root);
  }
  const file = join(root, "node_modules", SCOPE, edit.package, edit.file);
  const parts = readFileSync(file, "utf8").split(edit.from);
  if (parts.length !== 2) throw new Error(`'${edit.from}' stands ${parts.length - 1} times in ${edit.file}`);
  writeFileSync(file, parts.join(edit.to));
  return { kind: "installed", version: installed.version, root, resolved: resolvedSet(root) };
}

/** pi-ai has to be reachable from the copies as one and the same module. */
function linkRoot(original: string, root: string): void {
  const target = findPackage(original, `${SCOPE}pi-ai`);
  if (target) symlinkSync(target, join(root, "node_modules", SCOPE, "pi-ai"));
}
