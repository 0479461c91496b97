/** Work on texts: the envelope of long input, calls printed in messages, whole and in chunks. */
import {
  hermesProtocol,
  morphXmlProtocol,
  qwen3CoderProtocol,
  type TCMCoreProtocol,
} from "@ai-sdk-tool/parser";
import { jsonrepair } from "jsonrepair";
import { parse as partialParse } from "partial-json";
import { type LeakStripper, recoverGrammarLeaks } from "../../reference/grammar.ts";
import { ADVERSARIES } from "../../spec/grammar-adversaries.ts";
import { PI_PARSERS } from "../pi.ts";
import type { Scene, Work } from "../scene.ts";

/** Just within the default limit on input bytes. */
const LONG = 240 * 1024;
/** As the aims for adversaries have it. */
const ADVERSARY_SIZE = 256 * 1024;
const TOOLS = ["read", "bash", "edit", "write", "grep", "find", "ls"];
const SCHEMA = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

const SOURCE_LINE = '  if (list[i] < "limit") { return list.map((x) => x[0]); } // \\\\ and é\\n';

/** The text of valid arguments of `write`, of about `size` characters. */
export function longEnvelope(size: number): string {
  return `{"path":"src/long.ts","content":"${SOURCE_LINE.replaceAll('"', '\\"').repeat(Math.ceil(size / SOURCE_LINE.length))}"}`;
}

/** The text of valid arguments of `edit` with many edits, of about `size` characters. */
export function longList(size: number): string {
  const edit = '{"oldText":"const a = 1;","newText":"const a = 2;"}';
  return `{"path":"a.ts","edits":[${Array(Math.ceil(size / edit.length))
    .fill(edit)
    .join(",")}]}`;
}

/** Readers of text that may be no JSON: what peers and pi have for it. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  jsonrepair: (text) => JSON.parse(jsonrepair(text)) as unknown,
  "partial-json": (text) => partialParse(text) as unknown,
  ...PI_PARSERS,
};

function readers(text: string): Readonly<Record<string, Work>> {
  return Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, () => read(text)]));
}

const ENVELOPE_AIM = 2;

function envelope(name: string, text: string, like: string, aim?: number): Scene {
  return {
    id: `envelope/${name}`,
    against: text === like ? "JSON.parse of the same text" : "JSON.parse of the text without its fault",
    baseline: () => JSON.parse(like) as unknown,
    of({ core: { recoverEnvelope: run } }) {
      if (run === undefined || typeof run(text).value !== "object") return undefined;
      return () => run(text);
    },
    peers: readers(text),
    ...(aim !== undefined && { aim }),
  };
}

/** The envelope of long input, valid and damaged. */
export function envelopeScenes(): readonly Scene[] {
  const [long, list] = [longEnvelope(LONG), longList(LONG)];
  return [
    envelope("long-string", long, long, ENVELOPE_AIM),
    envelope("long-list", list, list, ENVELOPE_AIM),
    envelope("raw-newlines", long.replaceAll("\\n", "\n"), long),
    envelope("trailing-brace", `${list}}`, list),
  ];
}

const message = (text: string) => ({
  role: "assistant",
  stopReason: "stop",
  content: [{ type: "text", text }],
});
const options = { knownTools: TOOLS, toolSchemas: { bash: SCHEMA } };

const PROTOCOLS: Readonly<Record<string, () => TCMCoreProtocol>> = {
  hermes: hermesProtocol,
  "qwen3-coder": qwen3CoderProtocol,
  "morph-xml": morphXmlProtocol,
};

function protocols(text: string): Readonly<Record<string, Work>> {
  const tools = TOOLS.map((name) => ({ type: "function" as const, name, inputSchema: SCHEMA as object }));
  return Object.fromEntries(
    Object.entries(PROTOCOLS).map(([name, make]) => {
      const protocol = make();
      return [
        `@ai-sdk-tool/parser, ${name}`,
        () => protocol.parseGeneratedText({ text, tools, options: {} }),
      ];
    }),
  );
}

const WRITING = "writing the same text as JSON, as a session file does";

interface Extra {
  readonly peers?: Readonly<Record<string, Work>>;
  readonly aimMilliseconds?: number;
}

function stripping(name: string, text: string, extra: Extra): Scene {
  const given = message(text);
  return {
    id: `grammar/${name}`,
    against: WRITING,
    baseline: () => JSON.stringify(text),
    of: ({ grammar: { recoverGrammarLeaks: run } }) =>
      run === undefined ? undefined : () => run(given, { mode: "recover", ...options }),
    ...extra,
  };
}

/** An adversary's text of about `size` UTF-16 units. Throws where there is none of that name. */
export function adversary(name: string, size: number): string {
  const found = ADVERSARIES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no adversary is called ${name}`);
  return found.build(size);
}

const CALL = '\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>\n';

/** Plain texts and texts with calls, by name, each built at a size. */
export const MESSAGES: Readonly<Record<string, (size: number) => string>> = Object.freeze({
  prose: (size) => adversary("prose-line", size),
  code: (size) => adversary("code-line", size),
  "one-long-call": (size) => adversary("long-string", size),
  "many-calls": (size) => CALL.repeat(Math.ceil(size / CALL.length)),
});

/** Characters a millisecond: 200 MB/s for plain text, 50 for one call. */
const SPEED_AIMS: Readonly<Record<string, number>> = { prose: 200e3, code: 200e3, "one-long-call": 50e3 };
const ADVERSARY_AIM_MS = 50;

function messageScene([name, build]: readonly [string, (size: number) => string]): Scene {
  const text = build(LONG);
  const speed = SPEED_AIMS[name];
  const aim = speed === undefined ? {} : { aimMilliseconds: text.length / speed };
  return stripping(name, text, { peers: protocols(text), ...aim });
}

/** Printed calls, whole messages. */
export function grammarScenes(): readonly Scene[] {
  return [
    ...Object.entries(MESSAGES).map(messageScene),
    ...ADVERSARIES.map(({ name, build }) =>
      stripping(`adversary-${name}`, build(ADVERSARY_SIZE), { aimMilliseconds: ADVERSARY_AIM_MS }),
    ),
  ];
}

const CHUNK = 16;
const STREAM_AIM = 2;

/** The same texts in chunks of 16 characters, against the reference's own work on the whole. */
export function streamScenes(): readonly Scene[] {
  return Object.entries(MESSAGES).map(([name, build]) => {
    const text = build(LONG);
    const given = message(text);
    const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, at) =>
      text.slice(at * CHUNK, (at + 1) * CHUNK),
    );
    return {
      id: `stream/${name}`,
      against: "stripping the whole text at once",
      baseline: () => recoverGrammarLeaks(given, { mode: "strip", ...options }),
      of: ({ grammar: { createLeakStripper: create } }) =>
        create === undefined ? undefined : () => inChunks(create({ mode: "strip", ...options }), chunks),
      aim: STREAM_AIM,
    };
  });
}

function inChunks(stripper: LeakStripper, chunks: readonly string[]): number {
  let length = 0;
  for (const chunk of chunks) length += stripper.push(chunk).length;
  return length + stripper.flush().length;
}
