/** What fell short, as annotations of a GitHub workflow. */
import { bounded, printable } from "../printable.ts";
import { isShort, titleOf } from "./counts.ts";
import type { ReportDocument } from "./document.ts";

const MAX_ANNOTATIONS = 10;
const MAX_SHOWN = 500;

/** Text of anyone's inside a workflow command: it ends neither the command nor the property that it stands in. */
function inert(text: string): string {
  return printable(bounded(text, MAX_SHOWN))
    .replaceAll("%", "%25")
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");
}

/** One line for each requirement that fell short unexpectedly, ten at most; "" if none did. */
export function annotations(document: ReportDocument): string {
  const short = document.body.requirements.filter(
    ({ verdict, expected, level }) => isShort(verdict) && !expected && level !== "S",
  );
  const lines = short.slice(0, MAX_ANNOTATIONS).map(({ id, verdict, sentence, checks }) => {
    const first = checks.find((check) => isShort(check.verdict));
    const title = `${titleOf(document)}: ${id} ${verdict}`;
    return `::error title=${inert(title)}::${inert(`${sentence} ${first?.address ?? ""}: ${first?.problem?.says ?? ""}`)}`;
  });
  const more = short.length - lines.length;
  if (more > 0) lines.push(`::error title=${inert(titleOf(document))}::and ${more} more requirements`);
  return lines.map((line) => `${line}\n`).join("");
}
