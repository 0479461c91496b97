// For tests: pi's terminal interface in tmux, on a socket of its own.
import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { Home } from "./packed.ts";

export interface Terminal {
  /** The screen as lines, without what fills them up. */
  screen(): readonly string[];
  /** Types text and Enter, or sends one named key. */
  type(text: string): void;
  key(name: string): void;
  /** Waits until the screen matches. Throws with the screen where it does not in time. */
  until(pattern: RegExp): Promise<readonly string[]>;
  close(): void;
}

const PATIENCE_MS = 30_000;
let count = 0;

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Starts a command in a terminal of `columns` by 60. */
export function openTerminal(command: readonly string[], columns: number, { cwd, env }: Home): Terminal {
  count += 1;
  const socket = `pi-repair-${process.pid}-${count}`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8", cwd });
  const variables = Object.entries({ ...env, TERM: "xterm-256color", LANG: "C.UTF-8" });
  const line = ["env", "-i", ...variables.map(([key, value]) => `${key}=${value}`), ...command];
  tmux("new-session", "-d", "-x", String(columns), "-y", "60", line.map(quoted).join(" "));
  const screen = (): readonly string[] =>
    tmux("capture-pane", "-p")
      .split("\n")
      .map((text) => text.trimEnd());
  return {
    screen,
    type(text) {
      tmux("send-keys", "-l", text);
      tmux("send-keys", "Enter");
    },
    key: (name) => void tmux("send-keys", name),
    async until(pattern) {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const lines = screen();
        if (pattern.test(lines.join("\n"))) return lines;
        if (performance.now() > end)
          throw new Error(`${pattern} never came; the screen:\n${lines.join("\n")}`);
        await wait(100);
      }
    },
    close() {
      try {
        tmux("kill-server");
      } catch {
        // It ended by itself.
      }
    },
  };
}
