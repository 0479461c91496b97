/** What there is to run, as text: all of it, or one requirement. */
import { REQUIREMENTS, type Requirement } from "../../spec/requirements.ts";
import type { SuiteCheck } from "../execute.ts";
import { addressOf, requirementOf, type Suite } from "../suite.ts";

const titleOf = (check: SuiteCheck): string =>
  check.kind === "vector" ? check.vector.title : check.property.title;

/** Targets, then every requirement with its checks. */
export function listing(targets: readonly string[], suite: Suite): string {
  const head = ["targets", ...targets.map((name) => `  ${name}`), "", "requirements"];
  return [...head, listingBelow("", suite) ?? ""].join("\n");
}

/** The requirements and checks whose address begins with a prefix; undefined where there are none. */
export function listingBelow(prefix: string, suite: Suite): string | undefined {
  const byRequirement = Map.groupBy(suite.checks, requirementOf);
  const lines = REQUIREMENTS.flatMap(({ id, level, capabilities }) => {
    const checks = (byRequirement.get(id) ?? []).filter((check) => addressOf(check).startsWith(prefix));
    if (checks.length === 0 && !id.startsWith(prefix)) return [];
    const head = `  ${id} (${level}; ${capabilities.join(", ") || "pi itself"})`;
    return [head, ...checks.map((check) => `    ${check.kind} ${addressOf(check)}`)];
  });
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}

/** The requirements of a chapter, each with its sentence and the number of its checks. */
export function chapterListing(rows: readonly Requirement[], suite: Suite): string {
  const counts = Map.groupBy(suite.checks, requirementOf);
  return rows
    .map(({ id, level, sentence }) => {
      const checks = counts.get(id)?.length ?? 0;
      const tested = checks === 0 ? "by `pnpm drift`" : `${checks} check${checks === 1 ? "" : "s"}`;
      return `${id} (${level}; ${tested})\n  ${sentence}\n`;
    })
    .join("");
}

/** One requirement: its sentence, its source, and what tests it. */
export function explanation(
  { id, level, capabilities, sentence, source }: Requirement,
  suite: Suite,
): string {
  const checks = suite.checks.filter((check) => requirementOf(check) === id);
  const levels = { M: "must", X: "must, beyond what published layers do", S: "should, never fails a run" };
  return [
    id,
    `  ${sentence}`,
    "",
    `  level         ${level} (${levels[level as keyof typeof levels]})`,
    `  capabilities  ${capabilities.join(", ") || "none: it judges pi itself"}`,
    `  source        ${source}`,
    `  checks        ${checks.length === 0 ? "a claim about pi: executed by `pnpm drift`" : checks.length}`,
    ...checks.map((check) => `    ${addressOf(check)} (${check.kind}): ${titleOf(check)}`),
    "",
  ].join("\n");
}
