/** What the checks of a session in pi have in common: replies in a line each, and words for what went wrong. */
import fc, { type Arbitrary } from "fast-check";
import type { SessionAnswer, SessionCall } from "../../spec/contract.ts";
import { type Ask, askSession, type Problem, type Reply, type SessionCapability } from "../check.ts";
import type { Property } from "../property.ts";
import { ONE_CASE, property } from "../property.ts";

/** A session costs some 40 ms, so few are drawn of each kind. */
const SHARE = 0.03;
/** A settings file of whoever lets printed calls run. */
export const RECOVER = JSON.stringify({ policyProfile: "recover" });

export interface Part {
  readonly type: string;
}

/** A tool call part. Ids only have to differ within a session. */
export function call(name: string, args: unknown, id: string, extra: object = {}): Part {
  return { type: "toolCall", id, name, arguments: args, ...extra } as Part;
}

/** A call whose argument text pi could not read, as pi reports it. */
export function unreadable(name: string, text: string, id: string): Part {
  return call(name, {}, id, { argumentsError: `Not a JSON object\n\nReceived arguments:\n${text}` });
}

export const text = (value: string): Part => ({ type: "text", text: value }) as Part;

/** A call printed as text in the shape of Qwen and Hermes. */
export const printed = (name: string, args: unknown): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** One reply of the model. */
export const reply = (parts: readonly Part[], stopReason?: string): string =>
  JSON.stringify({ content: parts, ...(stopReason === undefined ? {} : { stopReason }) });

/** A turn of one or more replies. */
export const turn = (...replies: readonly string[]) => ({ replies: [...replies] });

export const notesIn = (value: string): number => value.split("<repair_note>").length - 1;

/** A word of letters that occurs nowhere by itself. */
export const word: Arbitrary<string> = fc
  .array(fc.constantFrom(..."bcdfghjklmnpqrstvwxz"), { minLength: 10, maxLength: 14 })
  .map((letters) => letters.join(""));

/** What must hold of a session; the first sentence that does not is the problem. */
export type Expectation = readonly [holds: boolean, says: string, received?: unknown];

/** The first expectation that does not hold. */
export function firstBroken(expectations: readonly Expectation[]): Problem | undefined {
  const broken = expectations.find(([holds]) => !holds);
  if (broken === undefined) return undefined;
  const [, says, received] = broken;
  return {
    says,
    ...(received === undefined ? {} : { received: JSON.stringify(received) ?? String(received) }),
  };
}

type Steps = Generator<Ask, Problem | undefined, Reply>;

/** A property of one session for each row of a table. A run asks a few of them; whoever judges mutants asks all. */
export function ofRows<T>(
  capability: SessionCapability,
  address: string,
  title: string,
  rows: readonly T[],
  scene: (row: T) => SessionCall,
  expected: (answer: SessionAnswer, row: T) => readonly Expectation[],
): Property {
  const drawn = ofSession(capability, address, title, fc.constantFrom(...rows), scene, expected);
  return { ...drawn, rows };
}

/** A property of one session. */
export function ofSession<T>(
  capability: SessionCapability,
  address: string,
  title: string,
  arbitrary: Arbitrary<T>,
  scene: (value: T) => SessionCall,
  expected: (answer: SessionAnswer, value: T) => readonly Expectation[],
): Property {
  return property<T>({
    address,
    title,
    capability,
    arbitrary,
    share: SHARE,
    *check(value): Steps {
      const answer = yield* askSession(capability, scene(value));
      const calm: Expectation = [answer.errors.length === 0, "pi blames an extension", answer.errors];
      return firstBroken([calm, ...expected(answer, value)]);
    },
  });
}

/** A property that says all it has to say in one session, whatever is drawn. */
export const inOneSession = (own: Property): Property => ({ ...own, share: ONE_CASE });

interface Content {
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

/** All that the assistant's messages show as text. */
export const visibleText = ({ messages }: SessionAnswer): string =>
  messages
    .flatMap((message) => (JSON.parse(message) as Content).content ?? [])
    .flatMap((part) => (part.type === "text" ? [String(part.text)] : []))
    .join("\n");
