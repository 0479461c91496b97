/** A text that arrives in chunks, readable by position however long ago it arrived. Reading costs what is read. */

export type TextStore = {
  readonly pieces: string[];
  readonly starts: number[];
  /** The newest chunks, not yet long enough to be a piece. */
  tail: string;
  length: number;
};

/** Small chunks are joined up to this length: one look-up for many of them, and little to join where only they are read. */
const PIECE = 512;

export const createTextStore = (): TextStore => ({ pieces: [], starts: [], tail: "", length: 0 });

export function storeText(store: TextStore, chunk: string): void {
  store.tail += chunk;
  store.length += chunk.length;
  if (store.tail.length < PIECE) return;
  store.starts.push(store.length - store.tail.length);
  store.pieces.push(store.tail);
  store.tail = "";
}

/** The index of the piece that holds a position, by halving. */
function pieceAt(store: TextStore, position: number): number {
  let low = 0;
  let high = store.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((store.starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function readText(store: TextStore, start: number, end: number): string {
  const tailStart = store.length - store.tail.length;
  if (start >= tailStart) return store.tail.slice(start - tailStart, end - tailStart);
  const first = pieceAt(store, start);
  const offset = start - (store.starts[first] ?? 0);
  const one = store.pieces[first] ?? "";
  if (offset + end - start <= one.length) return one.slice(offset, offset + end - start);
  const parts = [one.slice(offset)];
  for (let index = first + 1; index < store.pieces.length; index++) {
    const from = store.starts[index] ?? 0;
    if (from >= end) break;
    parts.push((store.pieces[index] ?? "").slice(0, end - from));
  }
  if (end > tailStart) parts.push(store.tail.slice(0, end - tailStart));
  return parts.join("");
}
