/** All saboteurs, chapter by chapter in the order of the catalogue. */
import { existsSync } from "node:fs";
import { CHAPTERS } from "../spec/requirements.ts";
import type { Saboteur } from "./saboteur.ts";

async function load(): Promise<readonly Saboteur[]> {
  const all: Saboteur[] = [];
  for (const chapter of CHAPTERS) {
    const file = new URL(`saboteurs/${chapter}.ts`, import.meta.url);
    if (existsSync(file)) all.push(...((await import(file.href)) as { saboteurs: Saboteur[] }).saboteurs);
  }
  return Object.freeze(all);
}

export const SABOTEURS: readonly Saboteur[] = await load();
