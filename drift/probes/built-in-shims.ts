// Which built-ins have a prepareArguments of their own, what does it do, and does it change its argument?
import { builtIns } from "../built-ins.ts";
import { CannotProbe, messageOf } from "../load.ts";
import { fact, runProbe, show } from "../probe.ts";

const EDIT = Object.freeze({ oldText: "b", newText: "c" });
const CASES: readonly { readonly what: string; readonly input: unknown }[] = [
  { what: "flat oldText and newText", input: { path: "a", ...EDIT } },
  {
    what: "flat fields beside edits",
    input: { path: "a", ...EDIT, edits: [{ oldText: "d", newText: "e" }] },
  },
  { what: "edits as JSON text", input: { path: "a", edits: JSON.stringify([EDIT]) } },
  { what: "edits as one object", input: { path: "a", edits: EDIT } },
  { what: "edits with items as JSON text", input: { path: "a", edits: [JSON.stringify(EDIT)] } },
  { what: "old_string and new_string", input: { path: "a", old_string: "b", new_string: "c" } },
  { what: "file_path", input: { file_path: "a", edits: [EDIT] } },
  { what: "a string", input: "a" },
  { what: "null", input: null },
];
const FOLDED = JSON.stringify({ path: "a", edits: [EDIT] });

await runProbe(async (pi) => {
  const tools = builtIns(pi);
  const shimmed = tools.filter((tool) => tool.prepareArguments).map((tool) => tool.name);
  const edit = tools.find((tool) => tool.name === "edit")?.prepareArguments;
  if (!edit) throw new CannotProbe("edit has no prepareArguments");
  const run = ({ what, input }: (typeof CASES)[number]) => {
    const given: unknown = structuredClone(input);
    let becomes: string;
    try {
      becomes = show(edit(given));
    } catch (error) {
      becomes = `throws ${messageOf(error)}`;
    }
    return { what, becomes, touched: JSON.stringify(given) !== JSON.stringify(input) };
  };
  const outcomes = CASES.map(run);
  const touched = outcomes.filter((outcome) => outcome.touched).map((outcome) => outcome.what);
  return {
    facts: [
      fact("only edit has one", shimmed.join() === "edit", shimmed),
      fact("edit folds flat fields into edits", outcomes[0]?.becomes === FOLDED, outcomes[0]?.becomes),
      fact("edit parses edits that came as JSON text", outcomes[2]?.becomes === FOLDED, outcomes[2]?.becomes),
      fact(
        "edit changes the object that it is given",
        touched.length > 0,
        touched.length > 0 ? touched : "never",
      ),
    ],
    notes: outcomes.map(({ what, becomes }) => `${what}: ${becomes}`),
  };
});
