// For tests: the package as it would be published, installed by a real pi into a home of its own.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { call } from "./pi-loop.ts";
import { scratch } from "./scratch.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..", "..");
const PNPM = ["-y", "pnpm@12.21.0"];

/** Packs the package; the tarball's path. */
export async function packTarball(): Promise<string> {
  const folder = scratch();
  await run("npx", [...PNPM, "pack", "--pack-destination", folder], { cwd: join(ROOT, "reference") });
  const [name] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("pnpm pack left no tarball");
  return join(folder, name);
}

/** The command line of a published pi, installed into the drift watch's cache if it is not there; `installed` is ours. */
export async function piCommand(version: string): Promise<string> {
  const cli = "node_modules/@earendil-works/pi-coding-agent/dist/cli.js";
  if (version === "installed") return join(ROOT, cli);
  const code = `const { installPi } = await import("./drift/install.ts"); const got = await installPi("${version}"); if (got.kind !== "installed") throw new Error(got.reason);`;
  await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: ROOT });
  return join(ROOT, ".pi-cache", "installs", version, cli);
}

export interface Home {
  readonly home: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A home and a working folder with nothing in them. */
export function newHome(script: object): Home {
  const base = scratch();
  const [home, cwd, file] = [join(base, "home"), join(base, "work"), join(base, "script.json")];
  for (const folder of [home, cwd]) mkdirSync(folder);
  writeFileSync(file, JSON.stringify(script));
  const { PATH } = process.env;
  const env = { PATH, HOME: home, PI_REPAIR_SCRIPT: file, PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" };
  return { home, cwd, env };
}

/** Installs the tarball with `pi install`, as a user would. */
export async function installPackage(pi: string, tarball: string, { cwd, env }: Home): Promise<void> {
  const { PI_OFFLINE: _online, ...connected } = env;
  await run(process.execPath, [pi, "install", `npm:pi-repair-reference@file:${tarball}`], {
    cwd,
    env: connected,
  });
}

/** Arguments that select the scripted model. */
export function scriptedArguments(model: string): readonly string[] {
  return ["-e", join(import.meta.dirname, "scripted-provider.ts"), "--model", `scripted/${model}`];
}

/** Runs one prompt in print mode. */
export async function printMode(pi: string, model: string, { cwd, env }: Home): Promise<string> {
  const options = ["-p", ...scriptedArguments(model), "go"];
  const child = run(process.execPath, [pi, ...options], { cwd, env, timeout: 120_000 });
  child.child.stdin?.end();
  return (await child).stdout;
}

/** What the model was sent, a request an item, as text. */
export function requestsOf({ env }: Home): readonly string[] {
  const file = `${env.PI_REPAIR_SCRIPT}.requests`;
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

/** The calls of a bad day, one reply each; what came of them is in the working folder. */
export function badDay(reportsErrors: boolean): object {
  const raw = (text: string, broken: unknown): object =>
    reportsErrors
      ? call("write", {}, { argumentsError: `Not a JSON object\n\nReceived arguments:\n${text}` })
      : call("write", broken);
  const twice = JSON.stringify({ path: "twice.txt", content: "encoded twice" });
  const list = [{ path: "list.txt", content: "in a list" }];
  const leak = `<tool_call>\n${JSON.stringify({ name: "write", arguments: { path: "leak.txt", content: "printed" } })}\n</tool_call>`;
  const parts = [
    call("write", { file_path: "alias.txt", text: "aliased" }),
    call("write", { arguments: { path: "wrapped.txt", content: "wrapped" } }),
    call("write", { path: "[link.txt](http://link.txt)", content: "linked" }),
    raw(JSON.stringify(twice), twice),
    raw(JSON.stringify(list), list),
    call("edit", { file_path: "alias.txt", old_string: "aliased", new_string: "edited" }),
    call("edit", { path: "wrapped.txt", edits: '[{"oldText":"wrapped","newText":"edited too"}]' }),
    call("bash", { cmd: "printf said > bash.txt" }),
    call("write", { path: "never.txt", content: null }),
    call("read", { path: "alias.txt", offset: null, limit: "1" }),
    { type: "text", text: leak },
  ];
  return {
    model: "qwen3-coder",
    replies: [...parts.map((part) => ({ content: [part] })), { content: [{ type: "text", text: "done" }] }],
  };
}
