// The real pi in print mode, with the packed package installed into a clean home: the calls of a bad day.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { badDay, installPackage, newHome, packTarball, piCommand, printMode, requestsOf } from "./packed.ts";

let tarball = "";
beforeAll(async () => {
  tarball = await packTarball();
}, 300_000);

const WRITTEN = {
  "alias.txt": "edited",
  "bash.txt": "said",
  "leak.txt": "printed",
  "link.txt": "linked",
  "list.txt": "in a list",
  "twice.txt": "encoded twice",
  "wrapped.txt": "edited too",
};

test.each(["installed", "0.80.6"])("a bad day ends well in pi %s", async (version) => {
  const pi = await piCommand(version);
  const home = newHome(badDay(version === "installed"));
  await installPackage(pi, tarball, home);
  const folder = join(home.home, ".pi", "agent", "tool-repair");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ policyProfile: "recover" }));
  expect((await printMode(pi, "qwen3-coder", home)).trim()).toBe("done");
  const files = readdirSync(home.cwd).sort();
  expect(Object.fromEntries(files.map((name) => [name, readFileSync(join(home.cwd, name), "utf8")]))).toEqual(
    WRITTEN,
  );
  const last = requestsOf(home).at(-1) ?? "";
  const results = (JSON.parse(last) as { role: string; content: unknown }[]).filter(
    ({ role }) => role === "toolResult",
  );
  const notes = results.map(({ content }) => JSON.stringify(content).split("<repair_note>").length - 1);
  // pi parses the text of edits by itself, and newer ones drop an optional null.
  expect(notes).toEqual([1, 1, 1, 1, 1, 1, 0, 1, 0, version === "installed" ? 0 : 1, 1]);
  expect(last).toContain('Invalid arguments for tool \\"write\\"');
  const lines = readFileSync(join(folder, "telemetry.jsonl"), "utf8").trimEnd().split("\n");
  const outcomes = lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome);
  expect(outcomes.filter((outcome) => outcome === "unrepairable")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "recovered")).toHaveLength(1);
});
