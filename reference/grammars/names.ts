/** Tool names as printed, compared with the names of the tools that are there: exactly, after the known decorations. */

const PREFIXES = ["functions.", "default_api.", "assistant.", "tools."] as const;

/** The printed name without a leading namespace and without anything from the first control token on. */
export function bareToolName(printed: string): string {
  const token = printed.indexOf("<|");
  const name = token < 0 ? printed : printed.slice(0, token);
  const prefix = PREFIXES.find((candidate) => name.startsWith(candidate));
  return prefix === undefined ? name : name.slice(prefix.length);
}

/** The one tool that a printed name means; undefined where none or two do. No case folding, no Unicode folding. */
export function resolveToolName(printed: string, tools: readonly string[]): string | undefined {
  const bare = bareToolName(printed);
  const hits = new Set(tools.filter((tool) => tool !== "" && (tool === printed || tool === bare)));
  return hits.size === 1 ? [...hits][0] : undefined;
}
