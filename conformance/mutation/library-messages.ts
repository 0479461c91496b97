/** The words of a result: what a model is told, and in how many of them. */
import { differs, firstProblem, type Library, type LibraryProperty, repairWith } from "./library.ts";

const text = { type: "string" };

function messageOf(library: Library, schema: object, input: unknown, more: object = {}): string {
  return repairWith(library, input, { schema, ...more }).retryMessage ?? "";
}

const says = (message: string, ...parts: readonly string[]): string | undefined => {
  const missing = parts.find((part) => !message.includes(part));
  return missing === undefined ? undefined : `the message does not say "${missing}": ${message}`;
};

/** An object with fields f1, f2, … of which each holds the wrong type. */
function manyIssues(count: number): readonly [schema: object, input: object] {
  const names = Array.from({ length: count }, (_, index) => `f${index + 1}_`);
  return [
    { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "array" }])) },
    Object.fromEntries(names.map((name) => [name, 5])),
  ];
}

function nested(depth: number, key: string, inner: unknown): unknown {
  return depth === 0 ? inner : { [key]: nested(depth - 1, key, inner) };
}

function* retryMessages(library: Library): Generator<string | undefined> {
  const wrong = messageOf(library, { type: "object", properties: { a: { type: "array" } } }, { a: 5 });
  yield says(wrong, '"owned"', "a: must be array");
  const missing = messageOf(library, { type: "object", required: ["wanted"] }, {});
  yield says(missing, '"owned"', "(root): the field `wanted` is missing");
  const other = messageOf(library, { type: "object", properties: { a: { maximum: 3 } } }, { a: 5 });
  yield says(other, '"owned"', "a: ", "maximum", "3");
  const two = messageOf(library, ...manyIssues(2));
  yield says(two, "f1_: must be array; f2_: must be array");
  for (const [count, more] of [
    [8, undefined],
    [9, 1],
    [20, 12],
  ] as const) {
    const message = messageOf(library, ...manyIssues(count));
    yield differs(`issues told of ${count}`, 8, message.split("must be array").length - 1);
    yield more === undefined
      ? differs("more issues", false, message.includes("more"))
      : says(message, `; and ${more} more`);
  }
  const text = messageOf(library, { type: "array" }, 5);
  yield says(text, "(root): must be array");
  const host = {
    convert: () => {
      throw new Error("the host");
    },
  };
  const spoiled = repairWith(
    library,
    { a: "[a.md](http://a.md)" },
    { ...host, preprocessors: [{ kind: "filesystem-path", selector: "/a" }] },
  );
  yield says(spoiled.retryMessage ?? "", '"owned"', "(root): ");
  const names = [{ kind: "alias", selector: "/a", aliases: ["b", "c"], emptyEquivalentToMissing: true }];
  const torn = repairWith(library, { a: "", b: "x", c: "y" }, { preprocessors: names });
  yield differs("two names of one field", "unrepairable", torn.outcome);
  yield /again: a: \w+ \w+/.test(torn.retryMessage ?? "") ? undefined : `no reason: ${torn.retryMessage}`;
}

const retryMessage: LibraryProperty = {
  name: "retry-message",
  check: (library) => firstProblem(retryMessages(library)),
};

/** A name as it is shown where it is wrong: a plain one as it is, an unsafe one so that it is no other name. */
function* names(library: Library): Generator<string | undefined> {
  const shown = (key: string): string => {
    const schema = { type: "object", properties: { [key]: { type: "array" } } };
    return messageOf(library, schema, { [key]: 5 }).split("again: ")[1] ?? "";
  };
  for (const key of ["a", "ab", "größe", "日本", "x".repeat(60)])
    yield differs("a plain name", `${key}: must be array`, shown(key));
  for (const key of ["a<b", "a>b", "a\u0000b", "a\u202eb", "a\u200bb", "a\nb"]) {
    yield shown(key).startsWith("ab:") ? `${JSON.stringify(key)} is shown as another name` : undefined;
    yield /[<>\p{Cc}\u202e\u200b]/u.test(shown(key)) ? `${JSON.stringify(key)} is shown as it is` : undefined;
    yield /^a.b: /u.test(shown(key)) ? undefined : `${JSON.stringify(key)} is shown as ${shown(key)}`;
  }
  const long = shown("y".repeat(500));
  yield long.startsWith(`${"y".repeat(60)}…: must`) ? undefined : `a long name is shown as ${long}`;
  const properties = { last_one: { type: "array" } };
  const deep = nested(30, "k".repeat(60), { last_one: 5 });
  const schema = nestedSchema(30, "k".repeat(60), { type: "object", properties });
  yield says(messageOf(library, schema, deep), "last_one: must be array");
  const places = nestedSchema(2, "b", { type: "object", properties });
  yield says(messageOf(library, places, nested(2, "b", { last_one: 5 })), " b.b.last_one: must");
}

function nestedSchema(depth: number, key: string, inner: object): object {
  return depth === 0 ? inner : { type: "object", properties: { [key]: nestedSchema(depth - 1, key, inner) } };
}

const shownNames: LibraryProperty = {
  name: "names-in-messages",
  check: (library) => firstProblem(names(library)),
};

/** A name of the tool that is none. */
function* toolNames(library: Library): Generator<string | undefined> {
  for (const toolName of [undefined, null, 5, {}]) {
    const refused = repairWith(library, { a: [5.5] }, { toolName });
    yield differs("a tool without a name", "unrepairable", refused.outcome);
    yield says(refused.retryMessage ?? "", '"unknown"');
  }
  const long = repairWith(library, {}, { toolName: "t".repeat(400) }).retryMessage ?? "";
  yield says(long, `"${"t".repeat(100)}…"`);
}

const namesOfTools: LibraryProperty = {
  name: "names-of-tools",
  check: (library) => firstProblem(toolNames(library)),
};

/** FNV-1a over UTF-16 code units, in arithmetic of its own. */
function fnv(written: string): string {
  let hash = 0x811c9dc5n;
  for (const unit of Array.from({ length: written.length }, (_, at) => written.charCodeAt(at)))
    hash = ((hash ^ BigInt(unit)) * 0x01000193n) % 2n ** 32n;
  return hash.toString(16).padStart(8, "0");
}

const fingerprints: LibraryProperty = {
  name: "fingerprint",
  check: (library) =>
    firstProblem(
      Array.from({ length: 60 }, (_, index) => {
        const name = `field${index}`;
        const schema = { type: "object", properties: { [name]: text, other: { type: "array" } } };
        const { issueSummary, fingerprint } = repairWith(library, { [name]: {}, other: 5 }, { schema });
        if (issueSummary?.includes("; ") !== true) return `two issues are summed up as ${issueSummary}`;
        return differs("a fingerprint", fnv(`owned\n${issueSummary}`), fingerprint);
      }),
    ),
};

/** What a model reads. */
export const messageProperties: readonly LibraryProperty[] = Object.freeze([
  ...[retryMessage, shownNames, namesOfTools, fingerprints],
]);
