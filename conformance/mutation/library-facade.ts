/**
 * The older facade as a second subject: every repair vector that it can express is asked through it, and what it adds to
 * the pipeline is stated here.
 */
import type { RepairVector, Vector } from "../../spec/vectors.ts";
import { deepFreeze } from "../json-text.ts";
import type { RepairRequest, Target } from "../target.ts";
import { differs, firstProblem, heard, type Library, type LibraryProperty, repairWith } from "./library.ts";

type Result = ReturnType<Library["repairToolInput"]>;
type Config = NonNullable<Parameters<Library["repairToolInput"]>[0]["config"]>;

/** All that the facade takes. */
const TAKES: ReadonlySet<string> = new Set([
  ...["toolName", "schema", "input", "inputJson", "inputParts", "legacyConfig"],
]);

/** Whether the facade can be asked what a vector asks; it reports no observations. */
export function isForFacade(vector: Vector): vector is RepairVector & Vector {
  if (vector.capability !== "repair") return false;
  return Object.keys(vector.call).every((key) => TAKES.has(key)) && vector.expect.observes === undefined;
}

function inconsistency({ changes, rulesFired, notes }: Result): string | undefined {
  const told = changes.filter(({ silent }) => silent !== true);
  return (
    differs("the rules that fired", [...new Set(told.map(({ ruleId }) => ruleId))], rulesFired) ??
    differs(
      "the notes",
      told.map(({ note }) => note),
      notes,
    )
  );
}

/** The facade as a target that says of a result in its own words what the pipeline would say. */
export function facadeTarget(target: Target, library: Library): Target {
  return {
    ...target,
    repair({ toolName, schema, input, legacyConfig }: RepairRequest) {
      const config = legacyConfig as Config | undefined;
      const result = library.repairToolInput({ toolName, schema, input, config });
      const problem = inconsistency(result);
      if (problem !== undefined) throw new Error(problem);
      const { outcome, args, issueSummary, fingerprint, retryMessage } = result;
      const changes = result.changes.map((change) =>
        change.ruleId === "parseJsonStringifiedRootObject"
          ? { ...change, ruleId: "envelope.decode-json" }
          : change,
      );
      return {
        ...{ outcome, args, changes },
        ...(issueSummary !== undefined && { issueSummary }),
        ...(fingerprint !== undefined && { fingerprint }),
        ...(retryMessage !== undefined && { retryMessage }),
      };
    },
  };
}

const SCHEMA = {
  type: "object",
  properties: { path: { type: "string" }, count: { type: "integer" }, more: { type: "string" } },
  required: ["path"],
};

const ask = (library: Library, input: unknown, config?: object): Result =>
  library.repairToolInput({ toolName: "owned", schema: SCHEMA, input, config: config as Config });

const brief = ({ outcome, args, rulesFired }: Result): readonly unknown[] => [outcome, args, rulesFired];

function* results(library: Library): Generator<string | undefined> {
  const fitting = { path: "a" };
  const valid = ask(library, fitting);
  yield valid.args === fitting ? undefined : "a valid value is not the caller's own";
  yield differs("a valid call", ["valid", { path: "a" }, []], brief(valid));
  for (const text of [valid.issueSummary, valid.fingerprint, valid.retryMessage])
    yield text === undefined ? undefined : `a valid call comes with ${text}`;
  const decoded = ask(library, '{"path":"a","count":"5"}');
  yield differs(
    "a decoded text",
    ["repaired", { path: "a", count: 5 }, ["parseJsonStringifiedRootObject"]],
    brief(decoded),
  );
  yield differs(
    "its changes",
    ["parseJsonStringifiedRootObject", "final-validation.host-conversion"],
    decoded.changes.map(({ ruleId }) => ruleId),
  );
  yield differs("its notes", [decoded.changes[0]?.note], decoded.notes);
  const twice = ask(library, { path: "a", count: null, more: null });
  yield differs("one rule twice", ["dropNullOrUndefinedField"], twice.rulesFired);
  yield differs("its notes", 2, twice.notes.length);
  yield twice.issueSummary === undefined || twice.fingerprint === undefined
    ? "a repair has no summary"
    : undefined;
  const refused = ask(library, { path: 5.5, count: "x" });
  yield differs("a refusal", ["unrepairable", { path: 5.5, count: "x" }, []], brief(refused));
  yield refused.retryMessage?.includes("owned") ? undefined : "a refusal has no message";
}

const facadeResults: LibraryProperty = {
  name: "facade-results",
  check: (library) => firstProblem(results(library)),
};

type Edit = (args: Record<string, unknown>, tool: string) => unknown;

/** Edits that give back nothing usable: what they did is discarded. */
const NO_EDITS: readonly Edit[] = [
  ...[false, null, undefined, 7, true, {}, { note: "n" }].map((result) => (args: Record<string, unknown>) => {
    args.path = "changed";
    return result;
  }),
  (args) => {
    args.path = "changed";
    throw new Error("an owner's mistake");
  },
  () => Promise.reject(new Error("too late")),
  () => "it did nothing",
];

function* edits(library: Library): Generator<string | undefined> {
  const tools: string[] = [];
  const rename = (args: Record<string, unknown>, tool: string) => {
    tools.push(tool);
    args.path = args.where;
    delete args.where;
    return "Took `where` for `path`.";
  };
  const config = { structural: [null, 5, {}, { name: "none" }, { name: "moveWhere", apply: rename }] };
  const input = deepFreeze({ where: "a" });
  const moved = ask(library, input, config);
  yield differs("an edit", ["repaired", { path: "a" }, ["moveWhere"]], brief(moved));
  yield moved.notes[0]?.includes("Took `where` for `path`.") ? undefined : `the note is ${moved.notes[0]}`;
  yield differs("what an edit is told", ["owned"], tools);
  yield differs("a call that fits", ["valid", { path: "a" }, []], brief(ask(library, { path: "a" }, config)));
  yield differs("edits of calls that fit", 1, tools.length);
  for (const structural of [undefined, null, "apply", { 0: { name: "x", apply: rename } }, []])
    yield differs("no list of edits", "unrepairable", ask(library, { where: "a" }, { structural }).outcome);
  for (const [index, apply] of NO_EDITS.entries()) {
    const result = ask(library, { where: "a" }, { structural: [{ name: "useless", apply }] });
    yield differs(`edit ${index}`, ["unrepairable", { where: "a" }, []], brief(result));
  }
  const refuses = { name: "refuses", apply: () => ({ refused: "not like this" }) };
  const refused = ask(
    library,
    { where: "a" },
    { structural: [refuses, { name: "moveWhere", apply: rename }] },
  );
  yield differs("an edit that refuses", ["unrepairable", { where: "a" }, []], brief(refused));
  yield refused.retryMessage?.includes("not like this") ? undefined : "its reason is lost";
  const before = tools.length;
  const onText = ask(library, "some text", config);
  yield differs("a text", ["unrepairable", "some text", []], brief(onText));
  yield differs("edits of a text", before, tools.length);
}

const facadeEdits: LibraryProperty = {
  name: "facade-edits",
  check: (library) => heard(() => firstProblem(edits(library))),
};

const LINK = "[a.md](http://a.md)";

function* fields(library: Library): Generator<string | undefined> {
  const cleaned = (args: object) => ["repaired", args, ["unwrapMarkdownAutoLink"]];
  const one = ask(library, { path: LINK, more: LINK }, { pathFields: ["path"] });
  yield differs("a path field", cleaned({ path: "a.md", more: LINK }), brief(one));
  yield one.notes[0]?.includes("`path`") ? undefined : `the note is ${one.notes[0]}`;
  const odd = { path: "a", "m~n/o": LINK, "m~0n~1o": LINK };
  yield differs(
    "a path field with a slash and a tilde",
    cleaned({ ...odd, "m~n/o": "a.md" }),
    brief(ask(library, odd, { pathFields: ["m~n/o"] })),
  );
  for (const pathFields of [undefined, null, "path", { 0: "path" }, [], [5, null, { path: 1 }]])
    yield differs(
      "no path fields",
      ["valid", { path: LINK }, []],
      brief(ask(library, { path: LINK }, { pathFields })),
    );
  yield differs(
    "a path field beside odd ones",
    cleaned({ path: "a.md" }),
    brief(ask(library, { path: LINK }, { pathFields: [5, null, "path"] })),
  );
  yield differs(
    "a path field that holds no text",
    ["unrepairable", { path: [LINK] }, []],
    brief(ask(library, { path: [LINK] }, { pathFields: ["path"] })),
  );
  const lists = [deepFreeze(["path"]), deepFreeze(["more"])];
  for (const pathFields of [...lists, ...lists]) {
    const wanted = pathFields[0] === "path" ? { path: "a.md", more: LINK } : { path: LINK, more: "a.md" };
    const result = ask(library, { path: LINK, more: LINK }, { pathFields });
    yield differs("frozen path fields", cleaned(wanted), brief(result));
  }
  for (const other of [
    { kind: "filesystem-path", selector: "/more" },
    { kind: "glob", selector: "/path" },
    null,
  ])
    yield differs(
      "path fields beside preprocessors",
      1,
      pipelineChanges(library, [other], ["path"]).filter((id) => id === "unwrapMarkdownAutoLink").length,
    );
  const own = { kind: "filesystem-path", selector: "/path" };
  yield differs(
    "a path field that is configured anyway",
    ["preprocess.filesystem-path"],
    pipelineChanges(library, [own], ["path"]),
  );
}

function pipelineChanges(library: Library, preprocessors: readonly unknown[], pathFields: readonly string[]) {
  const config = { schema: SCHEMA, preprocessors, legacyConfig: { pathFields } };
  return repairWith(library, { path: LINK }, config).changes.map(({ ruleId }) => ruleId);
}

function* changingFields(library: Library): Generator<string | undefined> {
  const growing: string[] = [];
  const grown = () => brief(ask(library, { path: LINK }, { pathFields: growing }));
  yield differs("an empty list of path fields", ["valid", { path: LINK }, []], grown());
  growing.push("path");
  yield differs(
    "a path field that was added",
    ["repaired", { path: "a.md" }, ["unwrapMarkdownAutoLink"]],
    grown(),
  );
  const listed = deepFreeze(["path"]);
  const own: object[] = [];
  yield differs("a path field", ["unwrapMarkdownAutoLink"], pipelineChanges(library, own, listed));
  own.push({ kind: "filesystem-path", selector: "/path" });
  yield differs(
    "a preprocessor that was added",
    ["preprocess.filesystem-path"],
    pipelineChanges(library, own, listed),
  );
  for (const path of [5, null, [LINK], { path: LINK }]) {
    const schema = { type: "object" };
    const result = library.repairToolInput({
      toolName: "t",
      schema,
      input: { path },
      config: { pathFields: listed },
    });
    yield differs("a path field without a text", ["valid", { path }, []], brief(result));
  }
}

const facadeFields: LibraryProperty = {
  name: "facade-path-fields",
  check: (library) => firstProblem([...fields(library), ...changingFields(library)]),
};

/** What the facade adds to the pipeline. */
export const facadeProperties: readonly LibraryProperty[] = Object.freeze([
  ...[facadeResults, facadeEdits, facadeFields],
]);
