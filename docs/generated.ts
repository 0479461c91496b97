/** Every page that is written by a program, and what is stale about it. `pnpm docs:check --write [page]` writes them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chart } from "../bench/chart.ts";
import { loadHistory } from "../bench/history.ts";
import { pageOf } from "../bench/page.ts";
import { mutationPage } from "../conformance/mutation/page.ts";
import { readScores, readSurvivors } from "../conformance/mutation/survivors.ts";
import { readLedger } from "../drift/ledger.ts";
import { renderPage } from "../drift/page.ts";
import { PICTURES, picture } from "./pictures.ts";
import { realFailuresPage } from "./real-failures.ts";
import { requirementsPage } from "./requirements.ts";
import { resultsDigest, resultsPage } from "./results.ts";
import { saboteursDigest, saboteursPage } from "./saboteurs.ts";
import { traceabilityPage } from "./traceability.ts";

interface GeneratedPage {
  readonly name: string;
  /** The whole text of the file. */
  render(): string;
  /** Where rendering takes minutes: a text that the committed page holds as long as it is not stale. */
  stamp?(): string;
}

const ours = (name: string, body: () => string): GeneratedPage => ({
  name,
  render: () => `<!-- Written by \`pnpm docs:check --write docs/${name}\`; do not edit. -->\n\n${body()}`,
});

const PAGES: readonly GeneratedPage[] = Object.freeze([
  ours("requirements.md", requirementsPage),
  ours("traceability.md", traceabilityPage),
  { ...ours("saboteurs.md", saboteursPage), stamp: () => `<!-- inputs ${saboteursDigest()} -->` },
  ours("real-failures.md", realFailuresPage),
  { ...ours("results.md", resultsPage), stamp: () => `<!-- inputs ${resultsDigest()} -->` },
  { name: "mutation.md", render: () => mutationPage(readScores(), readSurvivors()) },
  { name: "pi.md", render: () => renderPage(readLedger()) },
  { name: "bench.md", render: () => pageOf(loadHistory()) },
  { name: "bench.svg", render: () => chart(loadHistory()) },
  ...PICTURES.map((one) => ({ name: one.file, render: () => picture(one) })),
]);

const file = (name: string): URL => new URL(name, import.meta.url);

/** The names of the pages, as `docs/name`. */
export const GENERATED: readonly string[] = Object.freeze(PAGES.map(({ name }) => `docs/${name}`));

function firstDifference(committed: string, wanted: string): string {
  const [old, now] = [committed.split("\n"), wanted.split("\n")];
  const at = now.findIndex((line, index) => line !== old[index]);
  const line = at === -1 ? now.length : at;
  const show = (text: string | undefined): string => (text === undefined ? "nothing" : text.slice(0, 200));
  return `line ${line + 1}\n    is         ${show(old[line])}\n    should be  ${show(now[line])}`;
}

function staleness({ name, render, stamp }: GeneratedPage, whole: boolean): string | undefined {
  const again = `pnpm docs:check --write docs/${name}`;
  if (!existsSync(file(name))) return `docs/${name} is missing: ${again}`;
  const committed = readFileSync(file(name), "utf8");
  if (stamp !== undefined && !whole) {
    return committed.includes(stamp())
      ? undefined
      : `docs/${name} is stale: it should hold ${stamp()}. Written by: ${again}`;
  }
  const wanted = render();
  return committed === wanted
    ? undefined
    : `docs/${name} is stale, ${firstDifference(committed, wanted)}\n    written by ${again}`;
}

/** One message a stale page. `whole` renders those too that are otherwise compared by a stamp. */
export function staleGenerated(whole: boolean): readonly string[] {
  return PAGES.flatMap((page) => staleness(page, whole) ?? []);
}

/** Writes the pages with these names (`docs/x.md`), or all; returns the names of those that changed. */
export function writeGenerated(names: readonly string[]): readonly string[] {
  const chosen = PAGES.filter(({ name }) => names.length === 0 || names.includes(`docs/${name}`));
  return chosen.flatMap(({ name, render }) => {
    const text = render();
    if (existsSync(file(name)) && readFileSync(file(name), "utf8") === text) return [];
    writeFileSync(file(name), text);
    return [`docs/${name}`];
  });
}
