/**
 * The messages of the wire protocol (`docs/protocol.md`): JSON-RPC 2.0, one message a line. `spec/schemas/*.json` are
 * generated from here too. Everything that the harness sends and receives is checked against these types.
 */
import Type, { type Static } from "typebox";
import {
  GrammarAnswer,
  GrammarCall,
  GuardAnswer,
  GuardCall,
  OWNER_HOOKS,
  RepairAnswer,
  RepairCall,
  StreamAnswer,
  StreamCall,
  TargetIdentity,
  TRANSFORMS,
} from "./contract.ts";

const closed = { additionalProperties: false } as const;
const literals = <const T extends readonly string[]>(values: T) => Type.Enum([...values] as unknown as T);
const Text = Type.String();

/** What the harness says of itself in the first message. */
export const InitializeParams = Type.Object(
  { protocolVersion: Text, harness: Type.Object({ name: Text, version: Text }, closed) },
  closed,
);
export type InitializeParams = Static<typeof InitializeParams>;

/** What a target answers: who it is, what it can do, and which named transforms and owner hooks it implements. */
export const InitializeResult = Type.Object(
  {
    protocolVersion: Text,
    target: TargetIdentity,
    transforms: Type.Optional(Type.Array(literals(TRANSFORMS))),
    ownerHooks: Type.Optional(Type.Array(literals(OWNER_HOOKS))),
  },
  closed,
);
export type InitializeResult = Static<typeof InitializeResult>;

/** Every method, with the types of its parameters and of its result. A capability's method has the capability's name. */
export const WIRE_METHODS = {
  initialize: { params: InitializeParams, result: InitializeResult },
  repair: { params: RepairCall, result: RepairAnswer },
  grammar: { params: GrammarCall, result: GrammarAnswer },
  stream: { params: StreamCall, result: StreamAnswer },
  guard: { params: GuardCall, result: GuardAnswer },
} as const;
export type WireMethod = keyof typeof WIRE_METHODS;

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const envelope = { jsonrpc: Type.Literal("2.0") };

/** A line that the harness writes; `params` fits the method's own schema. */
export const WireRequest = Type.Object(
  {
    ...envelope,
    id: Id,
    method: literals(["initialize", "repair", "grammar", "stream", "guard"]),
    params: Type.Unknown(),
  },
  closed,
);
export type WireRequest = Static<typeof WireRequest>;

export const WireErrorObject = Type.Object({
  code: Type.Integer(),
  message: Text,
  data: Type.Optional(Type.Unknown()),
});

/** A line that a target writes; `result` fits the method's own schema. */
export const WireResult = Type.Object({ ...envelope, id: Id, result: Type.Unknown() }, closed);
export const WireError = Type.Object(
  { ...envelope, id: Type.Union([Id, Type.Null()]), error: WireErrorObject },
  closed,
);
export const WireResponse = Type.Union([WireResult, WireError]);
export type WireResponse = Static<typeof WireResponse>;
