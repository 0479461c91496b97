// The nearest name of a list, for names in a settings file or a command that nobody knows. Written out here: the
// package has no dependencies.

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.split("").entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split("").entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** ` (did you mean ...?)` for the nearest name, the first of equals, or nothing where none is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const short = word.slice(0, 60).toLowerCase();
  let nearest = "";
  let far = short.length;
  for (const name of names) {
    const own = distance(short, name.toLowerCase());
    if (own < far) [nearest, far] = [name, own];
  }
  return nearest !== "" && far <= Math.max(2, short.length / 3) ? ` (did you mean ${nearest}?)` : "";
}
