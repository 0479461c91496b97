// Repair notes on their way from the preparation of a call to its result.
import { plainText } from "./plain-text.ts";
import { stableSerialize } from "./stable-serialize.ts";

export { stableSerialize };

/** What is told of one repaired call. */
export interface RepairFeedback {
  readonly rules: readonly string[];
  readonly notes: readonly string[];
}

export interface LifecycleOptions {
  readonly ttlMs?: number;
  readonly maxPending?: number;
  readonly maxAssociated?: number;
  /** Milliseconds; may jump either way. */
  readonly now?: () => number;
}

interface Pending<F> {
  readonly key: string;
  readonly feedback: F;
  readonly since: number;
}

interface Associated<F> {
  readonly feedback: F;
  readonly since: number;
}

/**
 * Holds feedback between the repair of a call, when it has no id yet, and its result. Equal calls are matched first in,
 * first out. `clear` belongs at every new assistant message, abort and shutdown; caps and expiry are backstops.
 */
export class RepairLifecycle<F = RepairFeedback> {
  readonly #ttlMs: number;
  readonly #maxPending: number;
  readonly #maxAssociated: number;
  readonly #now: () => number;
  #pending: Pending<F>[] = [];
  readonly #associated = new Map<string, Associated<F>>();

  constructor(options: LifecycleOptions = {}) {
    this.#ttlMs = options.ttlMs ?? 300_000;
    this.#maxPending = options.maxPending ?? 128;
    this.#maxAssociated = options.maxAssociated ?? 256;
    this.#now = options.now ?? Date.now;
  }

  /** Feedback that waits for its call to be validated. */
  get pendingCount(): number {
    return this.#pending.length;
  }

  /** Keeps `feedback` until the call of `tool` with exactly these (repaired) arguments is correlated. */
  enqueue(tool: string, args: unknown, feedback: F): void {
    this.cleanup();
    this.#pending.push({ key: callKey(tool, args), feedback, since: this.#now() });
    if (this.#pending.length > this.#maxPending) this.#pending.shift();
  }

  /** Gives the oldest feedback for an equal call to `callId` and returns it; undefined where none waits. */
  correlate(tool: string, args: unknown, callId: string): F | undefined {
    this.cleanup();
    const key = callKey(tool, args);
    const index = this.#pending.findIndex((entry) => entry.key === key);
    const entry = this.#pending[index];
    if (entry === undefined) return undefined;
    this.#pending.splice(index, 1);
    this.associate(callId, entry.feedback);
    return entry.feedback;
  }

  /** Ties `feedback` to a call id directly; an earlier feedback of that id is replaced. */
  associate(callId: string, feedback: F): void {
    this.#associated.delete(callId);
    this.#associated.set(callId, { feedback, since: this.#now() });
    for (const oldest of this.#associated.keys()) {
      if (this.#associated.size <= this.#maxAssociated) break;
      this.#associated.delete(oldest);
    }
  }

  /** The feedback of a call id, left where it is. */
  peek(callId: string): F | undefined {
    this.cleanup();
    return this.#associated.get(callId)?.feedback;
  }

  /** The feedback of a call id, which is handed out once. */
  take(callId: string): F | undefined {
    const feedback = this.peek(callId);
    this.#associated.delete(callId);
    return feedback;
  }

  /** Drops what is older than the time to live, or from a future that a clock took back. */
  cleanup(): void {
    const now = this.#now();
    const lives = (since: number): boolean => Math.abs(now - since) <= this.#ttlMs;
    this.#pending = this.#pending.filter((entry) => lives(entry.since));
    for (const [callId, entry] of this.#associated) {
      if (!lives(entry.since)) this.#associated.delete(callId);
    }
  }

  /** Drops everything. */
  clear(): void {
    this.#pending = [];
    this.#associated.clear();
  }
}

function callKey(tool: string, args: unknown): string {
  return `${JSON.stringify(tool)}${stableSerialize(args)}`;
}

/** The notes, a line each, in one `<repair_note>`; no note can break out of the tag. "" for no notes. */
export function formatRepairNotes(notes: readonly string[]): string {
  if (notes.length === 0) return "";
  return `<repair_note>${notes.map((note) => plainText(note, 600)).join("\n")}</repair_note>`;
}

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/**
 * The content of a tool result with the notes before it, as one text part. Content that carries these notes already,
 * and content for no notes, is returned as it is; no other part is touched.
 */
export function attachRepairNotes<P>(
  content: readonly P[],
  notes: readonly string[],
): readonly (P | TextPart)[] {
  const text = formatRepairNotes(notes);
  if (text === "") return content;
  const first: unknown = content[0];
  const carried = typeof first === "object" && first !== null && "text" in first ? first.text : undefined;
  if (carried === text) return content;
  return [{ type: "text", text }, ...content];
}
