/** Links of pages: what they lead to in this repository must be there. Links to elsewhere are not fetched. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { readMarkdown } from "./markdown.ts";
import type { Page } from "./pages.ts";

const ELSEWHERE = /^[a-z][a-z0-9+.-]*:/i;
/** Words that pnpm itself knows. */
const PNPM = new Set(["install", "pack", "add"]);

const anchorsOf = new Map<string, ReadonlySet<string>>();

function anchors(root: string, path: string): ReadonlySet<string> {
  const known = anchorsOf.get(path) ?? readMarkdown(readFileSync(join(root, path), "utf8")).anchors;
  anchorsOf.set(path, known);
  return known;
}

function brokenLink(root: string, { name, markdown }: Page, link: string): string | undefined {
  if (ELSEWHERE.test(link)) return undefined;
  const [target = "", anchor] = decodeURIComponent(link).split("#", 2);
  if (target === "")
    return markdown.anchors.has(anchor ?? "") ? undefined : `no heading ${link} in this page`;
  const path = normalize(join(dirname(name), target));
  if (path.startsWith("..") || target.startsWith("/")) return `leads out of the repository: ${link}`;
  if (!existsSync(join(root, path))) return `leads to nothing: ${link}`;
  if (anchor === undefined) return undefined;
  if (!path.endsWith(".md") || statSync(join(root, path)).isDirectory()) return undefined;
  return anchors(root, path).has(anchor) ? undefined : `${path} has no heading #${anchor}: ${link}`;
}

/** A path of the repository: it ends in a suffix or a slash. Requirements look alike and have neither. */
const PATH =
  /^(?:spec|reference|conformance|fuzz|drift|bench|docs|\.github|\.ci)\/(?:[\w.-]+\/)*(?:[\w.-]+\.[a-z]+)?$/;
const SCRIPT = /^(?:npx -y pnpm@[\d.]+|pnpm) ([\w:.-]+)/;
/** What a run writes is there only after it. */
const WRITTEN = /^(?:fuzz\/findings|reports)\b/;

/** A path or script that a code span names and that is not there. */
function brokenSpan(root: string, tracked: readonly string[], span: string): string | undefined {
  const script = SCRIPT.exec(span)?.[1];
  if (script !== undefined && !PNPM.has(script) && !Object.hasOwn(manifest.scripts, script))
    return `there is no script ${script}: ${span}`;
  if (!PATH.test(span) || WRITTEN.test(span)) return undefined;
  const path = span.replace(/\/$/, "");
  const there = tracked.some((name) => name === path || name.startsWith(`${path}/`));
  return there || existsSync(join(root, path)) ? undefined : `there is no ${span}`;
}

/** Everything that a page names and that is not there, one message each. */
export function brokenNames(root: string, tracked: readonly string[], page: Page): readonly string[] {
  const { name, markdown } = page;
  const links = markdown.links.map(({ line, text }) => ({ line, says: brokenLink(root, page, text) }));
  // A page's own recipe may make files; they are named in it before they are there.
  const made = new Set(
    markdown.blocks.flatMap(({ info, text }) => [
      ...(/\bfile=(\S+)/.exec(info ?? "")?.slice(1) ?? []),
      ...[...text.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, path]) => path ?? ""),
    ]),
  );
  const spans = markdown.spans
    .filter(({ text }) => !made.has(text))
    .map(({ line, text }) => ({ line, says: brokenSpan(root, tracked, text) }));
  return [...links, ...spans].flatMap(({ line, says }) =>
    says === undefined ? [] : `${name}:${line}: ${says}`,
  );
}
