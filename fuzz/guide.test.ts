import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putAsk } from "../conformance/bind.ts";
import { executeCheck } from "../conformance/execute.ts";
import { identify } from "../conformance/load-target.ts";
import type { Target } from "../conformance/target.ts";
import reference from "../conformance/targets/reference.ts";
import { loadVectors } from "../spec/vectors.ts";
import { loadFinding, tokenOf } from "./finding.ts";
import planted from "./fixtures/planted.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "fuzz-guide-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Ran {
  readonly line: string;
  readonly exits: number;
  readonly status: number | null;
  readonly stdout: string;
}

/** Runs a section's commands as they are written, but for the package manager in front and the folder they write to. */
function runSection(heading: string): readonly Ran[] {
  const page = readFileSync(join(ROOT, "docs/fuzzing.md"), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  return blocks
    .flatMap((block) => block.trim().split("\n"))
    .map((line) => {
      const exits = Number(/# exits (\d)/.exec(line)?.[1] ?? 0);
      const command = line
        .replace("npx -y pnpm@12.21.0 fuzz", `${process.execPath} fuzz/main.ts`)
        .replace("npx -y pnpm@12.21.0 scorecard", `${process.execPath} fuzz/scorecard-main.ts`)
        .replaceAll("reports/", `${work}/`);
      const { status, stdout } = spawnSync("bash", ["-c", command], { cwd: ROOT, encoding: "utf8" });
      return { line, exits, status, stdout };
    });
}

async function verdictOn(target: Target, id: string): Promise<string> {
  const vectors = loadVectors(pathToFileURL(`${join(work, "planted/vectors")}/`));
  const vector = vectors.find(({ address }) => address.endsWith(`/${id}`));
  if (vector === undefined) throw new Error(`no vector ${id}`);
  const result = await executeCheck(
    { kind: "vector", vector },
    {
      put: (ask) => putAsk(target, ask),
      claims: identify(target),
      vectors: new Map(vectors.map((one) => [one.address, one])),
      seed: 1,
      runs: 1,
    },
  );
  return result.verdict;
}

let ran: readonly Ran[];
beforeAll(() => {
  ran = runSection("From a bug to a vector");
}, 120_000);

test("the guide's commands find, replay, promote and store a planted bug, with the exit codes it names", () => {
  expect(ran.length).toBeGreaterThanOrEqual(6);
  for (const { line, exits, status } of ran) expect({ line, status }).toEqual({ line, status: exits });
});

test("the bug is one finding, shrunk to a list of three", () => {
  const names = readdirSync(join(work, "planted")).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
  expect(names).toHaveLength(1);
  const finding = loadFinding(join(work, "planted", names[0] ?? ""));
  expect(finding).toMatchObject({ outcome: "wrong", target: "fuzz/fixtures/planted.ts", seed: 5 });
  expect(finding.value?.length).toBeLessThan(2000);
  expect(finding.says).toContain("stringified-array");
});

test("its token draws the case again as it was", () => {
  const [name = ""] = readdirSync(join(work, "planted")).filter((file) => /^[0-9a-f]{16}\.json$/.test(file));
  const finding = loadFinding(join(work, "planted", name));
  const args = ["fuzz/main.ts", "replay", tokenOf(finding), "--target", finding.target];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toContain(finding.property);
});

test("the promoted vector holds on the reference and fails on the target with the bug", async () => {
  expect(await verdictOn(reference, "list-of-three-as-text")).toBe("held");
  expect(await verdictOn(planted, "list-of-three-as-text")).toBe("failed");
});

test("what was promoted before stands as it stood", () => {
  const before = readFileSync(join(ROOT, "spec/vectors/safety.json"), "utf8");
  const after = readFileSync(join(work, "planted/vectors/safety.json"), "utf8");
  const same = before.lastIndexOf("\n    }");
  expect(after.slice(0, same)).toBe(before.slice(0, same));
});
