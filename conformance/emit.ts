/** The lines that a program under test would read for one check, to be fed by hand. */

import fc from "fast-check";
import { PROTOCOL_VERSION } from "../spec/contract.ts";
import { type Ask, isSessionAsk } from "./check.ts";
import { batchSeed, type SuiteCheck } from "./execute.ts";
import { SUITE_VERSION } from "./installed.ts";
import { nearest } from "./nearest.ts";
import { BadCall } from "./select.ts";
import { addressOf, type Suite } from "./suite.ts";
import { vectorAsk } from "./vector-call.ts";
import { requestLine } from "./wire-messages.ts";

/** The first question of each case; what a check asks after that depends on the answers. */
function asksOf(check: SuiteCheck, suite: Suite, seed: number, runs: number): readonly Ask[] {
  if (check.kind === "vector") {
    const twin = check.vector.twin === undefined ? undefined : suite.vectors.get(check.vector.twin);
    return [check.vector, ...(twin === undefined ? [] : [twin])].map(vectorAsk);
  }
  const { property } = check;
  const values = fc.sample(property.arbitrary, { seed: batchSeed(seed, property.address), numRuns: runs });
  return values.flatMap((value) => {
    const step = property.check(value).next();
    return step.done === true ? [] : [step.value];
  });
}

/** Handshake and requests of one check. Throws BadCall on an address that no check has. */
export function emitLines(suite: Suite, address: string, seed: number, runs: number): string {
  const check = suite.checks.find((each) => addressOf(each) === address);
  if (check === undefined) {
    throw new BadCall(
      `no check has the address "${address}"${nearest(address, suite.checks.map(addressOf))}`,
    );
  }
  const harness = { name: "pi-repair-conformance", version: SUITE_VERSION };
  const asks = asksOf(check, suite, seed, runs).filter(
    (ask) => !isSessionAsk(ask) && (!("live" in ask) || ask.live === undefined),
  );
  if (asks.length === 0) throw new BadCall(`${address} looks at what does not pass through a pipe`);
  const hello = requestLine(1, "initialize", { protocolVersion: PROTOCOL_VERSION, harness });
  const lines = asks.map((ask, at) =>
    isSessionAsk(ask) ? "" : requestLine(at + 2, ask.capability, ask.call),
  );
  return hello + lines.join("");
}
