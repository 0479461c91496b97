/** What pi itself does with a call: its validation, the yardstick of the fast path, and its parsers of arguments. */
import type { ToolCall } from "@earendil-works/pi-ai";
import { parseStreamingJson, parseToolCallArguments } from "@earendil-works/pi-ai/utils/json-parse";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";

/** pi's own validation of a call, conversions included. Throws where pi rejects. */
export function hostValidation(name: string, schema: object): (args: unknown) => unknown {
  const tool = { name, description: "", parameters: schema };
  // Made once: the call exists before pi validates it.
  const call: ToolCall = { type: "toolCall", id: "call", name, arguments: {} };
  return (args) => {
    call.arguments = args as ToolCall["arguments"];
    return validateToolArguments(tool, call);
  };
}

/** pi's readers of the text of arguments, by name. */
export const PI_PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  "pi, parseToolCallArguments": parseToolCallArguments,
  "pi, parseStreamingJson": parseStreamingJson,
};
