// Every claim about pi as data. The sentence is what a probe is measured against, in either direction of time.
// `held` is what the committed ledger shows; a test keeps the two together. Long because it is a list.

/** Where in pi's packages the behaviour can be read. */
export interface Evidence {
  readonly package: string;
  readonly file: string;
  readonly symbol: string;
}

export interface Claim {
  readonly id: string;
  readonly sentence: string;
  readonly why: string;
  /** What leans on it: files of the reference, requirements of the spec. */
  readonly dependents: readonly string[];
  readonly source: string;
  readonly evidence: readonly Evidence[];
  /** What a repair layer has to do about it. */
  readonly advice: string;
  /** First and last published version between which it was seen to hold; null where it never did. */
  readonly held: readonly [string, string] | null;
}

const LEDGER = "research ledger of pi-repair-layer 0.3.0, read against pi 0.80.6";
const OWN = "needed by the reference, read in pi 1.6.0";

const loop = (symbol: string): Evidence => ({ package: "pi-agent-core", file: "dist/agent-loop.js", symbol });
const session = (symbol: string): Evidence => ({
  package: "pi-coding-agent",
  file: "dist/core/agent-session.js",
  symbol,
});
const runner = (symbol: string): Evidence => ({
  package: "pi-coding-agent",
  file: "dist/core/extensions/runner.js",
  symbol,
});
const loader = (symbol: string): Evidence => ({
  package: "pi-coding-agent",
  file: "dist/core/extensions/loader.js",
  symbol,
});
const validation = (symbol: string): Evidence => ({
  package: "pi-ai",
  file: "dist/utils/validation.js",
  symbol,
});
const json = (symbol: string): Evidence => ({ package: "pi-ai", file: "dist/utils/json-parse.js", symbol });

/** All claims, in the order of the matrix. */
export const CLAIMS: readonly Claim[] = Object.freeze([
  {
    id: "loop-order",
    sentence:
      "A call passes the tool's prepareArguments, then validation, then tool_call, then execute, then tool_result.",
    why: "The hook is the one seam that comes before validation; the whole layer sits there.",
    dependents: ["reference/pi/extension.ts", "reference/pi/adapter.ts", "pi/repaired-executes"],
    source: `claim 1 of the ${LEDGER}`,
    evidence: [loop("prepareToolCall"), loop("prepareToolCallArguments")],
    advice: "Repair in prepareArguments. Should the order change, no other seam can mend an invalid call.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "raw-arguments-reach-hook",
    sentence:
      "prepareArguments sees what the model sent, also where that is text, an array, null or an object cut short.",
    why: "Envelope recovery works on exactly those values; where pi turns them into {} the hook has nothing to recover.",
    dependents: [
      "reference/envelope.ts",
      "reference/pi/adapter.ts",
      "pi/raw-arguments",
      "envelope/decode-json",
    ],
    source: `consequence of claim 1 of the ${LEDGER}`,
    evidence: [json("parseStreamingJson"), json("parseToolCallArguments")],
    advice:
      "Where it changed, recover the text from argumentsError at message_end, and let the {} that the hook sees pass.",
    held: ["0.74.0", "0.87.1"],
  },
  {
    id: "arguments-error",
    sentence:
      "Argument text that is no JSON object stands beside the call as argumentsError, the raw text after the first `Received arguments:`; the call fails with it unless a message_end handler clears it.",
    why: "It is the only place where the raw text survives once the hook sees {}.",
    dependents: ["reference/pi/extension.ts", "pi/raw-arguments"],
    source: OWN,
    evidence: [json("parseToolCallArguments"), validation("validateToolArguments")],
    advice:
      "Look for the field at message_end, never for a version; without it the hook still gets the raw value.",
    held: ["1.3.0", "1.6.0"],
  },
  {
    id: "validation-throws",
    sentence:
      "Arguments that miss the schema after conversion become an error result for the model; neither tool_call nor execute happens, and the call in the transcript stays as sent.",
    why: "A tool_call handler can never repair an invalid call; the model reads pi's words if the layer stands aside.",
    dependents: [
      "reference/pi/adapter.ts",
      "boundary/throws-before-execute",
      "outcome/unrepairable-is-original",
    ],
    source: `claim 2 of the ${LEDGER}`,
    evidence: [validation("validateToolArguments"), loop("prepareToolCall")],
    advice: "Throw from prepareArguments with words for the model: pi shows them the same way.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "native-conversion",
    sentence:
      'The host converts before it checks: JSON text of an array becomes an array of that one text, null becomes "null" for a string and 0 for a number, required or optional.',
    why: "A value that only conversion makes valid executes as something that nobody meant.",
    dependents: ["reference/pipeline.ts", "outcome/benign-conversion-deferred", "outcome/host-stable"],
    source: `claim 2 of the ${LEDGER}, with its table of native conversion`,
    evidence: [validation("validateToolArguments")],
    advice: "Check strictly first, repair, and take the running pi's own validation as the last stage.",
    held: ["0.74.0", "0.84.1"],
  },
  {
    id: "drops-optional-null",
    sentence: "The host drops a null that was sent for an optional field, whatever the field's type.",
    why: "Models that are asked to send nulls for absent fields must not be scolded for it.",
    dependents: ["reference/pi/adapter.ts", "pi/host-does-it", "outcome/host-stable"],
    source: OWN,
    evidence: [
      validation("validateToolArguments"),
      { package: "pi-schema", file: "dist/index.js", symbol: "compile" },
    ],
    advice:
      "Ask the running pi once and set host.dropsOptionalNull; where it does not, drop the null and say so.",
    held: ["0.84.2", "1.6.0"],
  },
  {
    id: "wraps-single-value",
    sentence: "The host wraps a single value where the schema wants an array of such values.",
    why: "What the host does right by itself needs no note; JSON text of an array is wrapped too, and that is wrong.",
    dependents: ["reference/pi/adapter.ts", "pi/host-does-it", "schema/wrap-object"],
    source: OWN,
    evidence: [
      validation("validateToolArguments"),
      { package: "pi-schema", file: "dist/index.js", symbol: "compile" },
    ],
    advice:
      "Ask the running pi once and set host.wrapsSingleValue; parse JSON text of an array before the host wraps it.",
    held: ["1.5.0", "1.6.0"],
  },
  {
    id: "validator",
    sentence: "pi validates arguments with TypeBox's compiler, and its words are those that the model reads.",
    why: "What counts as valid (formats, dangling references, unknown types) follows the validator in use.",
    dependents: ["reference/schema.ts", "reference/pi/adapter.ts", "schema/dialect"],
    source: `claim 2 of the ${LEDGER}`,
    evidence: [validation("getValidator")],
    advice: "Never match on the words of a validation error; let the running pi judge at the last stage.",
    held: ["0.74.0", "1.4.0"],
  },
  {
    id: "tool-call-mutation",
    sentence:
      "A change that a tool_call handler makes in place to event.input executes, unvalidated; an object assigned to event.input is dropped.",
    why: "Other extensions' changes reach the tool after repair; a repair assigned to event.input is lost.",
    dependents: ["reference/pi/extension.ts", "pi/gates-still-apply"],
    source: `claim 3 of the ${LEDGER}`,
    evidence: [session("_beforeToolCall"), runner("emitToolCall")],
    advice: "Do not repair in tool_call.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "tool-call-block",
    sentence: "A tool_call handler can block a call, also one that a message_end handler added.",
    why: "Promotion turns text into execution; every other extension's gate must still apply to it.",
    dependents: ["reference/pi/extension.ts", "pi/gates-still-apply"],
    source: OWN,
    evidence: [runner("emitToolCall"), loop("prepareToolCall")],
    advice: "Promote at message_end only: calls added there pass the gates.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "message-end-replacement",
    sentence:
      "A message_end handler is awaited; a message of the same role that it returns replaces the loop's own and is saved, its calls execute in the same turn, and one of another role is refused.",
    why: "Grammar recovery and the rescue of raw argument text both happen there.",
    dependents: [
      "reference/grammar.ts",
      "reference/pi/extension.ts",
      "pi/recovery-same-turn",
      "grammar/message-preserved",
    ],
    source: `claim 4 of the ${LEDGER}`,
    evidence: [runner("emitMessageEnd"), session("_replaceMessageInPlace")],
    advice: "Return a whole message of the same role.",
    held: ["0.75.4", "1.6.0"],
  },
  {
    id: "provider-payload",
    sentence:
      "What a before_provider_request handler returns is what later handlers see and what goes on the wire.",
    why: "The guard cleans the schemas on their way out there.",
    dependents: ["reference/guard.ts", "guard/anchors-only"],
    source: `claim 5 of the ${LEDGER}`,
    evidence: [runner("emitBeforeProviderRequest")],
    advice: "Return a changed copy, never the payload changed in place.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "error-terminal",
    sentence: "A message that stopped with error is the end: pi does not ask the model again by itself.",
    why: "A layer that counts on it would keep notes for a message that is about to be dropped and asked for again.",
    dependents: ["reference/feedback.ts", "feedback/no-leftovers"],
    source: `claim 6 of the ${LEDGER}`,
    evidence: [loop("runLoop"), session("_prepareRetry"), session("_isRetryableError")],
    advice:
      "Drop pending notes at every new assistant message; a failed message may be followed by a second try.",
    held: null,
  },
  {
    id: "error-ends-loop",
    sentence:
      "No call of a message that stopped with error or aborted takes any step, and turn_end and agent_end follow at once.",
    why: "The gate on the stop reason relies on it: such messages never gain a call.",
    dependents: ["reference/grammar.ts", "grammar/promotion-gates", "pi/recovery-same-turn"],
    source: `claim 6 of the ${LEDGER}`,
    evidence: [loop("runLoop")],
    advice: "Never promote in such a message, and never clear its argumentsError.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "session-retry",
    sentence:
      "After an error that looks transient the session asks the model again by itself and takes the failed message out of the context, unless retry is switched off.",
    why: "Text of the failed message must not count as seen, and its notes must not reach the second try.",
    dependents: ["reference/feedback.ts", "feedback/no-leftovers"],
    source: OWN,
    evidence: [session("_prepareRetry"), session("_isRetryableError")],
    advice: "Tie notes to one assistant message.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "length-fails-calls",
    sentence: "All calls of a message that stopped for length fail, without hook or execution.",
    why: "Promotion or completion in such a message would undo pi's protection against truncated arguments.",
    dependents: ["reference/envelope.ts", "envelope/structure-only-completion", "grammar/promotion-gates"],
    source: `claim 7 of the ${LEDGER}`,
    evidence: [loop("failToolCallsFromTruncatedMessage")],
    advice:
      "Where it does not hold yet, refuse such calls yourself: the hook is asked for them like for any other.",
    held: ["0.80.6", "1.6.0"],
  },
  {
    id: "schemas-without-pattern",
    sentence:
      "No schema of a built-in tool holds the keyword pattern; the seven built-ins are exported as definitions.",
    why: "Built-in schemas cannot bleed anchors, and grep's pattern is a plain string that may start with ^.",
    dependents: [
      "reference/guard.ts",
      "spec/tools/1.6.0.json",
      "preprocess/anchor-bleed",
      "pi/built-ins-wrapped",
    ],
    source: `claim 8 of the ${LEDGER}`,
    evidence: [
      { package: "pi-coding-agent", file: "dist/core/tools/index.js", symbol: "createReadToolDefinition" },
    ],
    advice:
      "Should a pattern appear, the guard has to cover that tool, and the exemption of grep needs a second look.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "built-in-shims",
    sentence:
      "Of the built-ins only edit has a prepareArguments: it folds flat fields, parses edits sent as JSON text, and may change the object that it is given.",
    why: "The layer chains that hook, on a copy, and must not fold twice.",
    dependents: [
      "reference/owner-hook.ts",
      "reference/edit-fold.ts",
      "preprocess/owner-hook",
      "preprocess/edit-fold",
    ],
    source: OWN,
    evidence: [
      { package: "pi-coding-agent", file: "dist/core/tools/edit.js", symbol: "prepareEditArguments" },
    ],
    advice:
      "Run the hook on a copy; expect it to fold flat fields into existing edits, which the layer refuses to do.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "tool-result-composed",
    sentence:
      "tool_result is announced for results and errors; content, details and error flag can be replaced, and later handlers see what earlier ones made of them.",
    why: "Notes to the model are attached there.",
    dependents: ["reference/feedback.ts", "feedback/attached-once"],
    source: `claim 9 of the ${LEDGER}`,
    evidence: [runner("emitToolResult"), session("_afterToolCall")],
    advice: "Prepend one text part and return it with the others.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "result-parts-kept",
    sentence:
      "A tool_result handler that returns new content loses no other part of the result: images, details, error flag, structuredContent.",
    why: "Adding a note must not take data from the tool's reader.",
    dependents: ["reference/feedback.ts", "pi/result-parts-kept"],
    source: OWN,
    evidence: [runner("emitToolResult"), loop("finalizeExecutedToolCall")],
    advice: "Return event.structuredContent along with the content wherever the event offers it.",
    held: ["0.74.0", "0.87.1"],
  },
  {
    id: "argument-identity",
    sentence:
      "The hook gets the transcript's own object; tool_call, execute and tool_result share one validated copy of what the hook returned.",
    why: "Notes find their call by the identity of that object; a hook that mutates would rewrite the transcript.",
    dependents: [
      "reference/feedback.ts",
      "reference/pi/adapter.ts",
      "pi/feedback-by-identity",
      "safety/input-untouched",
    ],
    source: OWN,
    evidence: [
      loop("prepareToolCallArguments"),
      validation("validateToolArguments"),
      session("_afterToolCall"),
    ],
    advice:
      "Never mutate what the hook gets; match notes from tool_call on by object, before it by value and order.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "parallel-order",
    sentence:
      "The calls of one message are prepared and announced one by one, in order, before any executes; results are announced as they finish, their messages keep the order.",
    why: "First in, first out is right between hook and tool_call only.",
    dependents: ["reference/feedback.ts", "feedback/correlated"],
    source: OWN,
    evidence: [loop("executeToolCallsParallel")],
    advice: "Bind a note to its call id at tool_call, not at tool_result.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "nested-calls",
    sentence:
      "A tool can call another through ctx.executeTool; that call passes hook, validation, tool_call and tool_result, names its parent and adds no result message.",
    why: "Nested calls are repaired like others, but nothing of them may be written into the session.",
    dependents: ["reference/pi/indicator.ts", "reference/feedback.ts", "pi/feedback-by-identity"],
    source: OWN,
    evidence: [session("_executeNestedToolCall"), loop("runToolCall")],
    advice: "Skip indicator entries where the event has a parentToolCallId.",
    held: ["1.3.0", "1.6.0"],
  },
  {
    id: "override-replaces-built-in",
    sentence:
      "A tool registered under a built-in's name replaces that built-in, its hook included, without a conflict.",
    why: "It is how the layer gets its hook into the built-ins.",
    dependents: ["reference/pi/extension.ts", "pi/built-ins-wrapped", "pi/conflict-reported"],
    source: `claim 1 of the ${LEDGER}`,
    evidence: [session("_refreshToolRegistry"), loader("createExtensionAPI")],
    advice: "Register pi's own definition with a chained hook.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "registration-activates-nothing",
    sentence: "Registering a tool under a built-in's name leaves the set of active tools as it was.",
    why: "A layer must not hand the model tools that its user had not switched on.",
    dependents: ["reference/pi/extension.ts", "pi/no-tool-activated"],
    source: OWN,
    evidence: [session("_refreshToolRegistry")],
    advice:
      "Register the wrappers at session_start, where it activates nothing, or put the active set back where it grew.",
    held: null,
  },
  {
    id: "reload-once",
    sentence:
      "After a reload the factory runs anew, the old instance gets session_shutdown, and each event reaches the new instance only.",
    why: "Two instances would repair and note everything twice.",
    dependents: ["reference/pi/extension.ts", "pi/one-instance"],
    source: OWN,
    evidence: [session("reload"), loader("loadExtensions")],
    advice: "Keep all state inside the factory, and clear it at session_shutdown.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "unknown-tool-fails",
    sentence:
      "A call of a tool that is not active fails without hook or tool_call, unless a message_end handler gives it the right name.",
    why: "Names with a leaked prefix can be put right at message_end only.",
    dependents: ["reference/pi/extension.ts", "grammar/tool-names"],
    source: OWN,
    evidence: [loop("prepareToolCall")],
    advice: "Correct the name at message_end; no hook is asked for an unknown tool.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "headless-ui",
    sentence:
      "Without a terminal ctx.hasUI is false, and the dialogs of ctx.ui answer at once instead of waiting.",
    why: "In print, JSON and RPC modes nothing may wait for a person.",
    dependents: ["reference/pi/extension.ts", "pi/headless"],
    source: OWN,
    evidence: [runner("noOpUIContext")],
    advice: "Ask ctx.hasUI before any dialog all the same.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "entries-not-sent",
    sentence:
      "A session entry that an extension appends is kept with the session and never sent to the model.",
    why: "Indicators are stored as such entries.",
    dependents: ["reference/pi/indicator.ts", "pi/commands", "records/value-free"],
    source: OWN,
    evidence: [
      { package: "pi-coding-agent", file: "dist/core/session-manager.js", symbol: "appendCustomEntry" },
    ],
    advice: "Use appendEntry for indicators, and put nothing of the user's into them.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "module-state",
    sentence:
      "Two sessions in one process that load the same extension file evaluate it twice: they share no module state.",
    why: "Two sessions must share no queue and no setting.",
    dependents: ["reference/pi/extension.ts", "reference/feedback.ts", "pi/one-instance"],
    source: OWN,
    evidence: [loader("loadExtensionModule")],
    advice: "Keep state inside the factory, whatever the loader does.",
    held: ["0.74.0", "0.79.8"],
  },
  {
    id: "actual-model",
    sentence:
      "An assistant message names the model that produced it, also where the selected model is a virtual one.",
    why: "Model gates have to look at the model that really spoke.",
    dependents: ["reference/pi/extension.ts", "pi/actual-model", "grammar/model-gate"],
    source: OWN,
    evidence: [{ package: "pi-coding-agent", file: "dist/core/virtual-models.js", symbol: "isVirtualModel" }],
    advice: "Read message.model at message_end, not ctx.model.",
    held: ["1.3.0", "1.6.0"],
  },
  {
    id: "extension-surface",
    sentence: "Extension API, context and package offer every name that a repair layer uses.",
    why: "One missing name stops the extension from loading or working.",
    dependents: ["reference/pi/extension.ts", "reference/pi/indicator.ts", "pi/every-supported-version"],
    source: OWN,
    evidence: [
      { package: "pi-coding-agent", file: "dist/core/extensions/types.d.ts", symbol: "ExtensionAPI" },
    ],
    advice: "Test for each optional name before use; the observations list those that are missing.",
    held: ["0.80.6", "1.6.0"],
  },
  {
    id: "module-aliasing",
    sentence:
      "An extension that imports pi-coding-agent, pi-ai or typebox gets the running pi's own modules, whatever lies beside it.",
    why: "Validation by the running pi and identity of its schemas depend on it.",
    dependents: ["reference/pi/adapter.ts", "reference/package.json", "pi/tool-owner"],
    source: `package and runtime notes of the ${LEDGER}`,
    evidence: [loader("getAliases"), loader("getVirtualModules")],
    advice: "Declare pi as peer; do not compare schema objects across a second copy.",
    held: ["0.74.0", "1.6.0"],
  },
  {
    id: "package-runtime",
    sentence:
      "pi-coding-agent is an ES module for Node 22 or later, brings typebox along, and loads compiled and TypeScript entries named in pi.extensions.",
    why: "The published layer relies on each of these when it is installed.",
    dependents: ["reference/package.json", "pi/every-supported-version"],
    source: `package and runtime notes of the ${LEDGER}`,
    evidence: [
      { package: "pi-coding-agent", file: "package.json", symbol: "engines, dependencies, exports" },
    ],
    advice: "Publish compiled ES modules and list them in pi.extensions.",
    held: ["0.75.1", "1.6.0"],
  },
]);

/** The claim with that id, or undefined. */
export function claimById(id: string): Claim | undefined {
  return CLAIMS.find((claim) => claim.id === id);
}
