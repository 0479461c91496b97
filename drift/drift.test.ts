// Reading answers, comparing, bisecting, printing: everything that needs no pi.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REQUIREMENTS, requirement } from "../spec/requirements.ts";
import { bisect } from "./bisect.ts";
import { changesOf } from "./changes.ts";
import { CLAIMS } from "./claims.ts";
import { PAIRS } from "./conversion.ts";
import { compareVersions, type Installed, lastOfMinors } from "./install.ts";
import { claimDifferences, makeLedger, mergeSurvey, packageDifferences, resultsOf } from "./ledger.ts";
import { matrix } from "./matrix.ts";
import { nearest } from "./nearest.ts";
import { renderPage } from "./page.ts";
import { markdownCell, printable } from "./printable.ts";
import type { Verdict } from "./probe.ts";
import { reportText, verdictLine } from "./report.ts";
import { type Result, readAnswer, runProbe, unanswered } from "./run.ts";
import { patternPaths, schemaChanges, snapshotOf } from "./schemas.ts";

const PI: Installed = {
  kind: "installed",
  version: "2.0.0",
  root: "/nowhere",
  resolved: { "pi-ai": "2.0.0" },
};

function result(claim: string, version: string, verdict: Verdict, seen = "seen"): Result {
  const facts =
    verdict === "holds" || verdict === "changed"
      ? [{ claimed: "it does", holds: verdict === "holds", seen }]
      : [];
  return { claim, version, verdict, facts, notes: facts.length > 0 ? [] : ["why"], final: true };
}

describe("claims and probes", () => {
  it("belong together one to one", () => {
    const files = readdirSync(join(import.meta.dirname, "probes")).map((name) => name.replace(/\.ts$/, ""));
    expect(files.sort()).toEqual(CLAIMS.map((claim) => claim.id).sort());
  });

  it("say all that a reader needs", () => {
    for (const claim of CLAIMS) {
      expect(claim.sentence, claim.id).toMatch(/\.$/);
      expect(claim.dependents.length, claim.id).toBeGreaterThan(0);
      expect(claim.evidence.length, claim.id).toBeGreaterThan(0);
    }
  });

  it("are the rows of the catalogue's chapter drift, word for word", () => {
    const rows = REQUIREMENTS.filter((row) => row.chapter === "drift").map(({ id, sentence }) => ({
      id,
      sentence,
    }));
    expect(CLAIMS.map(({ id, sentence }) => ({ id: `drift/${id}`, sentence }))).toEqual(rows);
  });

  it("name requirements of the spec as what depends on them", () => {
    const names = CLAIMS.flatMap((claim) => claim.dependents).filter((name) => !/\.(ts|json)$/.test(name));
    expect(names.filter((name) => !requirement(name))).toEqual([]);
  });

  it("cover some sixty pairs of conversion, each with its own id", () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(PAIRS.map((pair) => pair.id)).size).toBe(PAIRS.length);
  });
});

describe("an answer of a probe", () => {
  it("is the last line, whatever pi printed before", () => {
    const answer = JSON.stringify({ version: "1.0.0", verdict: "holds", facts: [], notes: [] });
    expect(readAnswer("loop-order", "1.0.0", `noise\n${answer}\n`).verdict).toBe("holds");
  });

  it("that is missing, cut or of no known verdict is cannot-probe and may be asked again", () => {
    for (const output of ["", "boom", '{"verdict":"hol', '{"verdict":"fine"}'])
      expect(readAnswer("loop-order", "1.0.0", output)).toMatchObject({
        verdict: "cannot-probe",
        final: false,
      });
  });

  it("is bounded and cannot move the cursor or reorder text", () => {
    const seen = `\u001b[2Jx\u202ey\ud800${"z".repeat(10_000)}`;
    const facts = Array.from({ length: 500 }, () => ({ claimed: "a", holds: true, seen }));
    const read = readAnswer("loop-order", "1.0.0", JSON.stringify({ verdict: "holds", facts, notes: [] }));
    expect(read.facts.length).toBeLessThanOrEqual(40);
    expect(read.facts[0]?.seen).toMatch(/^\\u\{1b\}\[2Jx\\u\{202e\}y/);
    expect(read.facts[0]?.seen.length).toBeLessThan(400);
  });

  it("names no folder of the machine", () => {
    const note =
      "Cannot find 'x' imported from /home/me/a/node_modules/pi/dist/i.js and /tmp/pi-drift-AbC/work";
    const read = readAnswer(
      "loop-order",
      "1.0.0",
      JSON.stringify({ verdict: "cannot-probe", notes: [note] }),
    );
    expect(read.notes).toEqual([
      "Cannot find 'x' imported from node_modules/pi/dist/i.js and <scratch>/work",
    ]);
  });

  it("cannot break out of a markdown cell", () => {
    expect(markdownCell("a|b<i>`c`\n")).toBe("a\\|b\\<i\\>\\`c\\`\\\\n");
    expect(printable("plain")).toBe("plain");
  });

  it("from a folder without pi says so in words", async () => {
    const read = await runProbe("loop-order", PI);
    expect(read).toMatchObject({ verdict: "cannot-probe" });
    expect(read.notes[0]).toMatch(/pi-coding-agent is not installed/);
  });

  it("that does not come in time is cannot-probe", async () => {
    expect(await runProbe("loop-order", PI, 1)).toMatchObject({ verdict: "cannot-probe", final: false });
  });
});

describe("versions", () => {
  it("are ordered by number", () => {
    expect(["0.80.10", "0.80.9", "1.0.3", "0.9.0"].sort(compareVersions)).toEqual([
      "0.9.0",
      "0.80.9",
      "0.80.10",
      "1.0.3",
    ]);
  });

  it("are reduced to the last of each minor", () => {
    expect(lastOfMinors(["1.5.0", "0.74.0", "1.5.2", "0.74.1", "1.6.0"])).toEqual([
      "0.74.1",
      "1.5.2",
      "1.6.0",
    ]);
  });
});

describe("the ledger", () => {
  const verdicts: readonly (readonly [string, Verdict])[] = [
    ["1.0.0", "holds"],
    ["1.1.0", "holds"],
    ["1.2.0", "cannot-probe"],
    ["1.3.0", "changed"],
  ];
  const results = verdicts.map(([version, verdict]) => result("loop-order", version, verdict));
  const ledger = makeLedger(
    PI,
    verdicts.map(([version]) => ({ version })),
    results,
  );

  it("keeps every result", () => {
    expect(resultsOf(ledger).map((entry) => [entry.version, entry.verdict])).toEqual(verdicts);
  });

  it("tells since when a claim changed, over a version that gives no answer", () => {
    const [change, ...more] = changesOf("loop-order", ledger.claims["loop-order"] ?? []);
    expect(more).toEqual([]);
    expect(change).toMatchObject({ since: "1.3.0", lastBefore: "1.1.0", from: "holds", to: "changed" });
  });

  it("does not take other words for drift, and takes another verdict for it", () => {
    expect(
      claimDifferences(ledger, "1.3.0", [result("loop-order", "1.3.0", "changed", "other words")]),
    ).toEqual([]);
    const found = claimDifferences(ledger, "1.1.0", [result("loop-order", "1.1.0", "changed")]);
    expect(found.map((entry) => entry.text)).toEqual([
      "was holds, is changed",
      "it does: held, does not hold now (seen)",
    ]);
  });

  it("measures a version that it does not know against the newest that it knows", () => {
    expect(claimDifferences(ledger, "2.0.0", [result("loop-order", "2.0.0", "changed")])).toEqual([]);
  });

  it("names a package that moved", () => {
    expect(packageDifferences(ledger, { "pi-ai": "2.0.1" })).toEqual([
      { text: "package pi-ai was 2.0.0, is 2.0.1" },
    ]);
  });

  it("is not overwritten by a probe that ran out of time", () => {
    const late = unanswered("loop-order", "1.0.0", "no answer", false);
    const merged = mergeSurvey(ledger, PI, { versions: [], results: [late] });
    expect(merged).toEqual(ledger);
  });

  it("gives the same page every time", () => {
    expect(renderPage(ledger)).toBe(renderPage(structuredClone(ledger)));
    expect(renderPage(ledger)).toContain("| loop-order | 1.3.0 | holds, then changed |");
  });
});

describe("bisecting", () => {
  const versions = Array.from({ length: 30 }, (_, index) => `1.${index}.0`);
  const behaves = (since: number, silent: readonly number[]) => async (version: string) => {
    const minor = Number(version.split(".")[1]);
    if (silent.includes(minor)) return result("loop-order", version, "cannot-probe");
    return result("loop-order", version, minor >= since ? "changed" : "holds");
  };

  it("finds the first version with the new behaviour", async () => {
    for (const since of [1, 7, 15, 29]) {
      const found = await bisect(versions, behaves(since, []));
      expect(found).toMatchObject({
        kind: "found",
        since: { version: `1.${since}.0` },
        before: { version: `1.${since - 1}.0` },
      });
    }
  });

  it("steps over versions that give no answer", async () => {
    const found = await bisect(versions, behaves(15, [0, 13, 14, 15, 29]));
    expect(found).toMatchObject({
      kind: "found",
      before: { version: "1.12.0" },
      since: { version: "1.16.0" },
    });
  });

  it("says so where nothing changed or nobody answers", async () => {
    expect(await bisect(versions, behaves(99, []))).toMatchObject({ kind: "same" });
    expect(await bisect(["1.0.0"], behaves(0, [0]))).toEqual({ kind: "unanswered" });
  });
});

describe("schemas", () => {
  const tool = (properties: object, required: readonly string[]) =>
    snapshotOf([{ name: "grep", parameters: { type: "object", properties, required } }]);

  it("have a pattern only where it is a keyword", () => {
    const schema = { properties: { pattern: { type: "string" }, path: { type: "string", pattern: "^a" } } };
    expect(patternPaths(schema)).toEqual(["/properties/path/pattern"]);
  });

  it("differ by tool and field", () => {
    const before = tool({ path: { type: "string" }, limit: { type: "number" } }, ["path"]);
    const after = tool({ path: { type: "string" }, glob: { type: "string" } }, []);
    expect(schemaChanges(before, after)).toEqual([
      "grep: field glob is new (string, optional)",
      "grep: field limit is gone (was number, optional)",
      "grep: field path was string, is string, optional",
    ]);
  });
});

describe("what is printed", () => {
  it("is a matrix in blocks that fit the width", () => {
    const versions = ["1.0.0", "1.1.0", "1.2.0"];
    const text = matrix(["loop-order"], versions, [result("loop-order", "1.1.0", "changed")], 30);
    expect(text.split("\n").every((line) => line.length <= 70)).toBe(true);
    expect(text.match(/loop-order/g)).toHaveLength(2);
  });

  const other: Installed = { ...PI, version: "2.1.0" };
  const changed = result("loop-order", "2.0.0", "changed");
  const kept = result("validator", "2.0.0", "holds");

  it("says the verdict first, and of each difference from a claim whether it is recorded", () => {
    const run = { versions: [PI], results: [changed, kept] };
    const calm = reportText(run, [], 120);
    expect(calm).toMatch(/^As in the ledger: 1 claim holds, 1 differs, as recorded\.\n/);
    expect(calm).toContain("  loop-order: differs from the claim, as recorded\n    it does: no, seen\n");
    const news = [{ claim: "loop-order", version: "2.0.0", text: "was holds, is changed" }];
    const drifted = reportText(run, news, 120);
    expect(drifted).toMatch(
      /^Differs from the ledger in 1 thing: 1 claim holds, 1 differs\.\n {2}loop-order: was/,
    );
    expect(drifted).toContain("  loop-order: differs from the claim, not as recorded\n");
  });

  it("names a version that could not be loaded once, and does not call an open question settled", () => {
    const silent = ["loop-order", "validator"].map((claim) => result(claim, "2.1.0", "cannot-probe"));
    const text = reportText({ versions: [PI, other], results: [changed, kept, ...silent] }, [], 120);
    expect(text).toMatch(
      /^As in the ledger: 2 versions, 1 answer holds, 1 differs, 2 are missing, as recorded\./,
    );
    expect(text.match(/pi 2\.1\.0 could not be loaded, as recorded: why/g)).toHaveLength(1);
    const late = unanswered("loop-order", "2.1.0", "no answer", false);
    expect(verdictLine({ versions: [other], results: [late] }, [])).toMatch(/^Incomplete: 1 probe /);
  });

  it("offers the nearest name", () => {
    expect(nearest("loop-ordr", ["loop-order", "validator"])).toBe("; did you mean 'loop-order'?");
    expect(nearest("zzzzzzzzzzzzzzzz", ["loop-order"])).toBe("");
  });
});

describe("the command line", () => {
  const drift = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...words], { encoding: "utf8" });

  it("refuses what it does not know with the nearest name, and prints no stack", () => {
    const cases = [
      { words: ["--minos"], near: "--minors" },
      { words: ["bisct"], near: "bisect" },
      { words: ["bisect", "loop-ordr"], near: "loop-order" },
    ];
    for (const { words, near } of cases) {
      const { status, stderr, stdout } = drift(...words);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(near);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  it("refuses choices that exclude each other and versions that are none", () => {
    expect(drift("--minors", "--all").status).toBe(2);
    expect(drift("--pi", "newest").status).toBe(2);
    expect(drift("--workers", "0").status).toBe(2);
  });

  it("finds the committed page up to date", () => {
    expect(drift("page", "--check")).toMatchObject({ status: 0, stdout: "docs/pi.md is up to date.\n" });
  });
});
