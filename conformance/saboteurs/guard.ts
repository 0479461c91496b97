/** Saboteurs of the chapter `guard`. */
import type { Saboteur } from "../saboteur.ts";
import type { GuardRequest } from "../target.ts";
import reference from "../targets/reference.ts";

type Clean = (request: GuardRequest) => Promise<{ readonly payload: unknown }>;

const clean: Clean = async (request) => {
  if (reference.cleanPayload === undefined) throw new Error("harness: the reference has no cleanPayload");
  return reference.cleanPayload(request);
};

const guardSaboteur = (name: string, title: string, fault: Clean): Saboteur => ({
  name: `guard/${name}`,
  title,
  breaks: ["guard/anchors-only"],
  target: { ...reference, name: `saboteur ${name}`, cleanPayload: fault },
});

/** Every string of `pattern`, wherever it stands, through `map`. */
function everyPattern(value: unknown, map: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => everyPattern(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "pattern" && typeof item === "string" ? map(item) : everyPattern(item, map),
    ]),
  );
}

const uncaret = (text: string): string => (text.length > 1 ? text.replace(/^\^/u, "") : text);

export const saboteurs: readonly Saboteur[] = Object.freeze([
  guardSaboteur(
    "cleans-data-too",
    "It cleans patterns in const, enum, default and examples.",
    async (request) => clean({ ...request, payload: everyPattern(request.payload, uncaret) }),
  ),
  guardSaboteur(
    "escaped-end-taken",
    "It takes an escaped dollar at the end for an anchor.",
    async (request) => {
      const { payload } = await clean(request);
      return { payload: everyPattern(payload, (text) => text.replace(/\\\$$/u, "\\")) };
    },
  ),
  guardSaboteur("bedrock-forgotten", "It does not know where Bedrock keeps its tools.", async (request) =>
    Object.hasOwn(Object(request.payload), "toolConfig") ? { payload: request.payload } : clean(request),
  ),
  guardSaboteur("cleans-in-place", "It cleans the caller's own payload.", async (request) => {
    const { payload } = await clean(request);
    if (payload !== request.payload) Object.assign(Object(request.payload), payload);
    return { payload };
  }),
]);
