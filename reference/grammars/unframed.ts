/** Shapes without a frame. They count only if they are the whole message, so they are tried once, from its start. */

import type { Pair, Raw, RawCall } from "./call.ts";
import { TURN_ENDS } from "./closers.ts";
import {
  accept,
  acceptAny,
  ahead,
  atEnd,
  type Cursor,
  type Parse,
  readName,
  readUntil,
  skipSpace,
} from "./cursor.ts";
import { jsonCalls } from "./json-calls.ts";
import { jsonExtent } from "./json-extent.ts";
import { jsonArguments } from "./named-json.ts";
import type { Found } from "./opener.ts";
import { keywordCall, pythonLines, pythonList } from "./pythonic.ts";
import { rawValue } from "./tags.ts";

const found = (shape: string, raws: readonly Raw[] | undefined): Found => raws && { shape, raws };

function* bareJson(c: Cursor, shape: string): Parse<Found> {
  const span = yield* jsonExtent(c);
  return span && found(shape, [{ ...span, kind: "call-json", names: "usual" }]);
}

function* bareArray(c: Cursor): Parse<Found> {
  const start = c.pos;
  c.hold = start;
  yield* accept(c, "[");
  yield* skipSpace(c);
  const json = (yield* ahead(c, ["{"])) !== undefined;
  c.hold = Number.POSITIVE_INFINITY;
  c.pos = start;
  return json ? yield* bareJson(c, "mistral-array") : found("llama-pythonic", yield* pythonList(c));
}

function* functionary(c: Cursor): Parse<Found> {
  const raws: RawCall[] = [];
  while (yield* accept(c, ">>>")) {
    const start = c.pos - ">>>".length;
    const name = yield* readName(c);
    if (name === undefined || name === "all" || !(yield* acceptAny(c, ["\n", "\r\n"]))) return undefined;
    const call = yield* jsonArguments(c, name, start);
    if (call === undefined) return undefined;
    raws.push(call);
    yield* skipSpace(c);
  }
  return found("functionary-3.2", raws);
}

function* react(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  yield* skipSpace(c);
  if (name === undefined || !(yield* accept(c, "Action Input:"))) return undefined;
  const call = yield* jsonArguments(c, name, start);
  return call && found("react", [call]);
}

function* headlessHarmony(c: Cursor, start: number): Parse<Found> {
  const name = yield* readName(c);
  if (name === undefined || !(yield* acceptAny(c, [" code ", " json ", " "]))) return undefined;
  const call = yield* jsonArguments(c, name, start);
  return call && found("harmony-headless", [call]);
}

/** A name that opens pythonic lines, or stands alone before a line of JSON. */
function* named(c: Cursor, start: number, name: string): Parse<Found> {
  if ((yield* acceptAny(c, ["\n", "\r\n"])) !== undefined) {
    if ((yield* ahead(c, ["{"])) === undefined) return undefined;
    const call = yield* jsonArguments(c, name, start);
    return call && found("chatglm3", [call]);
  }
  const first = yield* keywordCall(c, name, start);
  if (first === undefined) return undefined;
  yield* skipSpace(c);
  if ((yield* atEnd(c)) || (yield* ahead(c, TURN_ENDS)) !== undefined)
    return found("granite-pythonic", [first]);
  const rest = yield* pythonLines(c, TURN_ENDS);
  return rest && found("granite-pythonic", [first, ...rest]);
}

const WORDS = ["Action:", "commentary", "functions.", "default_api.", "assistant.", "tools."];

/** Where the tools are known, text that begins like none of them is let go with its first letters. */
function* words(c: Cursor, tools: readonly string[]): Parse<Found> {
  const start = c.pos;
  if (tools.length > 0 && (yield* ahead(c, [...WORDS, ...tools])) === undefined) return undefined;
  const name = yield* readName(c);
  if (name === undefined) return undefined;
  if (name === "Action:") {
    yield* skipSpace(c);
    return yield* react(c, start);
  }
  if (name === "commentary" && (yield* accept(c, " to="))) return yield* headlessHarmony(c, start);
  return yield* named(c, start, name);
}

/** `<tool><field>text</field></tool>`, only with the name of a tool that is there. */
function* elements(c: Cursor, tools: readonly string[]): Parse<Found> {
  const start = c.pos;
  const opener = yield* acceptAny(
    c,
    tools.map((tool) => `<${tool}>`),
  );
  if (opener === undefined) return undefined;
  const name = opener.slice(1, -1);
  const pairs: Pair[] = [];
  yield* skipSpace(c);
  while (yield* accept(c, "<")) {
    if (yield* accept(c, `/${name}>`))
      return found("element-names", [{ name, body: { kind: "pairs", pairs }, start, end: c.done }]);
    const key = yield* readUntil(c, ">");
    if (key === undefined) return undefined;
    const span = yield* rawValue(c, `</${key}>`, ["<"]);
    if (span === undefined) return undefined;
    pairs.push({ ...span, key, reading: "text" });
  }
  return undefined;
}

function* body(c: Cursor, tools: readonly string[]): Parse<Found> {
  yield* skipSpace(c);
  const first = yield* ahead(c, ["{", "[", ">>>", "<"]);
  if (first === "{") return found("openai-json", yield* jsonCalls(c, "usual", ";"));
  if (first === "[") return yield* bareArray(c);
  if (first === ">>>") return yield* functionary(c);
  if (first === "<") return yield* elements(c, tools);
  return yield* words(c, tools);
}

/** One unframed call or several that are all there is, end-of-turn tokens aside. */
export function* wholeMessage(c: Cursor, tools: readonly string[]): Parse<Found> {
  const result = yield* body(c, tools);
  if (result === undefined) return undefined;
  // Tokens that end the turn are no visible text, so they belong to the call.
  let end = Math.max(c.done, ...result.raws.map((raw) => raw.end));
  yield* skipSpace(c);
  while (yield* acceptAny(c, TURN_ENDS)) {
    end = c.pos;
    yield* skipSpace(c);
  }
  if (!(yield* atEnd(c))) return undefined;
  c.done = end;
  return result;
}
