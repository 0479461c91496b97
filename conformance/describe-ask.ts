/** A question as one line for a person: the input first, and the configuration of pi's built-ins by name only. */
import type { GrammarCall, RepairCall, StreamCall } from "../spec/contract.ts";
import type { Ask, LiveRepair } from "./check.ts";
import { bounded } from "./printable.ts";
import { BUILT_IN_TOOLS, builtInTool } from "./vector-call.ts";

const MAX_TEXT = 4000;

/** Most calls share the pinned rules themselves, which is seen at once: a line is made for every question of a run. */
function sameRules(given: RepairCall["preprocessors"], pinned: readonly unknown[]): boolean {
  return (
    given?.length === pinned.length &&
    given.every((rule, at) => rule === pinned[at] || JSON.stringify(rule) === JSON.stringify(pinned[at]))
  );
}

function describeRepair(call: RepairCall, live: LiveRepair | undefined): string {
  const { toolName, input, schema, preprocessors, legacyConfig, ...settings } = call;
  const pinned = BUILT_IN_TOOLS.includes(toolName) ? builtInTool(toolName) : undefined;
  const own =
    pinned !== undefined && sameRules(preprocessors, pinned.preprocessors)
      ? settings
      : { ...settings, preprocessors, legacyConfig };
  const parts = [
    toolName,
    live?.makeInput !== undefined ? "a value outside JSON" : bounded(input, MAX_TEXT / 2),
  ];
  const configured = JSON.stringify(own);
  if (configured !== "{}") parts.push(`with ${configured}`);
  if (live?.callbacksThrow === true) parts.push("and callbacks that throw");
  parts.push(schema === pinned?.schema ? "(pi's built-in)" : `for the schema ${schema}`);
  return bounded(parts.join(" "), MAX_TEXT);
}

/** The text first; of pi's built-ins only the names are given. */
function describeText(call: GrammarCall | StreamCall): string {
  const { toolSchemas, knownTools, ...rest } = call;
  const own = Object.entries(toolSchemas ?? {}).filter(
    ([name, schema]) => !BUILT_IN_TOOLS.includes(name) || builtInTool(name).schema !== schema,
  );
  const { message, chunks, ...settings } = { message: undefined, chunks: undefined, ...rest };
  const said = bounded(message ?? JSON.stringify(chunks), MAX_TEXT / 2);
  const schemas = own.length === 0 ? {} : { toolSchemas: Object.fromEntries(own) };
  return bounded(`${said} with ${JSON.stringify({ ...settings, knownTools, ...schemas })}`, MAX_TEXT);
}

/** Tool or text, input, configuration, schema; at most about 4,000 characters. */
export function describeAsk(ask: Ask): string {
  if (ask.capability === "repair") return describeRepair(ask.call, ask.live);
  return ask.capability === "grammar" || ask.capability === "stream"
    ? describeText(ask.call)
    : bounded(JSON.stringify(ask.call), MAX_TEXT);
}
