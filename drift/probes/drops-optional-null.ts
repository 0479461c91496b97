// Does the host drop a null that was sent for an optional field?
import { PAIRS } from "../conversion.ts";
import { convert } from "../convert.ts";
import { fact, runProbe } from "../probe.ts";

const OPTIONAL = Object.freeze([
  "optional-string-1",
  "optional-number-1",
  "optional-boolean-1",
  "optional-strings-1",
]);

await runProbe(async (pi) => {
  const ids = [...OPTIONAL, "string-1", "nullable-1"];
  const table = await convert(
    pi,
    PAIRS.filter((pair) => ids.includes(pair.id)),
  );
  const becomes = (id: string, want: string, what: string) => {
    const row = table[id];
    return fact(
      what,
      row?.plain === want && row?.typebox === want,
      `plain ${row?.plain}, TypeBox ${row?.typebox}`,
    );
  };
  return {
    facts: [
      ...OPTIONAL.map((id) =>
        becomes(id, "dropped", `null for an ${id.slice(0, -2).replace("-", " ")} is dropped`),
      ),
      becomes("nullable-1", "null", "null stays where the schema allows it"),
    ],
    notes: [
      `null for a required string: plain ${table["string-1"]?.plain}, TypeBox ${table["string-1"]?.typebox}`,
    ],
  };
});
