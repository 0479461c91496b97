/** Saboteurs of the chapter `stream`. */
import type { Saboteur } from "../saboteur.ts";
import type { StreamRequest, StreamResult } from "../target.ts";
import reference from "../targets/reference.ts";

type Fault = (request: StreamRequest, result: StreamResult) => StreamResult;

function streamSaboteur(name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur {
  return {
    name: `stream/${name}`,
    title,
    breaks,
    target: {
      ...reference,
      name: `saboteur ${name}`,
      async stripStream(request) {
        if (reference.stripStream === undefined) throw new Error("harness: the reference has no stripStream");
        return fault(request, await reference.stripStream(request));
      },
    },
  };
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  streamSaboteur(
    "half-marker-shown",
    "A marker that two chunks share is not recognised.",
    ["stream/chunking-invisible"],
    (request, result) =>
      request.chunks.some((chunk) => chunk.endsWith("<tool"))
        ? { visible: [...request.chunks], flushed: "" }
        : result,
  ),
  streamSaboteur(
    "all-at-the-end",
    "Nothing becomes visible before the stream has ended.",
    ["stream/bounded-delay"],
    (_request, { visible, flushed }) => ({
      visible: visible.map(() => ""),
      flushed: visible.join("") + flushed,
    }),
  ),
  streamSaboteur(
    "short-rest-lost",
    "A flush of one or two characters is lost.",
    ["stream/flush-loses-nothing", "stream/chunking-invisible"],
    (_request, { visible, flushed }) => ({ visible, flushed: flushed.length < 3 ? "" : flushed }),
  ),
]);
