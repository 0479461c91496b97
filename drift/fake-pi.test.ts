// The tool on a pi in which one behaviour was changed: exactly that is reported.
import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { CLAIMS } from "./claims.ts";
import { fakePi } from "./fake-pi.ts";
import { type Installed, installedPi } from "./install.ts";
import { claimDifferences, type Difference, packageDifferences, readLedger } from "./ledger.ts";
import { runProbe, survey } from "./run.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function real(): Installed {
  const pi = installedPi();
  if (pi.kind === "not-installed") throw new Error(pi.reason);
  return pi;
}

async function differences(pi: Installed, claims: readonly string[]): Promise<readonly Difference[]> {
  folders.push(pi.root);
  const pis = [{ version: pi.version, install: () => Promise.resolve(pi) }];
  const run = await survey({ claims, pis, workers: 2, probe: runProbe });
  return [
    ...packageDifferences(readLedger(), pi.resolved),
    ...claimDifferences(readLedger(), pi.version, run.results),
  ];
}

describe("a pi with one behaviour changed", { timeout: 300_000 }, () => {
  it("is reported as that claim and no other", async () => {
    const fake = fakePi(real(), {
      package: "pi-agent-core",
      file: "dist/agent-loop.js",
      from: 'message.stopReason === "length"',
      to: 'message.stopReason === "never"',
    });
    const found = await differences(
      fake,
      CLAIMS.map((claim) => claim.id),
    );
    expect([...new Set(found.map((entry) => entry.claim))]).toEqual(["length-fails-calls"]);
    expect(found.map((entry) => entry.text)).toContain("was holds, is changed");
  });

  it("names the part of the claim that changed", async () => {
    const fake = fakePi(real(), {
      package: "pi-coding-agent",
      file: "dist/core/extensions/runner.js",
      from: "handlerResult.message.role !== currentMessage.role",
      to: "false",
    });
    const found = await differences(fake, ["message-end-replacement", "tool-result-composed", "loop-order"]);
    const words = found.map((entry) => `${entry.claim} ${entry.text}`);
    expect(words[0]).toBe("message-end-replacement was holds, is changed");
    expect(words[1]).toMatch(
      /^message-end-replacement a message of another role is refused: held, does not hold now/,
    );
    expect(words).toHaveLength(2);
  });
});
