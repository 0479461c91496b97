// Words for the user, each once, and only where somebody can read them.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { State } from "./state.ts";

type Level = "info" | "warning" | "error";

/** Shows a sentence; without a user interface nothing happens. Never throws: the context may be stale. */
export function tellUser(context: ExtensionContext, sentence: string, level: Level = "info"): void {
  try {
    if (context.hasUI) context.ui.notify(sentence, level);
  } catch {
    // Nobody is there to read it.
  }
}

/** Shows a warning the first time that this instance has it. It goes to the log too, since it holds no value. */
export function warnOnce(state: State, context: ExtensionContext, sentence: string): void {
  if (state.warned.has(sentence)) return;
  state.warned.add(sentence);
  tellUser(context, sentence, "warning");
  if (state.environment.log) process.stderr.write(`[tool-repair] ${sentence}\n`);
}
