/** What kind of question a case asks, and what kind of answer it gets: labels for every property, whatever it draws. */
import type { GrammarCall, GuardCall, RepairCall, SessionCall, StreamCall } from "../spec/contract.ts";
import { type Ask, isSessionAsk, type Reply } from "./check.ts";
import { BUILT_IN_TOOLS } from "./vector-call.ts";

type Labels = readonly (string | false | undefined)[];

const textLabels = (text: string): Labels => [
  /[^\p{ASCII}]|\\ud[89a-f]/iu.test(text) && "beyond ASCII",
  text.includes('\\"') && "a quote in a text",
  /\\n|\\r/.test(text) && "a line end in a text",
  /<[/|｜\w]/.test(text) && "a marker",
  text.length > 1000 && "long",
];

const repairLabels = (call: RepairCall): Labels => [
  ...textLabels(call.input),
  call.input.startsWith('"') && "raw text",
  call.input.startsWith("{") && "an object",
  call.input.startsWith("[") && "a list",
  /^[[{].*[[{]/s.test(call.input) && "nested",
  BUILT_IN_TOOLS.includes(call.toolName) ? "a built-in" : "another tool",
  call.profile !== undefined &&
    `profile ${["conservative", "adaptive", "recover"].includes(call.profile) ? call.profile : "unknown"}`,
  call.modelId !== undefined && "a model",
  (call.preprocessors?.length ?? 0) > 0 && "preprocessors",
  call.limits !== undefined && "limits",
  call.ownerHook !== undefined && "an owner's hook",
  call.stopReason !== undefined && "a stop reason",
];

const toolLabels = ({ mode, seenTexts, allowedTools, toolSchemas }: GrammarCall | StreamCall): Labels => [
  `mode ${["off", "observe", "strip", "recover"].includes(mode) ? mode : "unknown"}`,
  seenTexts !== undefined && "seen texts",
  allowedTools !== undefined && "an allow list",
  toolSchemas !== undefined && "schemas",
];

const grammarLabels = (call: GrammarCall): Labels => [
  ...toolLabels(call),
  ...textLabels(call.message),
  call.message.includes("```") && "a fence",
  call.message.includes('"thinking"') && "thinking",
  call.message.includes('"toolCall"') && "a real call",
  call.message.split('{"type":').length > 2 && "several parts",
];

const streamLabels = (call: StreamCall): Labels => [
  ...toolLabels(call),
  ...textLabels(JSON.stringify(call.chunks.join(""))),
  call.chunks.length > 3 && "many chunks",
  call.chunks.some((chunk) => chunk === "") && "an empty chunk",
];

const guardLabels = ({ payload }: GuardCall): Labels => [
  ...textLabels(payload),
  /"\^|\$"/.test(payload) && "anchors",
];

const sessionLabels = (call: SessionCall): Labels => [
  ...textLabels(JSON.stringify(call.turns)),
  call.turns.length > 1 ? "several turns" : "one turn",
  JSON.stringify(call.turns).includes("toolCall") && "a real call",
  call.settings !== undefined && "settings",
  call.companions !== undefined && "companions",
  call.files !== undefined && "files",
];

/** Labels of a question. */
export function askLabels(ask: Ask): readonly string[] {
  const labels = (): Labels => {
    if (isSessionAsk(ask)) return sessionLabels(ask.call);
    if (ask.capability === "repair") return repairLabels(ask.call);
    if (ask.capability === "grammar") return grammarLabels(ask.call);
    return ask.capability === "stream" ? streamLabels(ask.call) : guardLabels(ask.call);
  };
  return labels().filter((label) => typeof label === "string");
}

/** Labels of an answer. */
export function replyLabels({ answer }: Reply): readonly string[] {
  if ("outcome" in answer) return [`answer ${answer.outcome}`];
  if (!("promoted" in answer)) return [];
  return [answer.promoted ? "answer promoted" : answer.changed ? "answer cut" : "answer left"];
}
