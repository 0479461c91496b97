/** Saboteurs that lose characters of a stream. */
import type { Saboteur } from "../saboteur.ts";
import reference from "../targets/reference.ts";

const losing = (name: string, title: string, lost: string): Saboteur => ({
  name: `stream/${name}`,
  title,
  breaks: ["stream/chunking-invisible", "stream/flush-loses-nothing"],
  target: {
    ...reference,
    name: `saboteur ${name}`,
    async stripStream(request) {
      if (reference.stripStream === undefined) throw new Error("harness: the reference has no stripStream");
      const { visible, flushed } = await reference.stripStream(request);
      const without = (text: string): string => text.replaceAll(lost, "");
      return { visible: visible.map(without), flushed: without(flushed) };
    },
  },
});

export const saboteurs: readonly Saboteur[] = Object.freeze([
  losing("marks-lost", "It takes byte order marks out of a stream.", "\ufeff"),
  losing("nul-lost", "It takes NUL out of a stream.", "\u0000"),
]);
