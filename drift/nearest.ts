// The nearest name of a list, for messages that refuse an unknown one. A copy of its own: drift imports no harness.

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `; did you mean ...?` for the nearest name, or nothing where none is near. */
export function nearest(name: string, names: readonly string[]): string {
  const short = name.slice(0, 80);
  const ranked = names.map((entry) => ({ entry, far: distance(short, entry) })).sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(3, best.entry.length / 2) ? `; did you mean '${best.entry}'?` : "";
}
