/** Speed of the recogniser of printed calls: MB a second on plain text, growth on adversaries, chunks against the whole. */
import Table from "cli-table3";
import { createLeakStripper, parseToolGrammarLeaks, recoverGrammarLeaks } from "../reference/grammar.ts";
import { ADVERSARIES } from "../spec/grammar-adversaries.ts";

const SIZE = 256 * 1024;
const RUNS = 9;
const TOOLS = ["read", "bash", "edit", "write", "grep", "find", "ls"];

/** The least of several runs: what else the machine does only adds. */
const least = (values: readonly number[]): number => Math.min(...values);

function milliseconds(run: () => void): number {
  run();
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return least(times);
}

const message = (text: string) => ({
  role: "assistant",
  stopReason: "stop",
  content: [{ type: "text", text }],
});
const handle = (text: string, mode = "recover") =>
  recoverGrammarLeaks(message(text), { mode, knownTools: TOOLS });

function inChunks(text: string, size: number): void {
  const stripper = createLeakStripper({ mode: "strip", knownTools: TOOLS });
  for (let at = 0; at < text.length; at += size) stripper.push(text.slice(at, at + size));
  stripper.flush();
}

function printSpeeds(): void {
  const prose = ADVERSARIES.find(({ name }) => name === "prose-line")?.build(4 << 20) ?? "";
  const code = ADVERSARIES.find(({ name }) => name === "code-line")?.build(4 << 20) ?? "";
  const call = ADVERSARIES.find(({ name }) => name === "long-string")?.build(SIZE - 8) ?? "";
  const mixed = `${prose.slice(0, 64 << 10)}\n<tool_call>${"{"}"name":"bash","arguments":{"command":"ls"}}</tool_call>\n`;
  const table = new Table({
    style: { head: [], border: [], compact: true },
    head: ["text", "size", "recognised MB/s", "stripped MB/s", "stripped in 16-char chunks / as a whole"],
  });
  for (const [name, text] of [
    ["prose without marker", prose],
    ["code without marker", code],
    ["one long call", call],
    ["prose and a call", mixed.repeat(4)],
  ] as const) {
    const recognised = milliseconds(() => void parseToolGrammarLeaks(text));
    const whole = milliseconds(() => void handle(text, "strip"));
    const chunks = milliseconds(() => inChunks(text, 16));
    const speed = (time: number): string => (text.length / 1e3 / time).toFixed(0);
    table.push([name, text.length, speed(recognised), speed(whole), (chunks / whole).toFixed(2)]);
  }
  console.log(table.toString());
}

function printAdversaries(): void {
  const table = new Table({
    style: { head: [], border: [], compact: true },
    head: ["adversary", "128 KB, ms", "256 KB, ms", "T(2n)/T(n)"],
  });
  for (const { name, build } of ADVERSARIES) {
    const [small, large] = [build(SIZE / 2), build(SIZE)];
    const one = milliseconds(() => void handle(small));
    const two = milliseconds(() => void handle(large));
    table.push([name, one.toFixed(2), two.toFixed(2), (two / one).toFixed(2)]);
  }
  console.log(table.toString());
}

printSpeeds();
printAdversaries();
