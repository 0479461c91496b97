/** For tests: all that they leave in the folder for temporary files goes when they have ended. */
import { scratch } from "./scratch.ts";

/** Called by vitest before all tests; what it gives back is called after them. */
export default function setup(): () => void {
  const { env, remove } = scratch();
  Object.assign(process.env, env);
  return remove;
}
