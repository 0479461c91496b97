/** For tests: packs both packages once, before all test files, and tells them where the tarballs are. */
import type { TestProject } from "vitest/node";
import { pack, removeScratch } from "./project.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the tarball by the package's folder. */
    readonly tarballs: { readonly ".": string; readonly reference: string };
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const reference = await pack("reference");
  provide("tarballs", { ".": await pack("."), reference });
  return removeScratch;
}
