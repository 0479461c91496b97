/** The nearest name of a list, for messages that refuse an unknown one. */

import { distance } from "fastest-levenshtein";

/** The name that is closest to `word`, if it is close enough to have been meant; the first one of equals. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > 200) return undefined;
  let best: { readonly name: string; readonly away: number } | undefined;
  for (const name of names) {
    const away = distance(word.toLowerCase(), name.toLowerCase());
    if (best === undefined || away < best.away) best = { name, away };
  }
  return best !== undefined && best.away < word.length && best.away <= Math.max(2, word.length / 3)
    ? best.name
    : undefined;
}

/**
 * The end of a message that refuses an unknown address: the nearest one, or what the longest known beginning of it holds.
 * Addresses are made of names with slashes between them.
 */
export function nearestAddress(word: string, addresses: readonly string[]): string {
  const near = nearest(word, addresses);
  const known = new Set(addresses);
  for (let end = word.lastIndexOf("/"); near === "" && end > 0; end = word.lastIndexOf("/", end - 1)) {
    const above = word.slice(0, end);
    if (!known.has(above)) continue;
    const below = addresses.filter(
      (address) => address.startsWith(`${above}/`) && !address.slice(end + 1).includes("/"),
    );
    const last = below.map((address) => address.slice(end + 1));
    const name = nearestName(word.slice(end + 1), last);
    return name === undefined
      ? `; ${above} is known, with ${below.length} below it (${last.slice(0, 3).join(", ")}${last.length > 3 ? ", …" : ""})`
      : `; did you mean ${JSON.stringify(`${above}/${name}`)}?`;
  }
  return near;
}

/** The end of a message that refuses an unknown name: `; did you mean "x"?`, or nothing if no name is near. */
export function nearest(word: string, names: readonly string[]): string {
  const name = nearestName(word, names);
  return name === undefined ? "" : `; did you mean ${JSON.stringify(name)}?`;
}
