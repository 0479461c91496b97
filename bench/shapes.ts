/** The table of printed shapes: is one clean call of each recognised once, with its arguments, and the text around it kept? */

import { isDeepStrictEqual } from "node:util";
import { plainTable } from "../conformance/plain-table.ts";
import { type ParsedLeak, parseToolGrammarLeaks, recoverGrammarLeaks } from "../reference/grammar.ts";
import shapes from "../spec/grammar-shapes.json" with { type: "json" };

const SCHEMA = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };
const BEFORE = "I will look at the files.\n\n";
const AFTER = "\n\nThat is all.  \n";

type Row = (typeof shapes)[number];

export type ShapeResult = {
  readonly shape: string;
  readonly grammar: string;
  readonly once: boolean;
  readonly arguments: boolean;
  readonly surroundings: boolean;
};

const handle = (text: string, mode: string) =>
  recoverGrammarLeaks(
    { role: "assistant", stopReason: "stop", content: [{ type: "text", text }] },
    { mode, knownTools: ["bash"], toolSchemas: { bash: SCHEMA } },
  );

const textOf = (message: unknown): string =>
  ((message as { content: { type: string; text?: string }[] }).content ?? [])
    .map((part) => part.text ?? "")
    .join("");

/** A framed call between two paragraphs goes with its line; an unframed one is no call there, and all stays. */
function keepsSurroundings(row: Row): boolean {
  const text = BEFORE + row.call + AFTER;
  const rest = textOf(handle(text, "strip").message);
  return rest === (row.framed ? BEFORE + AFTER.slice(1) : text);
}

/** Measures one row of the table. Promotable calls are promoted; those that recount a past call are only recognised. */
export function measureShape(row: Row): ShapeResult {
  const { decisions, recoveredCalls } = handle(row.call, "recover");
  const [decision] = decisions;
  const calls: readonly ParsedLeak[] = row.promotable ? recoveredCalls : parseToolGrammarLeaks(row.call);
  const [call] = calls;
  const named = decision?.shape === row.shape && decision.grammar === row.grammar;
  return {
    shape: row.shape,
    grammar: row.grammar,
    once:
      named &&
      decisions.length === 1 &&
      calls.length === 1 &&
      recoveredCalls.length === Number(row.promotable),
    arguments: call?.name === row.name && isDeepStrictEqual(call?.arguments, row.arguments),
    surroundings: keepsSurroundings(row),
  };
}

const yes = (holds: boolean): string => (holds ? "yes" : "NO");

if (import.meta.main) {
  const results = shapes.map(measureShape);
  const rows = results.map((row) => [
    ...[row.shape, row.grammar, yes(row.once), yes(row.arguments), yes(row.surroundings)],
  ]);
  console.log(plainTable(["shape", "family", "once", "arguments", "text around"], rows));
  const held = results.filter((row) => row.once && row.arguments && row.surroundings).length;
  console.log(`${held} of ${results.length} shapes`);
  process.exitCode = held === results.length ? 0 : 1;
}
