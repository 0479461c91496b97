/** The scripts in real shells. zsh and fish are tried where they are installed; `.ci/run` installs them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { completionScript } from "./completion.ts";
import { program } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "completion-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CANDIDATES = {
  target: ["pi-alone", "reference"],
  address: ["envelope", "envelope/decode-json", "envelope/limits"],
  template: ["ts", "python", "stdio"],
};

function scriptFile(shell: string): string {
  const file = join(folder, shell);
  writeFileSync(file, completionScript(shell, program(), CANDIDATES));
  return file;
}

const isHere = (shell: string): boolean => spawnSync(shell, ["--version"]).error === undefined;

function run(shell: string, code: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(shell, ["-c", code], { encoding: "utf8", cwd: folder });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter((line) => line !== "");
}

/** What bash offers behind these words; the last one is being typed. */
function bash(...words: readonly string[]): readonly string[] {
  const line = ["pi-repair-conformance", ...words].map((word) => `'${word}'`).join(" ");
  return run(
    "bash",
    `source ${scriptFile("bash")}
     complete -p pi-repair-conformance >/dev/null
     COMP_WORDS=(${line}) COMP_CWORD=${words.length} COMPREPLY=()
     _pi_repair_conformance
     printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
}

describe("bash completes", () => {
  test("commands, targets and flags at the first word", () => {
    expect(bash("ex")).toEqual(["explain", "expected-failures"]);
    expect(bash("ref")).toEqual(["reference"]);
    expect(bash("--js")).toEqual(["--json"]);
  });

  test("addresses after --only, and as the argument of explain", () => {
    expect(bash("reference", "--only", "envelope/d")).toEqual(["envelope/decode-json"]);
    expect(bash("explain", "envelope/l")).toEqual(["envelope/limits"]);
  });

  test("what a subcommand takes, and not what others do", () => {
    expect(bash("init", "")).toEqual(["ts", "python", "stdio", "--help"]);
    expect(bash("expected-failures", "u")).toEqual(["update"]);
    expect(bash("expected-failures", "update", "pi")).toEqual(["pi-alone"]);
    expect(bash("completion", "f")).toEqual(["fish"]);
  });

  test("nothing of ours where a file or a number stands, nor behind --", () => {
    expect(bash("--html", "r")).toEqual([]);
    expect(bash("--", "python3", "")).toEqual([]);
  });
});

describe.skipIf(!isHere("zsh"))("zsh", () => {
  test("loads the script and completes from it", () => {
    const probe = `autoload -Uz compinit && compinit -u -D -d ${join(folder, "dump")}
      source ${scriptFile("zsh")}
      compadd() { shift; print -l -- "$@" }
      _files() { : }
      words=(pi-repair-conformance --only '') CURRENT=3
      _pi_repair_conformance`;
    expect(run("zsh", probe)).toEqual(CANDIDATES.address);
  });
});

describe.skipIf(!isHere("fish"))("fish", () => {
  const fish = (line: string): readonly string[] =>
    run("fish", `source ${scriptFile("fish")}; complete -C'${line}'`).map((row) => row.split("\t")[0] ?? "");

  test("completes commands, targets, addresses and flags", () => {
    expect(fish("pi-repair-conformance expl")).toEqual(["explain"]);
    expect(fish("pi-repair-conformance refer")).toEqual(["reference"]);
    expect(fish("pi-repair-conformance explain envelope/d")).toEqual(["envelope/decode-json"]);
    expect(fish("pi-repair-conformance reference --only envelope/l")).toEqual(["envelope/limits"]);
    expect(fish("pi-repair-conformance doctor --dead")).toEqual(["--deadline"]);
    expect(fish("pi-repair-conformance expected-failures ch")).toEqual(["check"]);
  });
});

test("a shell without a script is refused with the nearest name", () => {
  expect(() => completionScript("bsh", program(), CANDIDATES)).toThrow('did you mean "bash"?');
});
