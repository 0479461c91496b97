import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { jsonReport, type ReportDocument, readDocument } from "../report/document.ts";
import { hostileDocument } from "../report/hostile.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function conformance(...words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: folder, NO_COLOR: "1" },
  });
  return { stdout, stderr, status };
}

function keepReport(name: string, change: (document: ReportDocument) => ReportDocument): string {
  const path = join(folder, name);
  writeFileSync(path, jsonReport(change(hostileDocument("a layer"))));
  return path;
}

describe("compare", () => {
  const without = (id: string) => (document: ReportDocument) => ({
    ...document,
    body: { ...document.body, requirements: document.body.requirements.filter((entry) => entry.id !== id) },
  });
  const flipped = (document: ReportDocument): ReportDocument => {
    const requirements = document.body.requirements.map((entry) => ({
      ...entry,
      checks: entry.checks.map((check) => ({
        ...check,
        verdict: check.verdict === "held" ? ("failed" as const) : ("held" as const),
      })),
    }));
    return { ...document, body: { ...document.body, requirements } };
  };
  const same = keepReport("same.json", (document) => document);

  test("two equal reports differ in nothing, exit code 0", () => {
    const { stdout, status } = conformance("compare", same, same);
    expect(stdout).toContain("0 fixed, 0 broken, 0 new, 0 gone");
    expect(status).toBe(0);
  });

  test("what held and fails now is broken, what failed and holds now is fixed, exit code 1", () => {
    const { stdout, status } = conformance("compare", same, keepReport("flipped.json", flipped));
    expect(stdout).toContain("3 fixed, 1 broken, 0 new, 0 gone");
    expect(stdout).toContain("outcome/host-stable/a: held → failed");
    expect(status).toBe(1);
  });

  test("what only one report has is new or gone, exit code 0", () => {
    const fewer = keepReport("fewer.json", without("outcome/one-of-three"));
    expect(conformance("compare", fewer, same).stdout).toContain("0 fixed, 0 broken, 2 new, 0 gone");
    const { stdout, status } = conformance("compare", same, fewer);
    expect(stdout).toContain("0 fixed, 0 broken, 0 new, 2 gone");
    expect(status).toBe(0);
  });

  test("a file that is no report is a bad call", () => {
    writeFileSync(join(folder, "other.json"), "{}");
    const { stderr, status } = conformance("compare", same, "other.json");
    expect(stderr).toContain("other.json is not a report of this suite");
    expect(status).toBe(2);
  });
});

describe("emit", () => {
  test("its lines, fed by hand to a program, are answered", () => {
    const { stdout } = conformance("emit", "envelope/decode-json/once");
    const target = fileURLToPath(new URL("../targets/python/target.py", import.meta.url));
    const answers = execFileSync("python3", [target], { input: stdout, encoding: "utf8" }).trim().split("\n");
    expect(answers.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { id: 1, result: { protocolVersion: "1.0" } },
      { id: 2, result: { outcome: "repaired" } },
    ]);
  });

  test("an unknown address is refused with the nearest one", () => {
    const { stderr, status } = conformance("emit", "envelope/decode-json/onse");
    expect(stderr).toContain('did you mean "envelope/decode-json/once"');
    expect(status).toBe(2);
  });
});

describe("init and doctor", () => {
  const programs = { python: ["python3", "target.py"], stdio: ["node", "target.mjs"] };
  test("the template in TypeScript starts, and is told what it lacks", () => {
    expect(conformance("init", "ts", "ts").status).toBe(0);
    const { stdout, status } = conformance("doctor", "./ts/target.ts");
    expect(stdout).toContain("it starts: my-layer 0.1.0, repair");
    expect(stdout).toContain("hint");
    expect(status).toBe(1);
  });

  for (const [kind, [command, file]] of Object.entries(programs)) {
    test(`the template ${kind} starts, and is told what it lacks`, () => {
      expect(conformance("init", kind, kind).status).toBe(0);
      const { stdout, status } = conformance("doctor", "--", command ?? "", join(kind, file ?? ""));
      expect(stdout).toContain("it starts: my-layer 0.1.0, repair");
      expect(stdout).toMatch(/by hand {2}npx -y pnpm@12\.21\.0 --silent conformance emit \S+ \| \S+ \S+\n/);
      expect(status).toBe(1);
    });
  }

  test("nothing is overwritten, and an unknown template is named with the nearest one", () => {
    expect(conformance("init", "ts", "twice").status).toBe(0);
    expect(conformance("init", "ts", "twice").stderr).toContain("is there already");
    expect(conformance("init", "pyton").stderr).toContain('did you mean "python"');
  });

  test("the example in Python is healthy", () => {
    expect(conformance("doctor", "python")).toMatchObject({ status: 0 });
  });

  test("of a program that dies at its start the beginning and the end of stderr are shown, and doctor named", () => {
    const panic = 'for (let n = 1; n <= 60; n++) console.error("line " + n); process.exit(101)';
    const { stderr, status } = conformance("--", process.execPath, "-e", panic);
    expect(stderr).toMatch(/^target: the target exited with code 101\nits stderr:\n {2}line 1\n/m);
    expect(stderr).toContain("  line 20\n  … (20 more lines)\n  line 41\n");
    expect(stderr).toMatch(/ {2}line 60\ntry `.* conformance doctor -- \S+ -e '.*'`\n$/);
    expect(status).toBe(3);
  });

  test("options behind -- are said to be the program's", () => {
    const { stderr } = conformance("--", "no-such-program", "--only", "safety", "--fast");
    expect(stderr).toContain("note: what stands after -- goes to the program: --only too;");
  });

  test("a program that is no target gets a hint", () => {
    const { stdout, stderr, status } = conformance("doctor", "--", "no-such-program");
    expect(stdout).toContain("hint: Is the program on the path");
    expect(stderr).toContain("target: the target could not be started");
    expect(status).toBe(3);
  });
});

describe("reports and several targets", () => {
  const only = ["--only", "grammar/phantom-left", "--runs", "2"];
  test("one run is written in every form, and stdout stays one document", () => {
    const files = [
      "--junit",
      "j.xml",
      "--markdown",
      "m.md",
      "--html",
      "h.html",
      "--badge",
      "b.json",
      "--events",
      "e.ndjson",
    ];
    const { stdout, status } = conformance("reference", "--json", ...only, ...files);
    expect(status).toBe(0);
    expect(readDocument(stdout, "stdout").body.requirements).toHaveLength(1);
    for (const name of ["j.xml", "m.md", "h.html", "b.json", "e.ndjson"])
      expect(existsSync(join(folder, name))).toBe(true);
    const events = readFileSync(join(folder, "e.ndjson"), "utf8").trimEnd().split("\n");
    const footer = JSON.parse(events.at(-1) ?? "") as { readonly event: string; readonly events: number };
    expect(footer).toMatchObject({ event: "finished", exitCode: 0, events: events.length });
  });

  test("two runs with one seed give the same body, byte for byte", () => {
    const body = () => {
      const { stdout } = conformance(
        "--json",
        "--only",
        "outcome/host-stable",
        "--runs",
        "20",
        "--",
        "python3",
        example,
      );
      return JSON.stringify(readDocument(stdout, "stdout").body);
    };
    const example = fileURLToPath(new URL("../targets/python/target.py", import.meta.url));
    expect(body()).toBe(body());
  });

  test("matrix prints a column a target", () => {
    const { stdout } = conformance("matrix", "reference", "python", ...only, "--html", "x.html");
    expect(stdout).toMatch(/requirement +pi-repair-reference +python-example/);
    expect(stdout).toMatch(/grammar\/phantom-left +held +held/);
    expect(readFileSync(join(folder, "x.html"), "utf8")).toContain("python-example");
  });

  test("a path that cannot be written is a bad call", () => {
    expect(conformance("reference", ...only, "--html", "no/such/folder/x.html")).toMatchObject({ status: 2 });
  });
});

describe("expected-failures", () => {
  test("init writes what fails, check finds it true, update takes out what holds", () => {
    conformance("init", "stdio", "kept");
    const program = ["--", "node", join("kept", "target.mjs")];
    const file = join(folder, "kept", "expected-failures.json");
    const quick = ["--runs", "1", "--deadline", "30000"];
    expect(conformance("expected-failures", "init", ...quick, ...program)).toMatchObject({ status: 0 });
    expect(conformance("expected-failures", "init", ...quick, ...program)).toMatchObject({ status: 2 });
    const written = JSON.parse(readFileSync(file, "utf8")) as { source: string; expectedFailures: object[] };
    expect(written.expectedFailures.length).toBeGreaterThan(20);
    expect(conformance("expected-failures", "check", ...quick, ...program)).toMatchObject({ status: 0 });
    const held = { address: "outcome/unknown-kind-ignored/as-if-it-were-not-there", reason: "Not true." };
    writeFileSync(
      file,
      JSON.stringify({ ...written, expectedFailures: [...written.expectedFailures, held] }),
    );
    const { stdout } = conformance("expected-failures", "update", ...quick, ...program);
    expect(stdout).toMatch(/0 added/);
    expect(stdout).toContain("removed outcome/unknown-kind-ignored/as-if-it-were-not-there");
  }, 300_000);
});
