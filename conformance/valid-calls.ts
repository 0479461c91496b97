/**
 * Tools and valid calls of them: pi's pinned built-ins with their configuration, and tools with drawn schemas.
 */
import fc, { type Arbitrary } from "fast-check";
import type { RepairCall } from "../spec/contract.ts";
import { commandText, hardText, pathText } from "./arbitraries.ts";
import { deepFreeze, parseJson, toJson } from "./json-text.ts";
import { DEFS, record, roots, type Schema } from "./shapes.ts";
import { BUILT_IN_TOOLS, builtInTool } from "./vector-call.ts";

/** A tool and arguments that fit its schema: what a model meant, before any mistake. */
export interface ValidCall {
  readonly toolName: string;
  readonly schema: Schema;
  /** The schema as JSON text. */
  readonly schemaText: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly settings: Pick<RepairCall, "preprocessors" | "legacyConfig">;
  /** False where a union, a reference or a map gives a damaged value several readings. */
  readonly plain: boolean;
}

/** The repair call for a valid call's tool with other raw arguments, given as a value. */
export function callWith(call: ValidCall, input: unknown, more: Partial<RepairCall> = {}): RepairCall {
  return {
    toolName: call.toolName,
    schema: call.schemaText,
    input: toJson(input),
    ...call.settings,
    ...more,
  };
}

export interface Tool extends Omit<ValidCall, "args"> {
  readonly values: Arbitrary<Record<string, unknown>>;
}

const count = fc.integer({ min: 0, max: 5000 });
const BUILT_IN_VALUES: Readonly<Record<string, Arbitrary<Record<string, unknown>>>> = {
  read: record({ path: pathText, offset: count, limit: count }, ["path"]),
  write: record({ path: pathText, content: hardText }, ["path", "content"]),
  edit: record(
    {
      path: pathText,
      edits: fc.array(record({ oldText: hardText, newText: hardText }, ["oldText", "newText"]), {
        minLength: 1,
        maxLength: 3,
      }),
    },
    ["path", "edits"],
  ),
  bash: record({ command: commandText, timeout: count }, ["command"]),
  powershell: record({ command: commandText, timeout: count }, ["command"]),
  grep: record(
    {
      pattern: hardText,
      path: pathText,
      glob: pathText,
      ignoreCase: fc.boolean(),
      literal: fc.boolean(),
      context: count,
      limit: count,
    },
    ["pattern"],
  ),
  find: record({ pattern: pathText, path: pathText, limit: count }, ["pattern"]),
  ls: record({ path: pathText, limit: count }, []),
};

/** Pi's built-in tools, with pinned schemas and their configuration. */
export const PI_TOOLS: readonly Tool[] = Object.freeze(
  BUILT_IN_TOOLS.map((toolName) => {
    const { schema, preprocessors, legacyConfig } = builtInTool(toolName);
    return {
      toolName,
      schema: deepFreeze(parseJson(schema) as Schema),
      schemaText: schema,
      settings: deepFreeze({ preprocessors: [...preprocessors], legacyConfig }),
      plain: true,
      values: BUILT_IN_VALUES[toolName] ?? record({}, []),
    };
  }),
);

function callsOf({ values, ...tool }: Tool): Arbitrary<ValidCall> {
  return values.map((args) => ({ ...tool, args }));
}

/** Valid calls of pi's built-in tools. */
export const builtInCall: Arbitrary<ValidCall> = fc.oneof(...PI_TOOLS.map(callsOf));

/** Valid calls of one built-in. */
export function builtInCallOf(name: string): Arbitrary<ValidCall> {
  const tool = PI_TOOLS.find((entry) => entry.toolName === name);
  if (tool === undefined) throw new Error(`harness: no pinned tool ${name}`);
  return callsOf(tool);
}

/** Every required text field of the root gets an alias, so that the alias rules have something to do. */
function settingsOf(schema: Schema): Tool["settings"] {
  const required = (schema.required ?? []) as readonly string[];
  const properties = schema.properties as Readonly<Record<string, Schema>>;
  const names = required.filter((name) => properties[name]?.type === "string" && /^[a-z]+$/i.test(name));
  return {
    preprocessors: names.map((name) => ({ kind: "alias", selector: `/${name}`, aliases: [`${name}_value`] })),
  };
}

const drawn = new Map<number, Tool>();

/** The tool with this number; the larger, the deeper (one level below 16, four from 160 on); even ones are
 * plain. Kept once drawn. */
export function drawnTool(number: number): Tool {
  const known = drawn.get(number);
  if (known !== undefined) return known;
  const depth = number < 16 ? 0 : number < 64 ? 1 : number < 160 ? 2 : 3;
  const root = fc.sample(roots(depth, number % 2 === 0), {
    seed: number,
    numRuns: 1,
  })[0];
  if (root === undefined) throw new Error("harness: no schema was drawn");
  const withDefs = JSON.stringify(root.schema).includes("#/$defs/");
  const schema = deepFreeze(withDefs ? { ...root.schema, $defs: DEFS } : root.schema);
  const tool: Tool = {
    toolName: `tool_${number}`,
    schema,
    schemaText: JSON.stringify(schema),
    settings: deepFreeze(settingsOf(schema)),
    plain: root.plain,
    values: root.value as Arbitrary<Record<string, unknown>>,
  };
  drawn.set(number, tool);
  return tool;
}

/** Numbers of drawn tools in use, fewer than the validators that stay cached; a long campaign may go beyond. */
export const DRAWN_TOOLS = 320;

/** Valid calls of drawn tools. */
export const drawnCall: Arbitrary<ValidCall> = fc
  .nat({ max: DRAWN_TOOLS - 1 })
  .chain((number) => callsOf(drawnTool(number)));

/** Valid calls of any tool, half of them of built-ins. */
export const validCall: Arbitrary<ValidCall> = fc.oneof(builtInCall, drawnCall);
