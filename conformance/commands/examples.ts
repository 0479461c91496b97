/** The examples of the help texts; a test parses each of them. */
import type { Examples } from "./help.ts";

export const EXAMPLES: Examples = {
  "": [
    "",
    "./my-layer.ts --only safety --seed 7",
    "-- python3 my_layer.py",
    "pi-alone@1.4.0 --json",
    "pi-extension@./my-extension.ts --html report.html",
  ],
  list: ["list"],
  explain: ["explain envelope/decode-json", "explain safety"],
  matrix: ["matrix reference pi-alone --only envelope --html side-by-side.html"],
  compare: ["compare before.json after.json"],
  doctor: ["doctor ./my-layer.ts", "doctor -- python3 my_layer.py"],
  emit: ["emit envelope/decode-json/once"],
  "expected-failures init": ["expected-failures init ./my-layer.ts"],
  "expected-failures update": ["expected-failures update -- python3 my_layer.py"],
  "expected-failures check": ["expected-failures check ./my-layer.ts"],
  init: ["init ts my-target", "init python my-target"],
  completion: ["completion bash > ~/.local/share/bash-completion/completions/pi-repair-conformance"],
};

export const EXIT_CODES =
  "0 as expected, 1 the target fell short, 2 a bad call, 3 incomplete, 4 a fault of the harness.";
