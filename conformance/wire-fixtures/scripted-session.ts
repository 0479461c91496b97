/** Opens a conversation whose program is the script of `script.ts`, in a test that puts it in place of the processes. */
import { afterEach, beforeEach, vi } from "vitest";
import type { Program } from "../wire-process.ts";
import { openSession, WIRE_DEFAULTS, type WireOptions, type WireSession } from "../wire-session.ts";
import { startOver } from "./script.ts";

const OPTIONS: WireOptions = { ...WIRE_DEFAULTS, deadlineMs: 1000, window: 4, maxRestarts: 3 };
export const PROGRAM: Program = { command: "scripted", args: ["a"], cwd: "/" };

export const open = (options: Partial<WireOptions> = {}): Promise<WireSession> =>
  openSession(PROGRAM, { ...OPTIONS, ...options });

/** Before each test of the file the scripts begin anew, and time passes only as the test says. */
export function scripted(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    startOver();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
