import { describe, expect, test } from "vitest";
import { completionScript } from "./completion.ts";
import { CANDIDATES, inShell } from "./completion-tests.ts";
import { program } from "./program.ts";

/** What bash offers behind these words; the last one is being typed. */
function bash(...words: readonly string[]): readonly string[] {
  const line = ["pi-repair-conformance", ...words].map((word) => `'${word}'`).join(" ");
  const code = `complete -p pi-repair-conformance >/dev/null
    COMP_WORDS=(${line}) COMP_CWORD=${words.length} COMPREPLY=()
    _pi_repair_conformance
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return inShell("bash", "", code);
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

test("a shell without a script is refused with the nearest name", () => {
  expect(() => completionScript("x", "bsh", program(), CANDIDATES)).toThrow('did you mean "bash"?');
});

test("two commands in one shell do not get in each other's way", () => {
  const [one, two] = ["pi-repair-conformance", "pi-repair-fuzz"].map((name) =>
    completionScript(name, "bash", program(), CANDIDATES),
  );
  const code = `${two}
    complete -p pi-repair-conformance pi-repair-fuzz`;
  expect(one).not.toBe(two);
  expect(inShell("bash", "", code)).toHaveLength(2);
});
