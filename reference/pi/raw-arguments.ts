// Argument text that pi could not read stands beside the call in an error. This finds it there.
import { isPlainObject, type PlainObject } from "../value.ts";

/** Ends pi's own words; the first one counts, since the model's text may hold another. */
const MARKER = "Received arguments:";

export interface RawArguments {
  readonly text: string;
  /** The marker occurs once, so there is no doubt where the model's text begins. */
  readonly certain: boolean;
}

/** The model's own text in an `argumentsError`; undefined where the marker is missing. */
export function rawArguments(argumentsError: unknown): RawArguments | undefined {
  if (typeof argumentsError !== "string") return undefined;
  const at = argumentsError.indexOf(MARKER);
  if (at < 0) return undefined;
  const rest = argumentsError.slice(at + MARKER.length);
  return {
    text: rest.startsWith("\n") ? rest.slice(1) : rest,
    certain: !rest.includes(MARKER),
  };
}

/** A tool call part of an assistant message. */
export interface CallPart extends PlainObject {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly argumentsError?: unknown;
}

/** Whether a part of a message is a tool call with id and name. */
export function isCallPart(part: unknown): part is CallPart {
  return (
    isPlainObject(part) &&
    part.type === "toolCall" &&
    typeof part.id === "string" &&
    typeof part.name === "string"
  );
}

/** The call with readable arguments in place of the error. */
export function withArguments(call: CallPart, args: unknown): CallPart {
  const { argumentsError: _cleared, ...rest } = call;
  return { ...rest, arguments: args } as CallPart;
}
