// The line that tells the user of a repair: a session entry of our own, drawn by our own component. pi's tool rows and
// the lines that they cache are never touched.
import * as codingAgent from "@earendil-works/pi-coding-agent";
import { plainText } from "../plain-text.ts";
import { isPlainObject } from "../value.ts";

export const ENTRY_TYPE = "tool-repair";

/** What the session keeps of a repair: no value of the call. */
export interface RepairEntry {
  readonly kind: "repaired" | "recovered" | "stripped";
  readonly tool: string;
  readonly rules: readonly string[];
}

const SENTENCES: Readonly<Record<string, string>> = Object.freeze({
  repaired: "🔨 ✓ input repaired",
  recovered: "🔨 ✓ call recovered from text",
  stripped: "🔨 ✓ printed call removed, not run",
});

/** The indicator's text for the data of an entry of any age; undefined where there is nothing to show. */
export function indicatorText(data: unknown): string | undefined {
  if (!isPlainObject(data) || !Array.isArray(data.rules)) return undefined;
  const rules = data.rules.filter((rule) => typeof rule === "string").map((rule) => plainText(rule, 60));
  const kind = Object.keys(SENTENCES).find((known) => known === data.kind) ?? "repaired";
  const tool = typeof data.tool === "string" ? ` · ${plainText(data.tool, 60)}` : "";
  return `${SENTENCES[kind]} (${rules.join(", ")})${tool}`;
}

export interface LineComponent {
  render(width: number): string[];
  invalidate(): void;
}

/** More lines than any indicator with its notes takes. */
const MOST_LINES = 100;

/** A component that wraps `lines` to whatever width it is asked for. `paint` colours one wrapped line. */
export function lineComponent(lines: readonly string[], paint: (line: string) => string): LineComponent {
  return {
    render(width) {
      return lines.flatMap((line) =>
        codingAgent
          .truncateToVisualLines(line, MOST_LINES, width, 1)
          .visualLines.map((wrapped) => paint(wrapped.trimEnd())),
      );
    },
    invalidate() {
      // Nothing is cached: colours and width are those of the moment.
    },
  };
}
