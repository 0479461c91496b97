import { expect, test } from "vitest";
import { CANDIDATES, inShell } from "./completion-tests.ts";

/** What zsh offers behind these words; the last one is being typed. */
function zsh(...words: readonly string[]): readonly string[] {
  const prepare = "autoload -Uz compinit && compinit -u -D -d ./dump";
  const line = ["pi-repair-conformance", ...words].map((word) => `'${word}'`).join(" ");
  // Its own builtin and its own completion of files work while a line is edited only.
  const code = `compadd() { shift; print -l -- "$@" }
    _files() { : }
    words=(${line}) CURRENT=${words.length + 1}
    _pi_repair_conformance`;
  return inShell("zsh", prepare, code);
}

test("zsh completes commands, targets and addresses", () => {
  expect(zsh("")).toEqual(expect.arrayContaining(["explain", "reference", "--json"]));
  expect(zsh("--only", "")).toEqual(CANDIDATES.address);
  expect(zsh("explain", "")).toEqual([...CANDIDATES.address, "--help"]);
  expect(zsh("--", "python3", "")).toEqual([]);
});

const fish = (line: string): readonly string[] =>
  inShell("fish", "", `complete -C'${line}'`).map((row) => row.split("\t")[0] ?? "");

test("fish completes commands, targets, addresses and flags", () => {
  expect(fish("pi-repair-conformance expl")).toEqual(["explain"]);
  expect(fish("pi-repair-conformance refer")).toEqual(["reference"]);
  expect(fish("pi-repair-conformance explain envelope/d")).toEqual(["envelope/decode-json"]);
  expect(fish("pi-repair-conformance reference --only envelope/l")).toEqual(["envelope/limits"]);
  expect(fish("pi-repair-conformance doctor --dead")).toEqual(["--deadline"]);
  expect(fish("pi-repair-conformance expected-failures ch")).toEqual(["check"]);
});
