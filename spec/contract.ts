/**
 * What a target is asked and what it answers, as TypeBox types. `spec/schemas/*.json` are generated from here, so
 * that an implementer in another language needs none of our code. Calls hold plain data only: functions (owner hooks,
 * structural transforms) go by name, from the closed lists below.
 */
import Type, { type Static } from "typebox";

export const PROTOCOL_VERSION = "1.0";

export const CAPABILITIES = ["repair", "grammar", "stream", "guard", "feedback", "records", "pi"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** In pipeline order; the stage of a change is one of these. */
export const STAGES = [
  "envelope",
  "owner-shim",
  "preprocess",
  "valid-value",
  "strict-validation",
  "schema-repair",
  "final-validation",
] as const;

export const OUTCOMES = ["valid", "repaired", "unrepairable"] as const;

/** Structural transforms that a call may name; each takes the selected value and folds or leaves it. */
export const TRANSFORMS = ["edit-fold", "split-range"] as const;

/** Owner hooks that a call may name; `conformance/owner-hooks.ts` says what each does. */
export const OWNER_HOOKS = [
  "identity",
  "lower-path",
  "return-undefined-after-mutate",
  "throw-after-mutate",
  "return-promise",
  "return-function",
  "rename-through-this",
] as const;

const literals = <const T extends readonly string[]>(values: T) => Type.Enum([...values] as unknown as T);

const Text = Type.String();
const Texts = Type.Array(Text);
const closed = { additionalProperties: false } as const;

/** `selector` names the canonical field; `aliases` are its other names in the same object, first match wins. */
const AliasPreprocessor = Type.Object(
  {
    kind: Type.Literal("alias"),
    selector: Text,
    aliases: Texts,
    accepts: Type.Optional(literals(["string", "number", "boolean", "array", "object"])),
    emptyEquivalentToMissing: Type.Optional(Type.Boolean()),
  },
  closed,
);

const ValuePreprocessor = Type.Object(
  {
    kind: literals([
      "filesystem-path",
      "filesystem-path-array",
      "glob",
      "string-or-array",
      "scalar",
      "anchor-bleed",
      "grammar-tokens",
    ]),
    selector: Text,
    scalarType: Type.Optional(literals(["string", "number", "integer", "boolean"])),
    modelFamilies: Type.Optional(Texts),
  },
  closed,
);

const StructuralPreprocessor = Type.Object(
  { kind: Type.Literal("structural"), selector: Text, ruleId: Text, transform: literals(TRANSFORMS) },
  closed,
);

/** A kind that no layer knows: it must be skipped (`outcome/unknown-kind-ignored`). */
const UnknownPreprocessor = Type.Object({ kind: Type.String({ pattern: "^x-" }), selector: Text });

export const Preprocessor = Type.Union([
  AliasPreprocessor,
  ValuePreprocessor,
  StructuralPreprocessor,
  UnknownPreprocessor,
]);
export type Preprocessor = Static<typeof Preprocessor>;

export const LegacyConfig = Type.Object(
  {
    fieldAliases: Type.Optional(Type.Record(Text, Texts)),
    rootString: Type.Optional(
      Type.Object({ field: Text, wrapInArray: Type.Optional(Type.Boolean()) }, closed),
    ),
    pathFields: Type.Optional(Texts),
  },
  closed,
);

const Count = Type.Integer({ minimum: 0 });
export const Limits = Type.Object(
  {
    maxInputBytes: Type.Optional(Count),
    maxNestingDepth: Type.Optional(Count),
    maxDecodeAttempts: Type.Optional(Count),
    maxCandidates: Type.Optional(Count),
  },
  closed,
);

const Overrides = Type.Object(
  { grammarMode: Type.Optional(Text), unknownGrammarText: Type.Optional(Text) },
  closed,
);

const Host = Type.Object({ dropsOptionalNull: Type.Boolean(), wrapsSingleValue: Type.Boolean() }, closed);

/** What all repair calls have in common beside tool, schema and input. */
const repairSettings = {
  profile: Type.Optional(Text),
  overrides: Type.Optional(Overrides),
  preprocessors: Type.Optional(Type.Array(Preprocessor)),
  legacyConfig: Type.Optional(LegacyConfig),
  modelId: Type.Optional(Text),
  limits: Type.Optional(Limits),
  host: Type.Optional(Host),
  stopReason: Type.Optional(Text),
  ownerHook: Type.Optional(literals(OWNER_HOOKS)),
};

/**
 * One question for the capability `repair`. `schema` and `input` are JSON text: `input` is the text of the raw
 * arguments as pi holds them, so arguments that are themselves raw text appear as a JSON string.
 */
export const RepairCall = Type.Object(
  { toolName: Text, schema: Text, input: Text, ...repairSettings },
  closed,
);
export type RepairCall = Static<typeof RepairCall>;

export const Change = Type.Object({
  ruleId: Text,
  stage: Text,
  note: Text,
  silent: Type.Optional(Type.Boolean()),
});
export type Change = Static<typeof Change>;

export const Observation = Type.Object({
  channel: Text,
  stage: Text,
  ruleId: Text,
  toolName: Type.Optional(Text),
  grammar: Type.Optional(Text),
  outcome: Type.Optional(Text),
  count: Type.Optional(Type.Integer()),
});
export type Observation = Static<typeof Observation>;

/** The verdict on one repair call. `args` is the JSON text of the arguments. */
export const RepairAnswer = Type.Object({
  outcome: Text,
  args: Text,
  changes: Type.Array(Change),
  observations: Type.Optional(Type.Array(Observation)),
  issueSummary: Type.Optional(Text),
  fingerprint: Type.Optional(Text),
  retryMessage: Type.Optional(Text),
});
export type RepairAnswer = Static<typeof RepairAnswer>;

/** What grammar and stream calls have in common. */
const grammarSettings = {
  mode: Text,
  knownTools: Texts,
  /** JSON text of each tool's schema, by tool name. */
  toolSchemas: Type.Optional(Type.Record(Text, Text)),
  /** JSON text: an allow list of the wrong type must allow nothing, so any value may stand here. */
  allowedTools: Type.Optional(Text),
  seenTexts: Type.Optional(Texts),
  grammars: Type.Optional(Texts),
  unknownToolText: Type.Optional(Text),
  requireKnownTool: Type.Optional(Type.Boolean()),
  maxPromoted: Type.Optional(Count),
  idsInUse: Type.Optional(Texts),
};

/** One question for the capability `grammar`; `message` is the JSON text of one message as pi holds it. */
export const GrammarCall = Type.Object({ message: Text, ...grammarSettings }, closed);
export type GrammarCall = Static<typeof GrammarCall>;

/** `message` is the JSON text of the replacement, or of the same message where nothing was done. */
export const GrammarAnswer = Type.Object({
  message: Text,
  changed: Type.Boolean(),
  promoted: Type.Boolean(),
  recoveredCalls: Type.Array(Type.Object({ name: Text, arguments: Text, grammar: Text })),
  strippedGrammars: Texts,
  detectedGrammars: Texts,
  promotedCallIds: Texts,
  /** How many leaks were cut from the text without being promoted (`grammar/no-silent-loss`). */
  cutWithoutPromotion: Count,
  observations: Type.Optional(Type.Array(Observation)),
});
export type GrammarAnswer = Static<typeof GrammarAnswer>;

/** One question for the capability `stream`: text of one part in the chunks in which it arrived. */
export const StreamCall = Type.Object({ chunks: Texts, ...grammarSettings }, closed);
export type StreamCall = Static<typeof StreamCall>;

/** What became visible after each chunk (one entry a chunk), and what the final flush added. */
export const StreamAnswer = Type.Object({ visible: Texts, flushed: Text });
export type StreamAnswer = Static<typeof StreamAnswer>;

/** One question for the capability `guard`; `payload` is the JSON text of a provider request. */
export const GuardCall = Type.Object({ payload: Text, modelId: Text, modelFamilies: Texts }, closed);
export type GuardCall = Static<typeof GuardCall>;

export const GuardAnswer = Type.Object({ payload: Text });
export type GuardAnswer = Static<typeof GuardAnswer>;

/**
 * Extensions that stand beside the target's in a session: `blocks` blocks every call and
 * `blocks-first` only the first; `slow` answers `tool_call` late,
 * the earliest call last; `nested` has a tool `outer` that makes the calls of its argument `calls` at once; `rich` has a
 * tool with structured content, details and an image; `owns-read` provides a `read` of its own; `virtual` selects a
 * virtual model that is served by `model`, `virtual-qwen` one whose own id names a family; `adapted` has a tool `own` that the target adapted for its owner;
 * `older` keeps session entries of type `tool-repair` as other ages of a layer wrote them.
 */
export const COMPANIONS = [
  "blocks",
  "blocks-first",
  "slow",
  "nested",
  "rich",
  "owns-read",
  "virtual",
  "virtual-qwen",
  "adapted",
  "older",
] as const;

/** What happens next in a session: the model's replies to a prompt, a command with a user's choices, or a reload. */
const Turn = Type.Union([
  /** Each reply is the JSON text of `{ content, stopReason? }`; a last one that says "done" follows. */
  Type.Object({ replies: Texts }, closed),
  /** `choices` answer the dialogs that come up, in order; a dialog beyond them is dismissed. */
  Type.Object({ command: Text, choices: Type.Optional(Texts) }, closed),
  Type.Object({ reload: Type.Literal(true) }, closed),
]);

/** One question for `feedback`, `records` and `pi`: a whole session in a real pi, in folders of its own. */
export const SessionCall = Type.Object(
  {
    /** A published pi to run in, where it is at hand; omitted, the installed one. */
    pi: Type.Optional(Text),
    /** From its first turn on, what pi offers extensions is stale: context, models and tool lists throw. */
    stale: Type.Optional(Type.Boolean()),
    /** Content of the layer's settings file before it starts; omitted, there is none. */
    settings: Type.Optional(Text),
    /** Content of the telemetry file before it starts. */
    telemetry: Type.Optional(Text),
    /** Files of pi's agent folder before the layer starts, by their places in it; its own are in `tool-repair/`. */
    agentFiles: Type.Optional(Type.Record(Text, Text)),
    /** Further `PI_TOOL_REPAIR_` variables; `<agent>` in a value stands for pi's agent folder. */
    environment: Type.Optional(Type.Record(Text, Text)),
    model: Type.Optional(Text),
    /** Files of the working folder. */
    files: Type.Optional(Type.Record(Text, Text)),
    companions: Type.Optional(Type.Array(literals(COMPANIONS))),
    /** The tools that the user allows; omitted, pi's own choice. */
    tools: Type.Optional(Texts),
    turns: Type.Array(Turn),
  },
  closed,
);
export type SessionCall = Static<typeof SessionCall>;

const SessionResult = Type.Object({
  tool: Text,
  isError: Type.Boolean(),
  /** All text parts, joined by line ends. */
  text: Text,
  /** JSON text of the whole result. */
  whole: Text,
});

/** What could be seen of a session. Texts named JSON are JSON text. */
export const SessionAnswer = Type.Object({
  /** The version of the pi that it ran in. */
  pi: Text,
  results: Type.Array(SessionResult),
  /** What the last `tool_call` handler saw of each call, in order; `args` is JSON. */
  seen: Type.Array(Type.Object({ tool: Text, args: Text, nested: Type.Boolean() })),
  /** JSON of the results as the last `tool_result` handler saw them, nested ones too, as they came in. */
  seenResults: Texts,
  /** JSON of the messages of each request to the model. */
  requests: Texts,
  /** JSON of the assistant messages that the conversation holds. */
  messages: Texts,
  /** The working folder afterwards. */
  files: Type.Record(Text, Text),
  /** What the extension wrote to files, by name. */
  written: Type.Record(Text, Text),
  /** JSON of the session entries of type `tool-repair`. */
  entries: Texts,
  /** The lines that those entries are drawn as, for each width. */
  indicators: Type.Array(Type.Object({ width: Count, lines: Texts })),
  /** What went to stderr and to stdout. */
  stderr: Text,
  stdout: Text,
  /** Notifications, and questions put to the user. */
  shown: Texts,
  /** Those of the notifications that pi was told are warnings or errors. */
  warned: Texts,
  /** What pi says of the commands that extensions offer, by name. */
  commands: Type.Record(Text, Text),
  activeTools: Texts,
  /** The same without the extension. */
  activeToolsAlone: Texts,
  /** What pi blamed extensions for. */
  errors: Texts,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/** What a target says of itself before the first call. */
export const TargetIdentity = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80 }),
    version: Type.String({ minLength: 1, maxLength: 80 }),
    language: Type.Optional(Text),
    source: Type.Optional(Text),
    /** Packages of the host that it uses, by name, with versions. */
    hostPackages: Type.Optional(Type.Record(Text, Text)),
    capabilities: Type.Array(literals(CAPABILITIES), { minItems: 1 }),
    /** Every rule id that a change may carry. */
    ruleIds: Texts,
    /** True if rule ids have the meaning of the catalogue's, so that vectors may compare them. */
    canonicalRuleIds: Type.Boolean(),
  },
  closed,
);
export type TargetIdentity = Static<typeof TargetIdentity>;
