/** What to install where a package is missing that only some targets need: those are optional peers of this one. */
import { readFileSync } from "node:fs";
import { ROOT } from "./installed.ts";

/** The optional peers, as the manifest has them. */
function peers(): Readonly<Record<string, string>> {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
  return (manifest as { readonly peerDependencies: Readonly<Record<string, string>> }).peerDependencies;
}

/** pi is two packages of one version. */
const TOGETHER: Readonly<Record<string, string>> = {
  "@earendil-works/pi-ai": "@earendil-works/pi-coding-agent",
  "@earendil-works/pi-coding-agent": "@earendil-works/pi-ai",
};

/** One line: why a package is needed, and the command that installs it. */
export function installAdvice(why: string, name: string): string {
  const names = [name, TOGETHER[name]].filter((each) => each !== undefined).sort();
  return `${why}, and ${name} is not installed: npm install --save-dev ${names.join(" ")}`;
}

/** The advice where an import failed for want of an optional peer; undefined for any other error. */
export function missingPeer(error: unknown): string | undefined {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  if (code !== "ERR_MODULE_NOT_FOUND") return undefined;
  const name = /^Cannot find package '([^']+)'/.exec(String(message))?.[1];
  return name !== undefined && Object.hasOwn(peers(), name)
    ? installAdvice("the target needs a package of its own", name)
    : undefined;
}
