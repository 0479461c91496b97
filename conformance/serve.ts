/**
 * Exposes a target of this process over the wire (`docs/protocol.md`), on standard input and output: the other end of
 * `wire-session.ts`, used by the command line below and by targets that want to be run as a program.
 *
 *     node conformance/serve.ts <built-in target, or path of a module>
 */
import { pathToFileURL } from "node:url";
import { OWNER_HOOKS, PROTOCOL_VERSION, TRANSFORMS } from "../spec/contract.ts";
import type { InitializeResult } from "../spec/wire.ts";
import { TargetFault } from "./answers.ts";
import { putAsk } from "./bind.ts";
import type { Ask } from "./check.ts";
import { findTarget } from "./find-target.ts";
import { parseJson } from "./json-text.ts";
import { importTarget } from "./load-target.ts";
import { BadCall } from "./select.ts";
import type { Target } from "./target.ts";
import { readLines } from "./wire-lines.ts";

const MAX_LINE = 64 * 1024 * 1024;

/** What a target of this process says of itself over the wire. */
export function helloOf(target: Target): InitializeResult {
  const { name, version, language, source, hostPackages, capabilities, ruleIds, canonicalRuleIds } = target;
  return {
    protocolVersion: PROTOCOL_VERSION,
    target: {
      name,
      version,
      ...(language === undefined ? {} : { language }),
      ...(source === undefined ? {} : { source }),
      ...(hostPackages === undefined ? {} : { hostPackages: { ...hostPackages } }),
      capabilities: [...capabilities],
      ruleIds: [...(ruleIds ?? [])],
      canonicalRuleIds: canonicalRuleIds ?? false,
    },
    transforms: [...TRANSFORMS],
    ownerHooks: [...OWNER_HOOKS],
  };
}

const ASKED = ["repair", "grammar", "stream", "guard"] as const;

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

async function result(target: Target, method: unknown, params: unknown): Promise<unknown> {
  if (method === "initialize") return helloOf(target);
  const capability = ASKED.find((name) => name === method);
  if (capability === undefined) throw new RangeError(`no method ${JSON.stringify(method)}`);
  return (await putAsk(target, { capability, call: params } as Ask)).answer;
}

/** The answer's line to one line of the harness. Never throws. */
async function answer(target: Target, line: string): Promise<string> {
  let id: unknown = null;
  try {
    const message = parseJson(line);
    id = field(message, "id") ?? null;
    const value = await result(target, field(message, "method"), field(message, "params"));
    return `${JSON.stringify({ jsonrpc: "2.0", id, result: value })}\n`;
  } catch (error) {
    const code = error instanceof SyntaxError ? -32700 : error instanceof RangeError ? -32601 : -32603;
    const message = error instanceof TargetFault || error instanceof Error ? error.message : "unknown error";
    return `${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`;
  }
}

/**
 * Answers the requests on `input` one after the other until it ends. `write` gets whole lines, several at once where
 * several requests were waiting.
 */
export async function serve(
  target: Target,
  input: AsyncIterable<Buffer>,
  write: (text: string) => void,
): Promise<void> {
  let lines: string[] = [];
  const reader = readLines(MAX_LINE, {
    onLine: (line) => lines.push(line),
    onBinary: () => {},
    onTooLong: () => {},
  });
  for await (const chunk of input) {
    reader.push(chunk);
    const waiting = lines;
    lines = [];
    let out = "";
    for (const line of waiting) out += await answer(target, line);
    if (out !== "") write(out);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const name = process.argv[2];
  if (name === undefined) {
    process.stderr.write("usage: node conformance/serve.ts <built-in target, or path of a module>\n");
    process.exitCode = 2;
  } else {
    const source = findTarget(name);
    if (source.program !== undefined) throw new BadCall(`${name} is a program already`);
    const { target } = await importTarget(source.module);
    await serve(target, process.stdin, (text) => process.stdout.write(text));
  }
}
