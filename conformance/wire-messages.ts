/** The lines of the wire protocol, written and read: both directions are checked against `spec/wire.ts`. */
import Compile, { type Validator } from "typebox/compile";
import { CAPABILITIES, PROTOCOL_VERSION, TargetIdentity } from "../spec/contract.ts";
import { InitializeResult, WIRE_METHODS, type WireMethod, WireResponse } from "../spec/wire.ts";
import { parseJson } from "./json-text.ts";
import { nearest, nearestName } from "./nearest.ts";
import { bounded } from "./printable.ts";

const PARAMS: Record<WireMethod, Validator> = {
  initialize: Compile(WIRE_METHODS.initialize.params),
  repair: Compile(WIRE_METHODS.repair.params),
  grammar: Compile(WIRE_METHODS.grammar.params),
  stream: Compile(WIRE_METHODS.stream.params),
  guard: Compile(WIRE_METHODS.guard.params),
};
const RESULTS: Record<WireMethod, Validator> = {
  initialize: Compile(WIRE_METHODS.initialize.result),
  repair: Compile(WIRE_METHODS.repair.result),
  grammar: Compile(WIRE_METHODS.grammar.result),
  stream: Compile(WIRE_METHODS.stream.result),
  guard: Compile(WIRE_METHODS.guard.result),
};
const RESPONSE = Compile(WireResponse);

/** A message of our own that breaks the published schemas: the harness is at fault, never the target. */
export class OwnMessageError extends Error {}

function firstError(validator: Validator, value: unknown): string {
  const first = validator.Errors(value)[0];
  return `${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`;
}

/** Checks parameters of ours before they are queued. Throws OwnMessageError. */
export function checkParams(method: WireMethod, params: unknown): void {
  if (PARAMS[method].Check(params)) return;
  const why = firstError(PARAMS[method], params);
  throw new OwnMessageError(`harness: our ${method} request breaks its schema: ${why}`);
}

/** The line, with its line feed, that asks this. */
export function requestLine(id: number, method: WireMethod, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

export type Incoming =
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number | null; readonly code: number; readonly message: string }
  | { readonly kind: "other"; readonly why: string };

/** What one line of a target says. Never throws. */
export function readResponse(line: string): Incoming {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    return { kind: "other", why: "not JSON" };
  }
  if (!RESPONSE.Check(value)) return { kind: "other", why: firstError(RESPONSE, value) };
  const response = value as WireResponse;
  return "error" in response
    ? { kind: "error", id: response.id, code: response.error.code, message: response.error.message }
    : { kind: "result", id: response.id, result: response.result };
}

/** Why a result does not fit its method, or undefined if it does. */
export function resultProblem(method: WireMethod, result: unknown): string | undefined {
  if (RESULTS[method].Check(result)) return undefined;
  return `${firstError(RESULTS[method], result)} (spec/schemas/${method}-answer.json)`;
}

const HANDSHAKE_FILE = "spec/schemas/initialize-result.json";
const BESIDE_TARGET = Object.keys(InitializeResult.properties);
const IN_TARGET = Object.keys(TargetIdentity.properties);

const keysOf = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** A member of the handshake that does not exist, or stands at the wrong level. */
function unknownMember(result: unknown): string | undefined {
  const levels = [
    ["", keysOf(result), BESIDE_TARGET, IN_TARGET, "inside `target`"],
    ["target.", keysOf(memberOf(result, "target")), IN_TARGET, BESIDE_TARGET, "beside `target`"],
  ] as const;
  for (const [place, keys, known, elsewhere, where] of levels) {
    const key = keys.find((name) => !known.includes(name));
    if (key === undefined) continue;
    const far = nearestName(key, elsewhere);
    const near = far === undefined ? "" : `; did you mean ${JSON.stringify(far)}, ${where}?`;
    const hint = elsewhere.includes(key) ? `; it stands ${where}` : nearest(key, known) || near;
    const said = JSON.stringify(place + bounded(key, 60));
    return `the member ${said} of its handshake is not a known member${hint} (${HANDSHAKE_FILE})`;
  }
  return undefined;
}

function misspelt(result: unknown): string | undefined {
  const named = memberOf(memberOf(result, "target"), "capabilities");
  if (!Array.isArray(named)) return undefined;
  const wrong = named.find((name) => !(CAPABILITIES as readonly unknown[]).includes(name));
  if (wrong === undefined) return undefined;
  const hint = typeof wrong === "string" ? nearest(wrong, CAPABILITIES) : "";
  return `it declares the capability ${JSON.stringify(wrong)}, which does not exist (there are ${CAPABILITIES.join(", ")})${hint}`;
}

/** The handshake's result, or why it is refused. */
export function readHandshake(result: unknown): InitializeResult | string {
  const spelling = misspelt(result) ?? unknownMember(result);
  if (spelling !== undefined) return spelling;
  if (!RESULTS.initialize.Check(result)) {
    const problem = firstError(RESULTS.initialize, result);
    return `its handshake does not fit the schema: ${problem} (${HANDSHAKE_FILE})`;
  }
  const hello = result as InitializeResult;
  if (hello.protocolVersion !== PROTOCOL_VERSION) {
    return `it speaks protocol ${JSON.stringify(hello.protocolVersion)}, this harness ${PROTOCOL_VERSION}`;
  }
  return hello;
}
