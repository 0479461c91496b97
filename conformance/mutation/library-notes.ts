/** What is told of each transform and of what the host does by itself, and what cleaning leaves alone. */
import { differs, firstProblem, type Library, type LibraryProperty, repairWith, summary } from "./library.ts";

const LINK = "[a.md](http://a.md)";

/** A value that each transform changes, alone in a field. */
const DIRTY: readonly (readonly [kind: string, held: unknown, settings?: object])[] = [
  ["filesystem-path", LINK],
  ["filesystem-path-array", [LINK]],
  ["string-or-array", "x"],
  ["scalar", 5, { scalarType: "string" }],
  ["anchor-bleed", "^x"],
  ["grammar-tokens", "<arg_value>x"],
];

function* notes(library: Library): Generator<string | undefined> {
  const seen = new Set<string>();
  for (const [kind, held, settings] of DIRTY) {
    const preprocessors = [{ kind, selector: "/spot", ...settings }];
    const { changes } = repairWith(library, { spot: held }, { schema: { type: "object" }, preprocessors });
    const note = changes[0]?.note ?? "";
    yield /^(?:\S+ ){2,}`spot` .*"owned"/.test(note) ? undefined : `the note of ${kind} is ${note}`;
    yield seen.has(note) ? `the note of ${kind} is that of another` : undefined;
    seen.add(note);
  }
  const host = { dropsOptionalNull: true, wrapsSingleValue: true };
  const properties = {
    n: { type: "number" },
    m: { type: "number" },
    list: { type: "array", items: { type: "number" } },
  };
  const given = { n: null, m: undefined, list: 5 };
  const { args, changes } = repairWith(library, given, { schema: { type: "object", properties }, host });
  yield differs("what a host does, beside what it does not", { list: [5] }, args);
  yield differs(
    "what is told of it",
    [true, false, true],
    changes.map(({ silent }) => silent === true),
  );
  for (const { note } of changes)
    yield /`(?:n|m|list)`.*"owned"/.test(note) ? undefined : `a note names no field or no tool: ${note}`;
  const wrapped = (depth: number): unknown => (depth === 0 ? { a: "x" } : { args: wrapped(depth - 1) });
  const opened = repairWith(library, wrapped(3), {});
  yield differs("three wrappers", ["repaired", { a: "x" }], [opened.outcome, opened.args]);
  yield /Took the .*`args`/.test(opened.changes[2]?.note ?? "")
    ? undefined
    : `a wrapper's note: ${opened.changes[2]?.note}`;
  yield differs("four wrappers", "unrepairable", repairWith(library, wrapped(4), {}).outcome);
}

const notesOfTransforms: LibraryProperty = {
  name: "notes-and-layers",
  check: (library) => firstProblem(notes(library)),
};

/** Cleaning leaves no empty text behind. */
const nothingLeft: LibraryProperty = {
  name: "cleaning-leaves-something",
  check: (library) =>
    firstProblem(
      ["<arg_value></arg_value>", "<arg_key> </arg_key>", " <arg_value>\n", "^$", "^^"].map((held) => {
        const preprocessors = ["grammar-tokens", "anchor-bleed"].map((kind) => ({ kind, selector: "/a" }));
        return differs(
          "an empty text",
          ["valid", { a: held }, []],
          summary(repairWith(library, { a: held }, { preprocessors })),
        );
      }),
    ),
};

/** Notes, and values that stay. */
export const noteProperties: readonly LibraryProperty[] = Object.freeze([notesOfTransforms, nothingLeft]);
