// Words for the user: answers, and warnings that are given once.
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { LoadedSettings } from "./settings-file.ts";
import type { State } from "./state.ts";

/** Of what is no mere answer. */
type Level = "warning" | "error";

/** Shows something in pi's interface. False where there is none: the context may be stale. */
function notify(context: ExtensionContext, said: string, level?: Level): boolean {
  try {
    if (!context.hasUI) return false;
    context.ui.notify(said, level);
    return true;
  } catch {
    return false;
  }
}

/** Says something to the user: in pi's interface; where there is none, only the log that was asked for has it. */
export function tellUser(state: State, context: ExtensionContext, said: string, level?: Level): void {
  if (!notify(context, said, level) && state.environment.log) process.stderr.write(`${said}\n`);
}

/** Whether a sentence is said for the first time by this instance. */
function isNew(state: State, sentence: string): boolean {
  const known = state.warned.has(sentence);
  state.warned.add(sentence);
  return !known;
}

/** Shows a warning once, where there is an interface. It goes to the log too, since it holds no value. */
export function warnOnce(state: State, context: ExtensionContext, sentence: string): void {
  if (!isNew(state, sentence)) return;
  notify(context, sentence, "warning");
  if (state.environment.log) process.stderr.write(`[tool-repair] ${sentence}\n`);
}

/** What is wrong with the settings, once. Names that nobody knows stay out of the log. */
export function warnOfSettings(
  state: State,
  context: ExtensionContext,
  { warning, unknown }: Pick<LoadedSettings, "warning" | "unknown">,
): void {
  if (warning !== undefined) warnOnce(state, context, warning);
  if (unknown !== undefined && isNew(state, unknown)) notify(context, unknown, "warning");
}
