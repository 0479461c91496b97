// What a model is told when its call cannot be repaired, and the value-free shape of the failure.
import type { Issue } from "./issues.ts";
import { placeName, plainText } from "./plain-text.ts";

const MAX_SHOWN = 8;

/** A retry message of one line: the tool, and what is wrong where. At most 4 KiB in UTF-8. */
export function retryMessage(toolName: string, issues: readonly Issue[]): string {
  const shown = issues.slice(0, MAX_SHOWN).map((issue) => `${placeName(issue.path)}: ${describe(issue)}`);
  if (issues.length > MAX_SHOWN) shown.push(`and ${issues.length - MAX_SHOWN} more`);
  // A code unit takes three bytes at most.
  return plainText(
    `Invalid arguments for tool "${plainText(toolName, 100)}". Correct what follows and call the tool again: ${shown.join("; ")}`,
    1300,
  );
}

function describe(issue: Issue): string {
  const expected = plainText(issue.expected, 60);
  if (issue.keyword === "required") return `the field \`${expected}\` is missing`;
  if (issue.keyword === "type") return `must be ${expected}`;
  if (issue.keyword === "refused") return plainText(issue.expected, 200);
  return `does not meet ${issue.keyword} (${expected})`;
}

/** Shape, keyword and expectation of issues, each once and sorted; equal for calls that fail in the same way. */
export function summarizeIssues(issues: readonly Issue[]): string {
  // A tool owner's reason is for the model; it may quote the value.
  const told = issues.map(({ shape, keyword, expected }) =>
    keyword === "refused" ? `${shape}|refused` : `${shape}|${keyword}|${expected}`,
  );
  return told.join("; ");
}

/** FNV-1a over UTF-16 code units, as eight hexadecimal digits. */
export function fingerprint(toolName: string, summary: string): string {
  let hash = 0x811c9dc5;
  const text = `${toolName}\n${summary}`;
  for (const unit of text.split("")) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
