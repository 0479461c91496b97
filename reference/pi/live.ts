// Printed calls while they stream: what the terminal shows is stripped as it arrives, where pi lets an extension do it.
import { createLeakStripper, type LeakStripper } from "../stream.ts";

interface Running {
  text: string;
  visible: string;
  readonly stripper: LeakStripper;
}

/** Text parts of one message stream one after the other; a few more than are ever drawn at once. */
const MOST_RUNNING = 8;

export interface LiveOptions {
  readonly mode: string;
  readonly knownTools: readonly string[];
  readonly toolSchemas: Readonly<Record<string, unknown>>;
  readonly grammars: readonly string[] | undefined;
  readonly unknownToolText: string;
}

/** Strips growing texts. Each text is fed to its own stripper once, however often it is drawn. */
export function createLiveStripper(): { strip(text: string, options: LiveOptions): string; clear(): void } {
  const running: Running[] = [];
  return {
    strip(text, options) {
      let found = running.find((one) => text.startsWith(one.text));
      if (found === undefined) {
        found = { text: "", visible: "", stripper: createLeakStripper(options) };
        running.push(found);
        if (running.length > MOST_RUNNING) running.shift();
      }
      if (text.length > found.text.length) {
        found.visible += found.stripper.push(text.slice(found.text.length));
        found.text = text;
      }
      return found.visible;
    },
    clear() {
      running.length = 0;
    },
  };
}
