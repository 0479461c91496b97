// Does the host wrap a single value where an array is wanted?
import { PAIRS } from "../conversion.ts";
import { convert } from "../convert.ts";
import { fact, runProbe } from "../probe.ts";

const WANTED = Object.freeze([
  { id: "strings-1", what: "a string for an array of strings", want: '["a"]' },
  { id: "objects-1", what: "an object for an array of objects", want: '[{"a":"b"}]' },
  { id: "numbers-1", what: "a number as text for an array of numbers", want: "[5]" },
]);
const TRAP = "strings-2";

await runProbe(async (pi) => {
  const ids = [TRAP, ...WANTED.map((entry) => entry.id)];
  const table = await convert(
    pi,
    PAIRS.filter((pair) => ids.includes(pair.id)),
  );
  const both = (id: string): string => `plain ${table[id]?.plain}, TypeBox ${table[id]?.typebox}`;
  return {
    facts: WANTED.map(({ id, what, want }) =>
      fact(`${what} is wrapped`, table[id]?.plain === want && table[id]?.typebox === want, both(id)),
    ),
    notes: [`JSON text of an array for an array of strings: ${both(TRAP)}`],
  };
});
