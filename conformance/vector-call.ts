/**
 * From a vector to the contract's call: values become JSON text, and the name of a pi built-in becomes its pinned
 * schema (`spec/tools`) and its configuration (`spec/built-in-tools.json`).
 */
import builtIn from "../spec/built-in-tools.json" with { type: "json" };
import type { GrammarCall, GuardCall, Preprocessor, RepairCall, StreamCall } from "../spec/contract.ts";
import pinned from "../spec/tools/1.6.0.json" with { type: "json" };
import {
  type GrammarVector,
  type GuardVector,
  type RepairVector,
  type StreamVector,
  VectorFileError,
} from "../spec/vectors.ts";
import type { Ask } from "./check.ts";
import { toJson } from "./json-text.ts";
import { nearest } from "./nearest.ts";

interface BuiltIn {
  readonly schema: string;
  readonly preprocessors: readonly Preprocessor[];
  readonly legacyConfig: NonNullable<RepairCall["legacyConfig"]>;
}

/** A transform in the older facade's configuration is the same as the structural preprocessor beside it. */
function withoutTransforms(config: object): BuiltIn["legacyConfig"] {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== "structural"));
}

const TOOLS: ReadonlyMap<string, BuiltIn> = new Map(
  Object.entries(builtIn.tools).flatMap(([name, tool]) => {
    const definition = Object.entries(pinned.tools).find(([pinnedName]) => pinnedName === name)?.[1];
    if (definition === undefined) return [];
    const preprocessors = tool.preprocessors as readonly Preprocessor[];
    return [
      [
        name,
        {
          schema: toJson(definition.parameters),
          preprocessors,
          legacyConfig: withoutTransforms(tool.legacyConfig),
        },
      ] as const,
    ];
  }),
);

/** The pi built-ins that a vector or a property may name. */
export const BUILT_IN_TOOLS: readonly string[] = [...TOOLS.keys()];

/** Pinned schema (JSON text) and configuration of a pi built-in. Throws VectorFileError with the nearest name. */
export function builtInTool(name: string): BuiltIn {
  const found = TOOLS.get(name);
  if (found === undefined) {
    throw new VectorFileError(`no pi built-in ${JSON.stringify(name)}${nearest(name, BUILT_IN_TOOLS)}`);
  }
  return found;
}

function inputText(call: RepairVector["call"], address: string): string {
  const { inputJson, inputParts } = call;
  const given = [Object.hasOwn(call, "input"), inputJson !== undefined, inputParts !== undefined];
  if (given.filter(Boolean).length !== 1) {
    throw new VectorFileError(`${address}: exactly one of input, inputJson and inputParts must be given`);
  }
  if (inputJson !== undefined) return inputJson;
  if (inputParts === undefined) return toJson(call.input);
  return JSON.stringify(inputParts.map((part) => part.text.repeat(part.times)).join(""));
}

/** The repair call of a vector. Throws VectorFileError where the vector contradicts itself. */
export function repairCall(vector: RepairVector): RepairCall {
  const {
    tool,
    toolName,
    schema,
    input: _value,
    inputJson: _text,
    inputParts: _parts,
    callbacks: _callbacks,
    ...rest
  } = vector.call;
  const input = inputText(vector.call, vector.address);
  const known = tool === undefined ? undefined : builtInTool(tool);
  const name = toolName ?? tool;
  const schemaText = schema === undefined ? known?.schema : toJson(schema);
  if (name === undefined || schemaText === undefined) {
    throw new VectorFileError(`${vector.address}: either tool, or toolName and schema must be given`);
  }
  const configured =
    known === undefined ? {} : { preprocessors: [...known.preprocessors], legacyConfig: known.legacyConfig };
  return { toolName: name, schema: schemaText, input, ...configured, ...rest };
}

type Tools = Pick<GrammarVector["call"], "tools" | "knownTools" | "toolSchemas" | "allowedTools">;

/** Known tools, their schemas and the allow list, with the built-ins that the vector names. */
function toolSettings(call: Tools): Pick<GrammarCall, "knownTools" | "toolSchemas" | "allowedTools"> {
  const named = call.tools ?? [];
  const schemas = new Map(named.map((name) => [name, builtInTool(name).schema]));
  for (const [name, schema] of Object.entries(call.toolSchemas ?? {})) schemas.set(name, toJson(schema));
  return {
    knownTools: [...named, ...(call.knownTools ?? [])],
    ...(schemas.size > 0 ? { toolSchemas: Object.fromEntries(schemas) } : {}),
    ...(Object.hasOwn(call, "allowedTools") ? { allowedTools: toJson(call.allowedTools) } : {}),
  };
}

/** The grammar call of a vector; a text alone is one assistant message that stopped by itself. */
export function grammarCall(vector: GrammarVector): GrammarCall {
  const {
    text,
    message,
    tools: _tools,
    toolSchemas: _schemas,
    allowedTools: _allowed,
    ...rest
  } = vector.call;
  if ((text === undefined) === !Object.hasOwn(vector.call, "message")) {
    throw new VectorFileError(`${vector.address}: exactly one of text and message must be given`);
  }
  const whole =
    text === undefined
      ? message
      : { role: "assistant", content: [{ type: "text", text }], stopReason: "stop" };
  return { ...rest, message: toJson(whole), ...toolSettings(vector.call) };
}

/** The stream call of a vector. */
export function streamCall(vector: StreamVector): StreamCall {
  const { tools: _tools, toolSchemas: _schemas, allowedTools: _allowed, ...rest } = vector.call;
  return { ...rest, ...toolSettings(vector.call) };
}

/** The guard call of a vector. */
export function guardCall(vector: GuardVector): GuardCall {
  return { ...vector.call, payload: toJson(vector.call.payload) };
}

/** The one question that a vector asks. */
export function vectorAsk(vector: RepairVector | GrammarVector | StreamVector | GuardVector): Ask {
  switch (vector.capability) {
    case "repair":
      return { capability: "repair", call: repairCall(vector) };
    case "grammar":
      return { capability: "grammar", call: grammarCall(vector) };
    case "stream":
      return { capability: "stream", call: streamCall(vector) };
    case "guard":
      return { capability: "guard", call: guardCall(vector) };
  }
}
