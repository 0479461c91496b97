/** What a worker is doing, in shared memory: readable from outside even if the worker hangs or is gone. */

const STEPS = 0;
const CHECK = 1;
const LENGTH = 2;
const HEAD_BYTES = 16;
const TEXT_BYTES = 16_384;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Progress {
  readonly #head: Int32Array;
  readonly #text: Uint8Array;

  constructor(shared: SharedArrayBuffer) {
    this.#head = new Int32Array(shared, 0, HEAD_BYTES / 4);
    this.#text = new Uint8Array(shared, HEAD_BYTES, TEXT_BYTES);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEAD_BYTES + TEXT_BYTES);
  }

  startCheck(index: number): void {
    Atomics.store(this.#head, LENGTH, 0);
    Atomics.store(this.#head, CHECK, index);
    Atomics.add(this.#head, STEPS, 1);
  }

  startCase(text: string): void {
    const { written } = encoder.encodeInto(text, this.#text);
    Atomics.store(this.#head, LENGTH, written);
    Atomics.add(this.#head, STEPS, 1);
  }

  /** Grows (and wraps) with every check and case. */
  get steps(): number {
    return Atomics.load(this.#head, STEPS);
  }

  /** The place of the current check among the addresses that the worker got. */
  get check(): number {
    return Atomics.load(this.#head, CHECK);
  }

  /** The text of the current case, "" before the first one. */
  get caseText(): string {
    return decoder.decode(this.#text.slice(0, Atomics.load(this.#head, LENGTH)));
  }
}
