// The nearest name of a list, for messages that refuse an unknown one. Its own: drift imports no harness.
import { distance } from "fastest-levenshtein";

/** `; did you mean ...?` for the nearest name, or nothing where none is near. */
export function nearest(name: string, names: readonly string[]): string {
  const short = name.slice(0, 80);
  const ranked = names.map((entry) => ({ entry, far: distance(short, entry) })).sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(3, best.entry.length / 2) ? `; did you mean '${best.entry}'?` : "";
}
