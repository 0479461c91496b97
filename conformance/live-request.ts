/** From a contract call to the live request that a target in this thread is given, without callbacks. */
import type { GrammarCall, RepairCall, StreamCall } from "../spec/contract.ts";
import type { LiveRepair } from "./check.ts";
import { parseJson } from "./json-text.ts";
import { ownerOf } from "./owner-hooks.ts";
import type { GrammarRequest, PreprocessorRule, RepairRequest } from "./target.ts";
import { transformOf } from "./transforms.ts";

/** A copy of plain data. The engine's own clone takes ten times as long on configurations, which every case has. */
function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(value)) {
    if (key !== "__proto__") copy[key] = copyOf<unknown>(held);
    else Object.defineProperty(copy, key, { value: copyOf<unknown>(held), ...OWN });
  }
  return copy as T;
}

const OWN = { writable: true, enumerable: true, configurable: true } as const;

/** A rule of its own for every request, so that what a target does to one cannot hide in the next. */
function liveRules(call: RepairCall): readonly PreprocessorRule[] | undefined {
  return call.preprocessors?.map((shared): PreprocessorRule => {
    const rule = copyOf(shared);
    if (!("transform" in rule)) return rule as PreprocessorRule;
    return { ...rule, apply: transformOf(rule.transform) } as PreprocessorRule;
  });
}

const MAX_SCHEMAS = 100;
const schemas = new Map<string, unknown>();

/** One object a schema text, as in a real host: a target may cache what it compiled by the object. */
function sharedSchema(text: string): unknown {
  if (schemas.has(text)) return schemas.get(text);
  const parsed = parseJson(text);
  const oldest = schemas.size >= MAX_SCHEMAS ? schemas.keys().next().value : undefined;
  if (oldest !== undefined) schemas.delete(oldest);
  if (text.length < 65_536) schemas.set(text, parsed);
  return parsed;
}

function schemaOf(text: string, live: LiveRepair | undefined): unknown {
  if (live === undefined) return sharedSchema(text);
  // A check that looks at facts, or freezes, gets an object of its own.
  return live.makeSchema === undefined ? parseJson(text) : live.makeSchema();
}

/** The live request of a call, without callbacks; the input is parsed anew each time. */
export function repairRequest(call: RepairCall, live?: LiveRepair): RepairRequest {
  const { schema, input, preprocessors: _named, ownerHook, ...settings } = call;
  const rules = liveRules(call);
  return {
    ...copyOf(settings),
    schema: schemaOf(schema, live),
    input: live?.makeInput === undefined ? parseJson(input) : live.makeInput(),
    ...(rules === undefined ? {} : { preprocessors: rules }),
    ...(ownerHook === undefined ? {} : { owner: ownerOf(ownerHook) }),
  };
}

/** Known tools, schemas and allow list of a grammar or stream call as live values. */
export function liveTools<C extends GrammarCall | StreamCall>(call: C) {
  const { toolSchemas, allowedTools, ...rest } = call;
  return {
    ...rest,
    ...(toolSchemas === undefined
      ? {}
      : {
          toolSchemas: Object.fromEntries(
            Object.entries(toolSchemas).map(([name, text]) => [name, parseJson(text)]),
          ),
        }),
    ...(allowedTools === undefined ? {} : { allowedTools: parseJson(allowedTools) }),
  };
}

/** The live request of a call; the message is parsed anew each time. */
export function grammarRequest(call: GrammarCall): GrammarRequest {
  return { ...liveTools(call), message: parseJson(call.message) };
}
