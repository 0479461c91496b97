/** Functions that a tool's owner passes in: whatever they do, their mistakes stay their own. */
import {
  differs,
  firstProblem,
  heard,
  type Library,
  type LibraryProperty,
  repairWith,
  summary,
} from "./library.ts";

type Apply = (value: unknown) => unknown;

class Foreign {
  readonly a = "foreign";
}

const failing = (): Promise<never> => Promise.reject(new Error("too late"));
/** Anything may call itself a promise. */
const THEN = "then";
const thenable = (then: unknown): object => ({ [THEN]: then });
const failingFunction = () =>
  Object.assign(
    () => undefined,
    thenable((_yes: unknown, no: () => void) => no()),
  );

/** Results that are none: whatever it is, the value stays. */
const NO_RESULTS: readonly unknown[] = [
  ...[undefined, null, false, true, 7, "a text", {}, [], { note: "n" }, { note: "n", values: 1 }],
  ...[
    { value: Number.NaN, note: "n" },
    { value: new Foreign(), note: "n" },
    { value: Symbol("s"), note: "n" },
  ],
];

const makesNothing: readonly Apply[] = [
  ...NO_RESULTS.map((result) => () => result),
  () => {
    throw new Error("an owner's mistake");
  },
  (value) => {
    Reflect.set(value as object, "a", "changed");
    throw new Error("after a change");
  },
  (value) => void Reflect.set(value as object, "a", "changed"),
  (value) => ({ value, note: "the same" }),
  (value) => ({ value: { ...(value as object) }, note: "as much" }),
  () => Promise.resolve({ value: { a: "late" }, note: "n" }),
  failing,
  () => failingFunction(),
  () => ({ value: failing(), note: "n" }),
  () => ({ value: failingFunction(), note: "n" }),
];

const structural = (apply: Apply, selector = "", ruleId = "owner.rule") => ({
  kind: "structural",
  ...{ selector, ruleId, apply },
});

const transformWithoutResult: LibraryProperty = {
  name: "owner-transform-without-result",
  check: (library) =>
    heard(() =>
      firstProblem(
        makesNothing.flatMap((apply, index) => {
          const settings = { preprocessors: [structural(apply)] };
          const fitting = { a: "x" };
          const valid = repairWith(library, fitting, settings);
          const broken = repairWith(library, { a: "x", n: null }, settings);
          return [
            valid.args === fitting ? undefined : `transform ${index}: another value comes back`,
            differs(`transform ${index}`, ["valid", { a: "x" }, []], summary(valid)),
            differs(
              `transform ${index}`,
              ["repaired", { a: "x" }, ["dropNullOrUndefinedField"]],
              summary(broken),
            ),
          ];
        }),
      ),
    ),
};

const grow: Apply = (value) => ({ value: { ...(value as object), n: 1 }, note: "Took `n` from `a`." });

function* effects(library: Library): Generator<string | undefined> {
  const once = repairWith(library, { a: "x" }, { preprocessors: [structural(grow)] });
  yield differs("a transform", ["repaired", { a: "x", n: 1 }, ["owner.rule"]], summary(once));
  yield differs("its stage", "preprocess", once.changes[0]?.stage);
  const note = once.changes[0]?.note ?? "";
  yield note.includes("`n`") && note.includes("owned") ? undefined : `its note says ${note}`;
  let calls = 0;
  const count: Apply = () => ({ value: { a: "x", n: ++calls }, note: "n" });
  const counted = repairWith(library, { a: "x", n: null }, { preprocessors: [structural(count)] });
  yield differs("a transform that has no end", 1, calls);
  yield differs("a transform that has no end", { a: "x", n: 1 }, counted.args);
  const mute: Apply = () => ({ value: { a: "y" } });
  const silent = repairWith(library, { a: "x" }, { preprocessors: [structural(mute)] });
  yield differs("a transform without a note", ["repaired", { a: "y" }, ["owner.rule"]], summary(silent));
  yield silent.changes[0]?.note.startsWith("unknown ") ? undefined : `its note is ${silent.changes[0]?.note}`;
  const wordy: Apply = () => ({ value: { a: "y" }, note: "n".repeat(5000) });
  const long = repairWith(library, { a: "x" }, { preprocessors: [structural(wordy)] });
  yield (long.changes[0]?.note.length ?? 0) < 1000 ? undefined : "a long note is not cut";
  const seen: unknown[] = [];
  const each: Apply = (item) => {
    seen.push(item);
    return { value: `${String(item)}!`, note: "n" };
  };
  const items = { a: "x", list: ["b", "c"] };
  const all = library.preprocessInput({
    ...{ input: items, toolName: "owned", allowValidValueTransforms: true },
    preprocessors: [structural(each, "/list/*")],
  });
  yield differs("a transform of items", { a: "x", list: ["b!", "c!"] }, all.value);
  yield differs("what a transform of items gets", ["b", "c"], seen);
  yield differs("the input", { a: "x", list: ["b", "c"] }, items);
}

const transformWithResult: LibraryProperty = {
  name: "owner-transform-with-result",
  check: (library) => firstProblem(effects(library)),
};

function* refusals(library: Library): Generator<string | undefined> {
  let later = 0;
  const first = structural((item) => ({ refused: `no ${String(item)}` }), "/list/*");
  const second = structural(() => {
    later += 1;
    return { refused: "too late" };
  });
  const input = { a: "x", list: ["one", "two"] };
  const result = repairWith(library, input, { preprocessors: [first, second] });
  yield result.args === input ? undefined : "a refused value is not the caller's own";
  yield differs("a refusal", ["unrepairable", input, []], summary(result));
  yield differs("transforms asked after a refusal", 0, later);
  const message = result.retryMessage ?? "";
  for (const part of ["owned", "list.0", "no one"])
    yield message.includes(part) ? undefined : `the message does not say ${part}: ${message}`;
  yield message.includes("no two") ? "the first refusal is not the reason" : undefined;
  const told = result.issueSummary ?? "";
  yield told.includes("no one") ? "the summary holds an owner's reason" : undefined;
  yield told.includes("refused") ? undefined : `the summary does not say what happened: ${told}`;
  const wordy = structural(() => ({ refused: "r".repeat(9000) }));
  const sentence = "this reason is as long as a sentence may be ".repeat(4);
  const whole = repairWith(library, input, { preprocessors: [structural(() => ({ refused: sentence }))] });
  yield whole.retryMessage?.includes(sentence) ? undefined : "a long sentence is cut";
  const long = repairWith(library, input, { preprocessors: [wordy] }).retryMessage ?? "";
  yield long.length > 100 && long.length < 2000 ? undefined : `a long reason makes ${long.length} characters`;
  const odd = repairWith(library, input, { preprocessors: [structural(() => ({ refused: 404 }))] });
  yield odd.retryMessage?.includes("404") ? undefined : "a reason that is no text is lost";
  const before = repairWith(library, { a: "x", list: ["1"] }, { preprocessors: [structural(grow), first] });
  yield differs("a refusal after a change", ["unrepairable", { a: "x", list: ["1"] }, []], summary(before));
}

const transformThatRefuses: LibraryProperty = {
  name: "owner-transform-that-refuses",
  check: (library) => firstProblem(refusals(library)),
};

/** A hook gives back nothing that can be used: the value stays. */
const ownerHook: LibraryProperty = {
  name: "owner-hook-without-result",
  check: (library) =>
    heard(() =>
      firstProblem(
        [failing, () => failingFunction(), () => new Foreign(), 5, "hook", {}, null].flatMap((hook) =>
          [{ a: "x" }, '{"a":"x"}'].map((input) => {
            const { outcome, args } = repairWith(library, input, { ownerPrepareArguments: hook });
            return differs(
              "a hook",
              [typeof input === "string" ? "repaired" : "valid", { a: "x" }],
              [outcome, args],
            );
          }),
        ),
      ),
    ),
};

/** A hook may give back another kind of value than the call had. */
const hookOfNull: LibraryProperty = {
  name: "owner-hook-of-null",
  check(library) {
    const schema = { type: ["object", "null"] };
    const settings = { schema, ownerPrepareArguments: () => null };
    return firstProblem(
      [{}, { a: 1 }, { arguments: { a: 1 } }].map((input) =>
        differs(
          "a hook that gives back null",
          ["valid", null, []],
          summary(repairWith(library, input, settings)),
        ),
      ),
    );
  },
};

const CALLBACKS: readonly Apply[] = [
  ...NO_RESULTS.map((result) => () => result),
  ...[failing, () => failingFunction(), () => thenable("no function")],
  () => {
    throw new Error("a caller's mistake");
  },
  () =>
    thenable(() => {
      throw new Error("a thenable's mistake");
    }),
];

/** Callbacks that fail now or later, or give back anything. */
const callbacks: LibraryProperty = {
  name: "callbacks-that-fail",
  check: (library) =>
    heard(() =>
      firstProblem(
        CALLBACKS.map((callback) =>
          differs(
            "a callback",
            ["valid", { a: "^x" }, []],
            summary(
              repairWith(
                library,
                { a: "^x" },
                {
                  ...{ onObservation: callback, onOutcome: callback, policy: "conservative" },
                  preprocessors: [{ kind: "anchor-bleed", selector: "/a" }],
                },
              ),
            ),
          ),
        ),
      ),
    ),
};

/** Transforms, hooks and callbacks. */
export const ownerProperties: readonly LibraryProperty[] = Object.freeze([
  ...[transformWithoutResult, transformWithResult, transformThatRefuses, ownerHook, hookOfNull, callbacks],
]);
