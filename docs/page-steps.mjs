// What a page asks its reader to do, step by step: commands of `sh` blocks, files (a block whose info string says
// `file=path`), changes (`diff apply`) and what the commands before must have printed (`text output`). Plain JavaScript,
// because README's commands run before anything is installed.

const FENCE = /^(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^\1[ \t]*$/gm;
/** Marks of a command that does not run every time; each gives its reason. */
const MARKS = ["slow", "network", "not run"];

/** The comment behind a command, in parts: `exits 1; slow: all targets`. Throws on what is no mark. */
function marksOf(comment, line) {
  const marks = { exits: 0, mark: undefined };
  for (const part of comment.split(";").map((one) => one.trim())) {
    const [, exits] = /^exits (\d+)$/.exec(part) ?? [];
    const [, mark, reason] = /^(slow|network|not run): (\S.*)$/.exec(part) ?? [];
    if (exits !== undefined) marks.exits = Number(exits);
    else if (mark !== undefined) marks.mark = { name: mark, reason };
    else if (/^exits\b/.test(part) || MARKS.some((name) => part.startsWith(name)))
      throw new Error(
        `"# ${comment}" behind "${line}" is no mark: exits N; slow, network or not run: reason`,
      );
  }
  return marks;
}

function commandsOf(text, block) {
  const lines = text.replace(/\\\n\s*/g, "").split("\n");
  return lines
    .map((line) => line.split(/\s+# /, 2))
    .filter(([command]) => command.trim() !== "" && !command.startsWith("#"))
    .map(([command, comment = ""]) => ({
      kind: "run",
      block,
      line: command.trim(),
      ...marksOf(comment, command),
    }));
}

/** The steps of a page's markdown, in order. Throws Error on a mark that cannot be read. */
export function stepsOf(markdown) {
  return [...markdown.matchAll(FENCE)].flatMap(([, , info, text], block) => {
    const [language, ...words] = info.trim().split(/\s+/);
    const path = words.find((word) => word.startsWith("file="))?.slice("file=".length);
    if (language === "sh") return commandsOf(text, block);
    if (path !== undefined) return [{ kind: "file", path, text }];
    if (language === "diff" && words.includes("apply")) return [{ kind: "patch", text }];
    if (language === "text" && words.includes("output")) return [{ kind: "output", text }];
    return [];
  });
}

const matches = (pattern, line) => {
  let at = 0;
  return pattern.split("…").every((part, index, parts) => {
    const found = index === parts.length - 1 && index > 0 ? line.lastIndexOf(part) : line.indexOf(part, at);
    if (found < at || (index === 0 && found > 0)) return false;
    at = found + part.length;
    return index < parts.length - 1 || at === line.length;
  });
};

/**
 * The first line of `expected` that `output` does not show in order, or undefined. A line `…` stands for any lines, and
 * `…` in a line for any text; other lines follow each other directly.
 */
export function missingLine(expected, output) {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const groups = expected
    .trimEnd()
    .split(/^[ \t]*…[ \t]*$/m)
    .map((group) => group.replace(/^\n|\n$/g, "").split("\n"));
  let from = 0;
  for (const group of groups) {
    if (group.length === 1 && group[0] === "") continue;
    const fits = (at) =>
      group.findIndex((line, index) => !matches(line.trimEnd(), lines[at + index] ?? "\0"));
    let best = 0;
    let at = from;
    while (at < lines.length && fits(at) !== -1) best = Math.max(best, fits(at++));
    if (at >= lines.length) return group[best];
    from = at + group.length;
  }
  return undefined;
}
