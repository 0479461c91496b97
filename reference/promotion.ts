/** Whether the printed calls of a message become real ones. Every gate must be open; the first closed one is named. */

import { fieldOf, type TextPart } from "./grammar-message.ts";
import type { Call } from "./grammars/call.ts";
import { resolveToolName } from "./grammars/names.ts";
import type { ReadOptions } from "./leak-options.ts";
import { cuttable, type Leak } from "./leak-scan.ts";
import { isPlainObject, type PlainObject } from "./value.ts";

export type PromotedCall = {
  readonly part: TextPart;
  readonly leak: Leak;
  readonly name: string;
  readonly arguments: PlainObject;
  readonly call: Call;
};

export type Promotion =
  /** `keep`: the text of all calls stays, since the message was all or nothing. */
  { readonly calls: readonly PromotedCall[] } | { readonly closed: string; readonly keep: boolean };

const closed = (reason: string, keep = false): Promotion => ({ closed: reason, keep });

/** Leaks of a kind that makes a call. */
const callLeaks = (part: TextPart): readonly Leak[] =>
  part.leaks.filter((leak) => leak.counts && leak.candidate.kind === "call" && leak.candidate.promotable);

/** A call that was meant and cannot be had: with one of these in the message, none is promoted. */
const isBroken = (leak: Leak): boolean => {
  const { kind, lead, flaw } = leak.candidate;
  if (kind === "incomplete" || kind === "malformed") return lead !== "none";
  return leak.counts && (kind === "opener" || flaw !== undefined);
};

type Goes = (leak: Leak) => boolean;

/** Whether nothing visible is left of a part, from a position on, when the leaks are gone that go. */
function restIsBlank(part: TextPart, from: number, goes: Goes): boolean {
  let at = from;
  for (const leak of part.leaks) {
    if (part.sealed || !goes(leak) || leak.candidate.start < from) continue;
    if (part.text.slice(at, leak.candidate.start).trim() !== "") return false;
    at = leak.candidate.end;
  }
  return part.text.slice(at).trim() === "";
}

/** An analysis channel is thinking that a call does not leave: there the token itself is seen. */
const THINK_TAGS = ["<think>", "<thinking>", "[THINK]"];

/** In an open think block of a text part, what stands before the block is visible and the block is not. */
function visibleBefore(part: TextPart, { candidate }: Leak): string {
  const { start, thinkStart = start } = candidate;
  const tagged = THINK_TAGS.some((tag) => part.text.startsWith(tag, thinkStart));
  return part.text.slice(0, tagged ? thinkStart : start);
}

type Source = { readonly part: TextPart; readonly leaks: readonly Leak[]; readonly thought: boolean };

/** Where the calls are: in visible text, or else in thinking that ends with them while nothing is visible. */
function findSources(texts: readonly TextPart[], goes: Goes): readonly Source[] | string {
  const sources = texts
    .filter((part) => !part.sealed)
    .flatMap((part): readonly Source[] => {
      const leaks = callLeaks(part);
      const thought =
        part.key === "thinking" || leaks.some((leak) => leak.candidate.thinkStart !== undefined);
      return leaks.length === 0 ? [] : [{ part, leaks, thought }];
    });
  const visible = sources.filter((source) => !source.thought);
  if (visible.length > 0 || sources.length === 0) return visible;
  const [only] = sources;
  const first = only?.leaks[0];
  if (sources.length !== 1 || only === undefined || first === undefined)
    return "more than one part thinks of a call";
  const shown = texts.some(
    (part) =>
      part.key === "text" && (part === only.part ? visibleBefore(part, first) : part.text).trim() !== "",
  );
  if (shown) return "the call stands in thinking and there is visible text";
  return restIsBlank(only.part, first.candidate.start, goes) ? sources : "thinking goes on behind the call";
}

/** Nothing visible may stand behind the first call, in its part or in a later one, of whatever type. Thinking is not visible. */
function callsComeLast(
  parts: readonly unknown[],
  texts: readonly TextPart[],
  sources: readonly Source[],
  goes: Goes,
): boolean {
  const [first] = sources;
  const start = first?.leaks[0]?.candidate.start;
  if (first === undefined || start === undefined) return false;
  return parts.every((_part, index) => {
    if (index < first.part.index) return true;
    const part = texts.find((text) => text.index === index);
    if (part === undefined) return false;
    if (part.key === "thinking") return true;
    return restIsBlank(part, part === first.part ? start : 0, goes);
  });
}

function isWholeMessage(texts: readonly TextPart[], own: TextPart, goes: Goes): boolean {
  const leftOver: Goes = (leak) => leak.candidate.kind !== "call" && goes(leak);
  return texts.every((part) => part === own || part.key === "thinking" || restIsBlank(part, 0, leftOver));
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

/** Line numbers, and the marks of a diff. */
const LINE_PREFIX = /^[ \t]*(?:[0-9]+[ \t]*[:|→-]?|[+-])/gm;
const withoutPrefixes = (text: string): string => withoutSpace(text.replace(LINE_PREFIX, ""));
/** White space inside a JSON string is escaped. */
const withoutEscapedSpace = (text: string): string => withoutSpace(text.replace(/\\[nrt]/g, ""));
const insideJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A leak that was printed before, in what the caller passes as seen: white space aside, with line prefixes, or in JSON. */
function isEcho(calls: readonly PromotedCall[], seen: readonly string[]): boolean {
  if (seen.length === 0) return false;
  const plain = seen.flatMap((text) => [withoutSpace(text), withoutPrefixes(text)]);
  const escaped = seen.map(withoutEscapedSpace);
  // Calls that share a text are looked at once.
  const ranges = new Map(
    calls.map(({ part, call: { start, end } }) => [
      `${part.index} ${start} ${end}`,
      part.text.slice(start, end),
    ]),
  );
  return [...new Set(ranges.values())].some((text) => {
    const needle = withoutSpace(text);
    if (needle === "") return false;
    const inJson = withoutEscapedSpace(insideJson(text));
    return plain.some((one) => one.includes(needle)) || escaped.some((one) => one.includes(inJson));
  });
}

function collectCalls(sources: readonly Source[], options: ReadOptions): readonly PromotedCall[] | string {
  const calls: PromotedCall[] = [];
  for (const { part, leaks } of sources)
    for (const leak of leaks)
      for (const call of leak.candidate.calls) {
        const name = resolveToolName(call.name, options.policy.usable);
        if (name === undefined) return "a call names a tool that may not be called";
        if (Object.keys(call.arguments).length === 0) return "a call has no arguments";
        calls.push({ part, leak, name, arguments: call.arguments, call });
      }
  return calls;
}

/** Gates of the message itself, before any of its text is looked at. */
function messageGate(message: unknown, parts: readonly unknown[]): string | undefined {
  if (fieldOf(message, "stopReason") !== "stop") return "the message did not stop by itself";
  if (parts.some((part) => fieldOf(part, "type") === "toolCall")) return "the message has a real call";
  if (!parts.every(isPlainObject)) return "a part of the message is no plain object";
  return undefined;
}

/** Decides the promotion of one assistant message. */
export function decidePromotion(
  message: unknown,
  parts: readonly unknown[],
  texts: readonly TextPart[],
  options: ReadOptions,
): Promotion {
  if (options.mode !== "recover") return closed("the mode does not promote");
  const gate = messageGate(message, parts);
  if (gate !== undefined) return closed(gate);
  const isCall = new Set(texts.flatMap(callLeaks));
  const goes: Goes = (leak) => isCall.has(leak) || cuttable(leak, options.policy).cut;
  const sources = findSources(texts, goes);
  if (typeof sources === "string") return closed(sources);
  if (sources.length === 0) return closed("no call");
  if (texts.some((part) => !part.sealed && part.leaks.some(isBroken)))
    return closed("a call of the message is incomplete or ambiguous", true);
  if (texts.some((part) => part.sealed && part.key === "text" && callLeaks(part).length > 0))
    return closed("a signed part has a call", true);
  const calls = collectCalls(sources, options);
  if (typeof calls === "string") return closed(calls, calls.includes("may not be called"));
  if (calls.length > options.maxPromoted) return closed("the message has too many calls", true);
  if (!callsComeLast(parts, texts, sources, goes)) return closed("text follows the calls");
  const unframed = calls.find(({ leak }) => !leak.candidate.framed);
  if (unframed !== undefined) {
    if (!isWholeMessage(texts, unframed.part, goes))
      return closed("an unframed call is not the whole message", true);
    if (!calls.every((call) => options.validates(call.name, call.arguments)))
      return closed("an unframed call is not strictly valid");
  }
  if (options.seen === undefined) return closed("the earlier texts cannot be read");
  if (isEcho(calls, options.seen)) return closed("the call was shown before");
  return { calls };
}
