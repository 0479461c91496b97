/** Faults of published layers that are narrow enough to be saboteurs: each is caught at what it breaks and nowhere else. */
import { messageBugs } from "../past-bugs/messages.ts";
import { repairBugs } from "../past-bugs/repairs.ts";
import type { Saboteur } from "../saboteur.ts";

const BREAKS: Readonly<Record<string, readonly string[]>> = {
  "pointers-not-decoded": ["schema/drop-optional-null"],
  "fold-over-edits": ["outcome/change-is-complete", "safety/honest", "preprocess/edit-fold"],
  "first-alias-wins": ["outcome/change-is-complete", "safety/honest", "preprocess/conflicting-aliases"],
  "half-done-hook-counts": ["safety/input-untouched", "preprocess/owner-hook"],
  "hook-without-this": ["preprocess/owner-hook"],
  "inner-arguments-taken": ["grammar/argument-values"],
  "halves-joined": ["safety/idempotent", "grammar/exact-cut"],
  "empty-part-left": ["grammar/message-preserved"],
};

export const saboteurs: readonly Saboteur[] = Object.freeze(
  [...repairBugs, ...messageBugs].flatMap(({ name, title, target }) => {
    const breaks = BREAKS[name];
    return breaks === undefined ? [] : [{ name: `past/${name}`, title, breaks, target }];
  }),
);
