/** Ids of promoted calls: from an injected source, else made from what the call says and where, so equal inputs agree. */

const WELL_FORMED = /^[A-Za-z0-9_-]{9,40}$/;
/** How often an injected source is asked before our own ids take over. */
const ATTEMPTS = 16;

/** 32-bit FNV-1a over UTF-16 units. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, "0");

/** A source of unique ids; `text` is what distinguishes the call. */
export function createIds(
  nextId: (() => string) | undefined,
  inUse: ReadonlySet<string>,
): (text: string) => string {
  const used = new Set(inUse);
  const isFree = (id: unknown): id is string =>
    typeof id === "string" && WELL_FORMED.test(id) && !used.has(id);
  const injected = (): string | undefined => {
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const id = nextId?.();
        if (isFree(id)) return id;
      }
    } catch {
      // A source that throws has none.
    }
    return undefined;
  };
  const own = (text: string): string => {
    const first = `leak_${hex(hash(text, 0x811c9dc5))}${hex(hash(text, 0x01234567))}`;
    let id = first;
    for (let round = 1; used.has(id); round++) id = `${first}_${round}`;
    return id;
  };
  return (text) => {
    const id = injected() ?? own(text);
    used.add(id);
    return id;
  };
}
