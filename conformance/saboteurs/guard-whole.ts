/** Saboteurs that clean some payloads, some tools or some keywords only. */
import type { Saboteur } from "../saboteur.ts";
import type { GuardRequest } from "../target.ts";
import reference from "../targets/reference.ts";

type Clean = (request: GuardRequest) => Promise<{ readonly payload: unknown }>;

const clean: Clean = async (request) => {
  if (reference.cleanPayload === undefined) throw new Error("harness: the reference has no cleanPayload");
  return reference.cleanPayload(request);
};

const saboteur = (name: string, title: string, fault: Clean): Saboteur => ({
  name: `guard/${name}`,
  title,
  breaks: ["guard/anchors-only"],
  target: { ...reference, name: `saboteur ${name}`, cleanPayload: fault },
});

/** What `original` had below `keyword`, put back into its cleaned copy. */
function restored(original: unknown, cleaned: unknown, keyword: string): unknown {
  if (Array.isArray(original) && Array.isArray(cleaned))
    return original.map((item, at) => restored(item, cleaned[at], keyword));
  if (typeof original !== "object" || original === null) return cleaned;
  return Object.fromEntries(
    Object.entries(original).map(([key, item]) => [
      key,
      key === keyword ? item : restored(item, Reflect.get(Object(cleaned), key), keyword),
    ]),
  );
}

const notBelow = (keyword: string, name = keyword.toLowerCase()): Saboteur =>
  saboteur(`not-below-${name}`, `It does not look below the keyword ${keyword}.`, async (request) => {
    const { payload } = await clean(request);
    return { payload: restored(request.payload, payload, keyword) };
  });

/** The fourth tool and those after it as they came. */
const firstThree = (original: unknown, cleaned: unknown): unknown =>
  Array.isArray(original) && Array.isArray(cleaned)
    ? original.map((tool, at) => (at < 3 ? cleaned[at] : tool))
    : cleaned;

function withoutTitles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTitles);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => key !== "title" || typeof item !== "string");
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutTitles(item)]));
}

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur("long-payloads-left", "It leaves payloads of more than 3,000 characters.", async (request) =>
    JSON.stringify(request.payload)?.length > 3_000 ? { payload: request.payload } : clean(request),
  ),
  saboteur("first-tools-only", "It cleans the first three tools of a list.", async (request) => {
    const { payload } = await clean(request);
    const tools = Reflect.get(Object(request.payload), "tools");
    if (!Array.isArray(tools)) return { payload };
    const cleaned = firstThree(tools, Reflect.get(Object(payload), "tools"));
    return { payload: { ...Object(payload), tools: cleaned } };
  }),
  saboteur("titles-dropped", "A cleaned payload has no titles.", async (request) => {
    const { payload } = await clean(request);
    return payload === request.payload ? { payload } : { payload: withoutTitles(payload) };
  }),
  notBelow("unevaluatedProperties"),
  notBelow("contentSchema"),
  notBelow("additionalItems"),
  notBelow("dependencies"),
]);
