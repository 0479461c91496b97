/** A question as one line for a person: the input first, and the configuration of pi's built-ins by name only. */
import type { RepairCall } from "../spec/contract.ts";
import type { Ask } from "./check.ts";
import { bounded } from "./printable.ts";
import { BUILT_IN_TOOLS, builtInTool } from "./vector-call.ts";

const MAX_TEXT = 4000;

function describeRepair(call: RepairCall, outsideJson: boolean): string {
  const { toolName, input, schema, preprocessors, legacyConfig, ...settings } = call;
  const pinned = BUILT_IN_TOOLS.includes(toolName) ? builtInTool(toolName) : undefined;
  const own =
    pinned !== undefined && JSON.stringify(preprocessors) === JSON.stringify(pinned.preprocessors)
      ? settings
      : { ...settings, preprocessors, legacyConfig };
  const parts = [toolName, outsideJson ? "a value outside JSON" : bounded(input, MAX_TEXT / 2)];
  const configured = JSON.stringify(own);
  if (configured !== "{}") parts.push(`with ${configured}`);
  parts.push(schema === pinned?.schema ? "(pi's built-in)" : `for the schema ${schema}`);
  return bounded(parts.join(" "), MAX_TEXT);
}

/** Tool, input, configuration, schema; at most about 4,000 characters. */
export function describeAsk(ask: Ask): string {
  return ask.capability === "repair"
    ? describeRepair(ask.call, ask.live?.makeInput !== undefined)
    : bounded(JSON.stringify(ask.call), MAX_TEXT);
}
