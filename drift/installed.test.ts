// The installed pi against the committed ledger, and the ledger against the claims.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heldBetween } from "./changes.ts";
import { CLAIMS } from "./claims.ts";
import { findPackage, installedPi, SCOPE } from "./install.ts";
import { claimDifferences, packageDifferences, readLedger } from "./ledger.ts";
import { runProbe, survey } from "./run.ts";

const installed = installedPi();
if (installed.kind === "not-installed") throw new Error(installed.reason);
const pi = installed;

// Some thirty processes: on a loaded machine that is more than a minute.
describe("the installed pi", { timeout: 300_000 }, () => {
  it("does what the ledger says, claim by claim, with the packages that the ledger names", async () => {
    const pis = [{ version: pi.version, install: () => Promise.resolve(pi) }];
    const run = await survey({ claims: CLAIMS.map((claim) => claim.id), pis, workers: 2, probe: runProbe });
    expect(run.results.filter((result) => result.verdict === "cannot-probe")).toEqual([]);
    expect([
      ...packageDifferences(readLedger(), pi.resolved),
      ...claimDifferences(readLedger(), pi.version, run.results),
    ]).toEqual([]);
  });

  it("has each symbol that a claim names as evidence", () => {
    const main = findPackage(pi.root, `${SCOPE}pi-coding-agent`) ?? "";
    const missing = CLAIMS.flatMap((claim) =>
      claim.evidence.map((entry) => ({ id: claim.id, ...entry })),
    ).filter((entry) => {
      const from = entry.package === "pi-schema" ? (findPackage(main, `${SCOPE}pi-ai`) ?? "") : main;
      const folder =
        entry.package === "pi-coding-agent" ? main : (findPackage(from, SCOPE + entry.package) ?? "");
      const source = readFileSync(join(folder, entry.file), "utf8");
      return !entry.symbol.split(", ").every((symbol) => source.includes(symbol));
    });
    expect(missing).toEqual([]);
  });
});

describe("the ledger", () => {
  const ledger = readLedger();

  it("covers exactly the claims", () => {
    expect(Object.keys(ledger.claims)).toEqual(CLAIMS.map((claim) => claim.id));
  });

  it("agrees with the versions that each claim names as those where it held", () => {
    const seen = Object.fromEntries(CLAIMS.map(({ id }) => [id, heldBetween(ledger.claims[id] ?? [])]));
    expect(Object.fromEntries(CLAIMS.map(({ id, held }) => [id, held]))).toEqual(seen);
  });
});
