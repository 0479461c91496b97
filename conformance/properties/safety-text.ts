/** What safety says of text: message handling is total, bounded, deterministic, idempotent and without memory. */
import fc, { type Arbitrary } from "fast-check";
import closers from "../../spec/closers.json" with { type: "json" };
import type { GrammarCall } from "../../spec/contract.ts";
import { hardText, jsonText, jsonValue, PROTOTYPE_KEYS } from "../arbitraries.ts";
import { askGrammar, type Check } from "../check.ts";
import { growthProblem } from "../growth.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { vectorMessages } from "../repair-calls.ts";
import { builtInCall, PI_TOOLS } from "../valid-calls.ts";

const MODES = ["off", "observe", "strip", "recover"];
const OPENERS = [
  "<tool_call>",
  "<function_calls>",
  '<invoke name="read">',
  "<function=read>",
  "[TOOL_CALLS]",
  "<|python_tag|>",
  "<|tool_call_begin|>",
  "<｜DSML｜tool_calls>",
  "<arg_key>",
  "<think>",
  "</think>",
  "```",
  "~~~",
  "    ",
  "> ",
];
const toolSchemas = Object.fromEntries(PI_TOOLS.map(({ toolName, schemaText }) => [toolName, schemaText]));
const knownTools = PI_TOOLS.map(({ toolName }) => toolName);

const calledText = builtInCall.map(({ toolName, args }) => toJson({ name: toolName, arguments: args }));
const leak = calledText.map((call) => `<tool_call>${call}</tool_call>`);

/** Text of markers, calls, prose and debris in any order. */
const leakyText: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: leak, weight: 3 },
      { arbitrary: fc.constantFrom("\n", "\n\n", "Done. ", "It follows:\n", " "), weight: 3 },
      { arbitrary: fc.constantFrom(...OPENERS, ...closers.callClosers, ...closers.turnClosers), weight: 3 },
      { arbitrary: calledText, weight: 1 },
      { arbitrary: fc.oneof(hardText, jsonText), weight: 1 },
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(""));

const message = (content: unknown, stopReason: unknown = "stop"): string =>
  toJson({ role: "assistant", content, stopReason });

function callOf(text: string, mode: string): GrammarCall {
  return { message: message([{ type: "text", text }]), mode, knownTools, toolSchemas };
}

const leakyCall: Arbitrary<GrammarCall> = fc
  .tuple(leakyText, fc.constantFrom(...MODES))
  .map(([text, mode]) => callOf(text, mode));
const anyMessage: Arbitrary<GrammarCall> = fc.oneof(
  { arbitrary: leakyCall, weight: 4 },
  { arbitrary: vectorMessages, weight: 2 },
);

const part = fc.oneof(
  leakyText.map((text) => ({ type: "text", text })),
  fc.record(
    {
      type: fc.constantFrom("text", "thinking", "toolCall", "image"),
      text: jsonValue,
      thinking: jsonValue,
      arguments: jsonValue,
    },
    { requiredKeys: ["type"], noNullPrototype: true },
  ),
  jsonValue,
);
const wildMessage: Arbitrary<GrammarCall> = fc
  .tuple(
    fc.oneof(fc.array(part, { maxLength: 3 }), jsonValue),
    fc.oneof(fc.constantFrom("stop", "length", "toolUse"), jsonValue),
    fc.constantFrom(...MODES, "", "__proto__", "Recover"),
    jsonValue,
  )
  .map(([content, stopReason, mode, allowed]) => ({
    message: message(content, stopReason),
    mode,
    knownTools: [...knownTools, ...PROTOTYPE_KEYS],
    toolSchemas,
    allowedTools: toJson(allowed),
  }));

const isLeaky = ({ message: text }: GrammarCall): readonly string[] => [
  /tool_call|invoke|function/.test(text) ? "marked" : "plain",
];

const total = property<GrammarCall>({
  address: "safety/total/any-message-in-text",
  title: "Any message in any mode is answered, and the caller's message is left as it was.",
  capability: "grammar",
  arbitrary: fc.oneof(wildMessage, anyMessage),
  *check(call): Check {
    const { answer, facts } = yield* askGrammar(call, { facts: true });
    if (facts?.messageUntouched === false) return { says: "the caller's message was changed" };
    const same = sameJson(answer.message, call.message);
    if (!answer.changed && !same)
      return {
        says: "a changed message is reported as unchanged",
        expected: call.message,
        received: answer.message,
      };
    return answer.promoted && answer.promotedCallIds.length === 0
      ? { says: "a promotion without a call" }
      : undefined;
  },
  labels: isLeaky,
  floors: { marked: 0.3 },
});

const inert = property<readonly [string, string, string]>({
  address: "safety/prototype-inert/arguments-in-text",
  title: "Keys and tool names that objects inherit are plain data in a leaked call.",
  capability: "grammar",
  arbitrary: fc.tuple(fc.constantFrom(...PROTOTYPE_KEYS), hardText, fc.constantFrom("strip", "recover")),
  *check([key, value, mode]): Check {
    const args = Object.fromEntries([
      ["path", "/x"],
      [key, value],
    ]);
    const own = (yield* askGrammar(
      callOf(`<tool_call>${toJson({ name: "read", arguments: args })}</tool_call>`, mode),
    )).answer;
    const [promoted] = own.recoveredCalls;
    if (promoted !== undefined && !sameJson(promoted.arguments, toJson(args)))
      return {
        says: "own data of a leaked call was lost or moved",
        expected: toJson(args),
        received: promoted.arguments,
      };
    const named = (yield* askGrammar(
      callOf(`<tool_call>${toJson({ name: key, arguments: args })}</tool_call>`, mode),
    )).answer;
    if (named.promoted) return { says: `the tool ${key} was taken for a known one`, received: named.message };
    const polluted = Object.keys({}).length > 0 || Reflect.ownKeys(Object.prototype).includes("path");
    return polluted ? { says: "a prototype was changed" } : undefined;
  },
});

const deterministic = property<readonly [GrammarCall, GrammarCall]>({
  address: "safety/deterministic/same-message-in-text",
  title: "The same message gets the same answer, byte for byte, ids of promoted calls included.",
  capability: "grammar",
  arbitrary: fc.tuple(anyMessage, anyMessage),
  *check([call, other]): Check {
    const first = toJson((yield* askGrammar(call)).answer);
    yield* askGrammar(other);
    const answer = toJson((yield* askGrammar(call)).answer);
    return answer === first
      ? undefined
      : { says: "the same message got another answer", expected: first, received: answer };
  },
});

const noMemory = property<readonly [GrammarCall, readonly GrammarCall[]]>({
  address: "safety/no-memory/earlier-messages-in-text",
  title: "Earlier messages do not influence later ones.",
  capability: "grammar",
  arbitrary: fc.tuple(leakyCall, fc.array(anyMessage, { minLength: 1, maxLength: 4 })),
  *check([call, others]): Check {
    const first = toJson((yield* askGrammar(call)).answer);
    for (const other of others) yield* askGrammar(other);
    const answer = toJson((yield* askGrammar(call)).answer);
    return answer === first
      ? undefined
      : { says: "earlier messages changed the answer", expected: first, received: answer };
  },
});

const idempotent = property<GrammarCall>({
  address: "safety/idempotent/stripped-text-stays-in-text",
  title: "Stripping a stripped message changes nothing.",
  capability: "grammar",
  arbitrary: anyMessage.map((call) => ({ ...call, mode: "strip" })),
  *check(call): Check {
    const { answer } = yield* askGrammar(call);
    const second = (yield* askGrammar({ ...call, message: answer.message })).answer;
    return !second.changed && sameJson(second.message, answer.message)
      ? undefined
      : { says: "a second strip changed the message", expected: answer.message, received: second.message };
  },
  labels: isLeaky,
  floors: { marked: 0.3 },
});

const fill = (text: string, units: number): string => text.repeat(Math.ceil(units / text.length));
const LEAK = '<tool_call>{"name":"read","arguments":{"path":"/x"}}</tool_call>';
const GROWING = [
  ...OPENERS,
  ...closers.callClosers.slice(0, 20),
  "a(\n",
  "read(path=",
  LEAK,
  `${LEAK}\n`,
  '{"name":',
  "[",
  "`",
  "``` ",
  "<",
  "< ",
  "\n> ",
  "Done. ",
  "invoke name=",
  "</",
].flatMap((unit) => [
  { unit, text: (units: number) => fill(unit, units) },
  { unit: `${unit} behind a leak`, text: (units: number) => `${LEAK}x${fill(unit, units)}y` },
]);

const bounded = property<typeof GROWING>({
  address: "safety/bounded/cost-of-twice-the-text-in-text",
  title: "Twice the text costs about twice the CPU time, whatever it is made of.",
  capability: "grammar",
  // Every kind in every case: drawn one by one, a slow kind would be met with some seeds only.
  arbitrary: fc.constant(GROWING),
  *check(kinds): Check {
    for (const { unit, text } of kinds) {
      const problem = yield* growthProblem({
        capability: "grammar",
        ask: (units) => callOf(text(units), "strip"),
      });
      if (problem !== undefined) return { ...problem, says: `${JSON.stringify(unit)}: ${problem.says}` };
    }
    return undefined;
  },
  costly: true,
  fixed: true,
  share: 0.01,
});

export const textProperties: readonly Property[] = Object.freeze([
  total,
  inert,
  deterministic,
  idempotent,
  bounded,
  noMemory,
]);
