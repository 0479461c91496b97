// What does the host's own conversion make of values that miss the schema? Also fills the conversion table.
import { PAIRS } from "../conversion.ts";
import { convert } from "../convert.ts";
import { fact, runProbe } from "../probe.ts";

const CLAIMED: readonly { readonly what: string; readonly id: string; readonly becomes: string }[] = [
  {
    what: "JSON text of an array for an array of strings becomes one item",
    id: "strings-2",
    becomes: '["[\\"a\\",\\"b\\"]"]',
  },
  { what: 'null for an optional string becomes "null"', id: "optional-string-1", becomes: '"null"' },
  { what: 'null for a required string becomes "null"', id: "string-1", becomes: '"null"' },
  { what: "null for an optional number becomes 0", id: "optional-number-1", becomes: "0" },
];

await runProbe(async (pi) => {
  const table = await convert(pi, PAIRS);
  const facts = CLAIMED.map(({ what, id, becomes }) => {
    const row = table[id];
    return fact(what, row?.typebox === becomes, `TypeBox ${row?.typebox}, plain ${row?.plain}`);
  });
  const differ = PAIRS.filter((pair) => table[pair.id]?.plain !== table[pair.id]?.typebox).length;
  const notes = [`TypeBox and plain schemas are treated differently in ${differ} of ${PAIRS.length} pairs`];
  return { facts, notes, data: table };
});
