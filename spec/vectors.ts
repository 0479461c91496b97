/**
 * Vectors: fixed examples, one JSON file a chapter, checked against the types below when they are loaded.
 * The files are plain data that an implementer in another language can read without our code.
 */
import { readdirSync, readFileSync } from "node:fs";
import Type, { type Static, type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Check, Errors } from "typebox/value";
import { GrammarCall, GuardCall, Preprocessor, RepairCall, StreamCall } from "./contract.ts";
import { REQUIREMENTS, requirement } from "./requirements.ts";

export const VECTOR_KINDS = ["basic", "edge", "wild", "hostile", "history"] as const;

const Text = Type.String();
const closed = { additionalProperties: false } as const;
const {
  toolName: _name,
  schema: _schema,
  input: _input,
  preprocessors: _list,
  ...settings
} = RepairCall.properties;

/**
 * A repair call as a vector writes it. `tool` names a built-in of pi and stands for its pinned schema and its
 * configuration (`spec/tools`, `spec/built-in-tools.json`); otherwise `toolName` and `schema` are given, and only what
 * is listed is configured. Exactly one of `input` (any JSON value), `inputJson` (its JSON text, where JSON readers
 * differ: repeated keys, -0, lone surrogates) and `inputParts` (raw argument text, each part repeated `times`).
 * `callbacks: "throw"` passes callbacks that throw; the one for the outcome must have run once, with the result. Over a
 * wire there are none, and such a vector is unobservable.
 */
export const RepairVectorCall = Type.Object(
  {
    tool: Type.Optional(Text),
    toolName: Type.Optional(Text),
    schema: Type.Optional(Type.Unknown()),
    input: Type.Optional(Type.Unknown()),
    inputJson: Type.Optional(Text),
    inputParts: Type.Optional(
      Type.Array(
        Type.Object({ text: Text, times: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }, closed),
      ),
    ),
    preprocessors: Type.Optional(Type.Array(Preprocessor)),
    callbacks: Type.Optional(Type.Literal("throw")),
    ...settings,
  },
  closed,
);
export type RepairVectorCall = Static<typeof RepairVectorCall>;

/** An allowed result: outcome, and for `repaired` the arguments (`args` as value or `argsJson` as JSON text). */
const RepairResultShape = {
  outcome: Type.Enum(["valid", "repaired", "unrepairable"]),
  args: Type.Optional(Type.Unknown()),
  argsJson: Type.Optional(Text),
};

export const RepairExpectation = Type.Object(
  {
    ...RepairResultShape,
    /** Rule ids of the changes that are not silent, as a set; compared only for targets with canonical ids. */
    rules: Type.Optional(Type.Array(Text)),
    /** Rule ids of the silent changes, as a set; the same condition. */
    silentRules: Type.Optional(Type.Array(Text)),
    /** Other results that are right too, each with the name of the choice. */
    alternatives: Type.Optional(Type.Array(Type.Object({ name: Text, ...RepairResultShape }, closed))),
    /** Arguments that must never come out, whatever the outcome (unless they are the untouched input). */
    forbid: Type.Optional(Type.Array(Type.Unknown())),
    /** Rule ids that must appear among the observations (canonical ids only). */
    observes: Type.Optional(Type.Array(Text)),
    retryMessageIncludes: Type.Optional(Type.Array(Text)),
    issueSummaryIncludes: Type.Optional(Type.Array(Text)),
    /** Texts that no note, summary, observation or fingerprint may hold. */
    conceals: Type.Optional(Type.Array(Text)),
    /** Address of a vector whose fingerprint must be the same, or must differ. */
    sameFingerprintAs: Type.Optional(Text),
    otherFingerprintThan: Type.Optional(Text),
  },
  closed,
);
export type RepairExpectation = Static<typeof RepairExpectation>;

const { message: _message, ...grammarSettings } = GrammarCall.properties;
const { chunks: _chunks, ...streamSettings } = StreamCall.properties;
const schemas = {
  toolSchemas: Type.Optional(Type.Record(Text, Type.Unknown())),
  allowedTools: Type.Optional(Type.Unknown()),
};

/**
 * A grammar call as a vector writes it: either `text` (an assistant message of that one text part, stop reason
 * `stop`) or a whole `message`. `tools` names pi built-ins whose names are known and whose pinned schemas are given.
 */
export const GrammarVectorCall = Type.Object(
  {
    text: Type.Optional(Text),
    message: Type.Optional(Type.Unknown()),
    tools: Type.Optional(Type.Array(Text)),
    ...grammarSettings,
    ...schemas,
    knownTools: Type.Optional(Type.Array(Text)),
  },
  closed,
);
export type GrammarVectorCall = Static<typeof GrammarVectorCall>;

const Call = Type.Object({ name: Text, arguments: Type.Unknown() }, closed);
const GrammarResultShape = {
  /** The calls promoted, in order; [] if none. */
  calls: Type.Optional(Type.Array(Call)),
  /** All text parts of the message afterwards, joined; `untouched: true` says the message came back as it was. */
  text: Type.Optional(Text),
  untouched: Type.Optional(Type.Boolean()),
  message: Type.Optional(Type.Unknown()),
};

export const GrammarExpectation = Type.Object(
  {
    ...GrammarResultShape,
    stopReason: Type.Optional(Text),
    alternatives: Type.Optional(Type.Array(Type.Object({ name: Text, ...GrammarResultShape }, closed))),
    /** Calls that must never be promoted, whatever else happens. */
    forbidCalls: Type.Optional(Type.Array(Call)),
    detected: Type.Optional(Type.Array(Text)),
    cutWithoutPromotion: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type GrammarExpectation = Static<typeof GrammarExpectation>;

export const StreamVectorCall = Type.Object(
  {
    tools: Type.Optional(Type.Array(Text)),
    chunks: Type.Array(Text),
    ...streamSettings,
    ...schemas,
    knownTools: Type.Optional(Type.Array(Text)),
  },
  closed,
);
export type StreamVectorCall = Static<typeof StreamVectorCall>;

/** `all` is the joined visible text; `visibleAfter[i]` what must be visible at least once chunk i has arrived. */
export const StreamExpectation = Type.Object(
  {
    all: Text,
    visibleAfter: Type.Optional(
      Type.Array(Type.Object({ chunk: Type.Integer({ minimum: 0 }), text: Text }, closed)),
    ),
  },
  closed,
);
export type StreamExpectation = Static<typeof StreamExpectation>;

const { payload: _payload, ...guardSettings } = GuardCall.properties;
export const GuardVectorCall = Type.Object({ payload: Type.Unknown(), ...guardSettings }, closed);
export type GuardVectorCall = Static<typeof GuardVectorCall>;

export const GuardExpectation = Type.Object({ payload: Type.Unknown() }, closed);
export type GuardExpectation = Static<typeof GuardExpectation>;

const head = {
  id: Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 80 }),
  requirement: Text,
  title: Type.String({ minLength: 1 }),
  source: Type.String({ minLength: 1 }),
  kind: Type.Enum([...VECTOR_KINDS]),
  /** Address of the vector that differs in one thing and has the opposite outcome; credit only if both are right. */
  twin: Type.Optional(Text),
};

const variant = <C extends string, Q extends TSchema, E extends TSchema>(capability: C, call: Q, expect: E) =>
  Type.Object({ ...head, capability: Type.Literal(capability), call, expect }, closed);

export const RepairVector = variant("repair", RepairVectorCall, RepairExpectation);
export const GrammarVector = variant("grammar", GrammarVectorCall, GrammarExpectation);
export const StreamVector = variant("stream", StreamVectorCall, StreamExpectation);
export const GuardVector = variant("guard", GuardVectorCall, GuardExpectation);

export const VectorFile = Type.Object(
  {
    source: Text,
    chapter: Text,
    vectors: Type.Array(Type.Unknown()),
    /** Ids that were once used: never used again. */
    removed: Type.Optional(Type.Array(Type.Object({ address: Text, reason: Text }, closed))),
  },
  closed,
);

const BY_CAPABILITY = {
  repair: RepairVector,
  grammar: GrammarVector,
  stream: StreamVector,
  guard: GuardVector,
};

interface Placed {
  /** `chapter/requirement/id`. */
  readonly address: string;
}
export type RepairVector = Static<typeof RepairVector> & Placed;
export type GrammarVector = Static<typeof GrammarVector> & Placed;
export type StreamVector = Static<typeof StreamVector> & Placed;
export type GuardVector = Static<typeof GuardVector> & Placed;
export type Vector = RepairVector | GrammarVector | StreamVector | GuardVector;

type VectorCapability = keyof typeof BY_CAPABILITY;
const compiled = new Map<VectorCapability, Validator>();

/** Compiled at the first vector: with thousands of them that is ten times as fast. */
function shapeOf(capability: VectorCapability): Validator {
  const known = compiled.get(capability) ?? Compile(BY_CAPABILITY[capability] as TSchema);
  compiled.set(capability, known);
  return known;
}

/** A vector file that breaks its schema or the rules between vectors. The message names the file and the place. */
export class VectorFileError extends Error {
  /** A name that nobody knows, and those that are known in its place. */
  readonly unknown: { readonly name: string; readonly known: readonly string[] } | undefined;

  constructor(message: string, unknown?: VectorFileError["unknown"]) {
    super(message);
    this.unknown = unknown;
  }
}

/** Names of all members that a schema speaks of. */
function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = field(schema, "properties");
  const names = typeof own === "object" && own !== null ? Object.keys(own) : [];
  return [...new Set([...names, ...Object.values(schema).flatMap(membersOf)])];
}

interface Misfit {
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** What does not fit, by a validator's errors: a member that nobody knows explains more than one that is missing. */
function misfit(where: string, shape: TSchema, errors: readonly Misfit[]): VectorFileError {
  for (const { instancePath, params } of errors) {
    const extra = field(params, "additionalProperties");
    const name: unknown = Array.isArray(extra) ? extra[0] : undefined;
    if (typeof name !== "string") continue;
    const says = `${where}: ${instancePath || "/"} has a member ${JSON.stringify(name)}, which is not known`;
    return new VectorFileError(says, { name, known: membersOf(shape) });
  }
  const [first] = errors;
  return new VectorFileError(`${where}: ${first?.instancePath || "/"} ${first?.message ?? "does not fit"}`);
}

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

function narrow(value: unknown, where: string): Vector {
  const capability = field(value, "capability");
  const place = `${where}, vector ${JSON.stringify(field(value, "id")) ?? "without id"}`;
  if (!Object.hasOwn(BY_CAPABILITY, String(capability))) {
    throw new VectorFileError(`${place}: capability must be one of ${Object.keys(BY_CAPABILITY).join(", ")}`);
  }
  const shape = shapeOf(capability as VectorCapability);
  if (!shape.Check(value)) {
    throw misfit(place, BY_CAPABILITY[capability as VectorCapability], shape.Errors(value));
  }
  const vector = value as Omit<Vector, "address">;
  if (requirement(vector.requirement) === undefined) {
    throw new VectorFileError(
      `${place}: no requirement ${JSON.stringify(vector.requirement)} in the catalogue`,
      { name: vector.requirement, known: REQUIREMENTS.map(({ id }) => id) },
    );
  }
  return { ...vector, address: `${vector.requirement}/${vector.id}` } as Vector;
}

/** Reads one vector file's text. `name` is how messages call it. Throws VectorFileError. */
export function parseVectorFile(text: string, name: string): readonly Vector[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new VectorFileError(`${name}: not JSON (${error instanceof Error ? error.message : "unreadable"})`);
  }
  if (!Check(VectorFile, value)) {
    throw misfit(name, VectorFile, Errors(VectorFile, value));
  }
  const removed = new Set(value.removed?.map((entry) => entry.address));
  const vectors = value.vectors.map((entry) => narrow(entry, name));
  for (const vector of vectors) {
    if (removed.has(vector.address))
      throw new VectorFileError(`${name}: ${vector.address} uses a removed id again`);
  }
  return vectors;
}

/** Every address once, and every address that a vector names there. `files` is what each file holds, by its name. */
function checkLinks(files: ReadonlyMap<string, readonly Vector[]>): void {
  const home = new Map<string, string>();
  for (const [file, vectors] of files) {
    for (const { address, id } of vectors) {
      const first = home.get(address);
      if (first !== undefined) {
        const where = first === file ? "" : ` (first in ${first})`;
        throw new VectorFileError(`${file}, vector "${id}": ${address} is there twice${where}`);
      }
      home.set(address, file);
    }
  }
  for (const [file, vectors] of files) {
    for (const { id, twin, expect } of vectors) {
      const named = [twin, field(expect, "sameFingerprintAs"), field(expect, "otherFingerprintThan")];
      const missing = named.find((address) => address !== undefined && !home.has(String(address)));
      if (missing === undefined) continue;
      const unknown = { name: String(missing), known: [...home.keys()] };
      throw new VectorFileError(
        `${file}, vector "${id}": it names ${missing}, which does not exist`,
        unknown,
      );
    }
  }
}

/** The files of the spec, so that one that is gone is missed; another one beside them is read too. */
const SPEC_FILES = Object.freeze([
  ...["envelope", "found-envelope", "found-preprocess", "found-safety", "found-schema"],
  ...[
    "grammar-found",
    "grammar-found-shapes",
    "grammar-hostile",
    "grammar-shapes-calls",
    "grammar-shapes-cuts",
    "grammar-shapes-left",
  ],
  ...["grammar-whole", "grammar-wild", "grammar", "guard-found", "guard-whole", "guard"],
  ...["outcome", "preprocess", "profile", "real-envelope", "real-grammar"],
  ...["real-outcome", "real-preprocess", "real-safety", "real-schema", "safety"],
  ...["schema", "stream-whole", "stream"],
]);

const SPEC_FOLDER = new URL("vectors/", import.meta.url);
let specVectors: readonly Vector[] | undefined;

function readFolder(folder: URL, listed: readonly string[]): readonly Vector[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const missing = listed.find((name) => !names.includes(`${name}.json`));
  if (missing !== undefined) throw new VectorFileError(`spec/vectors/${missing}.json: it is missing`);
  const files = new Map(
    names.map((name) => {
      const shown = `spec/vectors/${name}`;
      return [shown, parseVectorFile(readFileSync(new URL(name, folder), "utf8"), shown)] as const;
    }),
  );
  checkLinks(files);
  return Object.freeze([...files.values()].flat());
}

/**
 * All vectors of `folder` (default: those of the spec, which are read once), in order of file name and place. Throws
 * VectorFileError.
 */
export function loadVectors(folder: URL = SPEC_FOLDER): readonly Vector[] {
  if (folder !== SPEC_FOLDER) return readFolder(folder, []);
  specVectors ??= readFolder(folder, SPEC_FILES);
  return specVectors;
}
