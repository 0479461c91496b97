/** Printed calls, and messages that hold them. */

export const printed = (name: string, args: object): string =>
  `<tool_call>{"name": "${name}", "arguments": ${JSON.stringify(args)}}</tool_call>`;
export const LS = printed("bash", { command: "ls" });
export const UNKNOWN = printed("deploy", { command: "x" });
export const TAGGED = '<function=bash>{"command": "ls"}</function>';
export const BARE = '{"name": "bash", "arguments": {"command": "ls"}}';
export const several = (...names: readonly string[]): string =>
  `<tool_calls>[${names.map((name) => `{"name": "${name}", "arguments": {"command": "ls"}}`).join(",")}]</tool_calls>`;

export const text = (value: string, more: object = {}) => ({ type: "text", text: value, ...more });
export const real = (name: string, args: unknown) => ({
  type: "toolCall",
  id: "call_00001",
  name,
  arguments: args,
});
export const message = (content: readonly unknown[], more: object = {}) => ({
  role: "assistant",
  content,
  stopReason: "stop",
  ...more,
});
export const used = { stopReason: "toolUse" };

export const TOOLS = { knownTools: ["bash", "read"] };
