/**
 * The faults that published layers had, each as a target, with the real cases that it led to. Where a saboteur has the
 * fault it stands for it.
 */
import { isReport, REAL_CASES } from "../spec/real-cases.ts";
import type { PastBug } from "./past-bugs/bug.ts";
import { messageBugs } from "./past-bugs/messages.ts";
import { repairBugs } from "./past-bugs/repairs.ts";
import { sessionBugs } from "./past-bugs/sessions.ts";
import { SABOTEURS } from "./saboteurs.ts";

const SAME_FAULT: Readonly<Record<string, readonly string[]>> = {
  "safety/alternates": ["g-flag-model-family"],
  "safety/peels": ["nested-token-idempotence"],
  "envelope/rounds-numbers": ["decode-number-lossy"],
  "envelope/decodes-root-text": ["root-string-schema-unrepairable"],
  "envelope/decodes-once": ["M-prl-030-double-encoded"],
  "envelope/no-control-characters": ["M-prl-030-raw-newline-bash"],
  "envelope/lists-refused": ["M-prl-030-singleton-array"],
  "outcome/claims-for-valid": ["M-prl-snapshot-extra-keys"],
  "grammar/allow-list-of-wrong-type-allows-all": ["allowlist-string-fails-open"],
  "grammar/misspelt-mode-strips": ["invalid-mode-strips"],
  "grammar/hard-breaks-lost": ["removeranges-hard-break"],
  "grammar/cube-in-open-lines": ["perf-paren-lines"],
  "feedback/keeps-the-note-of-a-blocked-call": ["lifecycle-stale-note"],
  "pi/trusts-its-context": ["M-ptr-stale-model", "M-ptr-stale-tools"],
};

const fromSaboteurs: readonly PastBug[] = SABOTEURS.flatMap(({ name, title, target }) => {
  const cases = SAME_FAULT[name];
  return cases === undefined ? [] : [{ name, title, cases, target }];
});

/** Every fault of the past, those that a saboteur has first. */
export const PAST_BUGS: readonly PastBug[] = Object.freeze([
  ...fromSaboteurs,
  ...repairBugs,
  ...messageBugs,
  ...sessionBugs,
]);

/** Cases that no check of the suite judges: which package is installed, and where files are, is the adapter's test. */
export const TESTED_BESIDE: readonly string[] = Object.freeze(
  REAL_CASES.filter(
    (one) => !isReport(one) && one.addresses.every((address) => address.startsWith("test:")),
  ).map((one) => one.case),
);

/** Names of saboteurs that are said to have a fault of the past, and are not there. */
export const UNKNOWN_SABOTEURS: readonly string[] = Object.keys(SAME_FAULT).filter(
  (name) => !SABOTEURS.some((saboteur) => saboteur.name === name),
);
