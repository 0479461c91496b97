/** A text that arrives in chunks, readable by position however long ago it arrived. Reading costs what is read. */

export type TextStore = { readonly chunks: string[]; readonly starts: number[]; length: number };

export const createTextStore = (): TextStore => ({ chunks: [], starts: [], length: 0 });

export function storeText(store: TextStore, chunk: string): void {
  if (chunk === "") return;
  store.chunks.push(chunk);
  store.starts.push(store.length);
  store.length += chunk.length;
}

/** The index of the chunk that holds a position, by halving. */
function chunkAt(store: TextStore, position: number): number {
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
  const first = chunkAt(store, start);
  const offset = start - (store.starts[first] ?? 0);
  const one = store.chunks[first] ?? "";
  if (offset + end - start <= one.length) return one.slice(offset, offset + end - start);
  const parts: string[] = [];
  for (let index = first; index < store.chunks.length; index++) {
    const from = store.starts[index] ?? 0;
    if (from >= end) break;
    const chunk = store.chunks[index] ?? "";
    parts.push(chunk.slice(Math.max(0, start - from), end - from));
  }
  return parts.join("");
}
