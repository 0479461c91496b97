/** All properties, chapter by chapter in the order of the catalogue. */
import { existsSync } from "node:fs";
import { CHAPTERS } from "../spec/requirements.ts";
import type { Property } from "./property.ts";

async function load(): Promise<readonly Property[]> {
  const all: Property[] = [];
  for (const chapter of CHAPTERS) {
    const file = new URL(`properties/${chapter}.ts`, import.meta.url);
    if (existsSync(file)) all.push(...((await import(file.href)) as { properties: Property[] }).properties);
  }
  return Object.freeze(all);
}

export const PROPERTIES: readonly Property[] = await load();
