/** The lines that a program under test would read for one check, to be fed by hand. */

import fc from "fast-check";
import { PROTOCOL_VERSION } from "../spec/contract.ts";
import { type Ask, isSessionAsk } from "./check.ts";
import { batchSeed, type SuiteCheck } from "./execute.ts";
import { SUITE_VERSION } from "./installed.ts";
import { nearest } from "./nearest.ts";
import { BadCall } from "./select.ts";
import { addressOf, requirementOf, type Suite } from "./suite.ts";
import { vectorAsk } from "./vector-call.ts";
import { requestLine } from "./wire-messages.ts";

interface Line {
  readonly ask: Ask;
  /** Whose question it is. */
  readonly whose: string;
}

/** The first question of each case; what a check asks after that depends on the answers. */
function asksOf(check: SuiteCheck, suite: Suite, seed: number, runs: number): readonly Line[] {
  if (check.kind === "vector") {
    const { vector } = check;
    const twin = vector.twin === undefined ? undefined : suite.vectors.get(vector.twin);
    const own = { ask: vectorAsk(vector), whose: `${vector.address}: ${vector.title}` };
    if (twin === undefined) return [own];
    const whose = `its twin, which must be right too, ${twin.address}: ${twin.title}`;
    return [own, { ask: vectorAsk(twin), whose }];
  }
  const { property } = check;
  const values = fc.sample(property.arbitrary, { seed: batchSeed(seed, property.address), numRuns: runs });
  return values.flatMap((value, at) => {
    const step = property.check(value).next();
    const whose = `case ${at + 1} of ${property.address}, the first question of it: ${property.title}`;
    return step.done === true ? [] : [{ ask: step.value, whose }];
  });
}

function findCheck(suite: Suite, address: string): SuiteCheck {
  const check = suite.checks.find((each) => addressOf(each) === address);
  if (check !== undefined) return check;
  const below = suite.checks.filter((each) => requirementOf(each) === address).map(addressOf);
  if (below.length > 0) {
    const listed = below.map((each) => `  ${each}`);
    throw new BadCall(`${address} is a requirement; give the address of one of its checks:`, listed);
  }
  throw new BadCall(`no check has the address "${address}"${nearest(address, suite.checks.map(addressOf))}`);
}

export interface Emitted {
  /** Handshake and requests, each with its line feed. */
  readonly lines: string;
  /** For a person: which line is what. */
  readonly says: readonly string[];
}

/** Handshake and requests of one check. Throws BadCall on an address that no check has. */
export function emitLines(suite: Suite, address: string, seed: number, runs: number): Emitted {
  const check = findCheck(suite, address);
  const harness = { name: "pi-repair-conformance", version: SUITE_VERSION };
  const asks = asksOf(check, suite, seed, runs).filter(
    ({ ask }) => !isSessionAsk(ask) && (!("live" in ask) || ask.live === undefined),
  );
  if (asks.length === 0) throw new BadCall(`${address} looks at what does not pass through a pipe`);
  const hello = requestLine(1, "initialize", { protocolVersion: PROTOCOL_VERSION, harness });
  const lines = asks.map(({ ask }, at) =>
    isSessionAsk(ask) ? "" : requestLine(at + 2, ask.capability, ask.call),
  );
  const says = ["the handshake", ...asks.map(({ whose }) => whose)].map(
    (what, at) => `id ${at + 1}: ${what}`,
  );
  return { lines: hello + lines.join(""), says };
}
