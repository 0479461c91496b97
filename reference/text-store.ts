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

/** The index of the piece that holds a position: from the end, so that what is looked at is about to be read. */
function pieceAt(store: TextStore, position: number): number {
  return store.starts.findLastIndex((start) => start <= position);
}

/** Makes one piece of those from `first` up to `end`. */
function joinPieces(store: TextStore, first: number, end: number): string {
  if (end - first < 2) return first < end ? (store.pieces[first] ?? "") : "";
  const joined = store.pieces.slice(first, end).join("");
  store.pieces.splice(first, end - first, joined);
  store.starts.splice(first + 1, end - first - 1);
  return joined;
}

/** Pieces that lie within what is read stay joined: a long call is read when it has ended, when it is decoded, when it is shown. */
export function readText(store: TextStore, start: number, end: number): string {
  const tailStart = store.length - store.tail.length;
  if (start >= tailStart) return store.tail.slice(start - tailStart, end - tailStart);
  const first = pieceAt(store, start);
  const offset = start - (store.starts[first] ?? 0);
  const one = store.pieces[first] ?? "";
  if (offset + end - start <= one.length) return one.slice(offset, offset + end - start);
  const inTail = end >= tailStart;
  const last = inTail ? store.pieces.length : pieceAt(store, end);
  const rest = inTail
    ? store.tail.slice(0, end - tailStart)
    : (store.pieces[last] ?? "").slice(0, end - (store.starts[last] ?? 0));
  return one.slice(offset) + joinPieces(store, first + 1, last) + rest;
}
