// The host's own last stage, where there is one: a value that it would turn into something else is no repair.
import type { RepairConfig } from "./pipeline.ts";
import { settleQuietly } from "./promises.ts";
import { copyData, sameData } from "./value.ts";

/** Whether the host's own last stage makes exactly `to` of `from`; without one the listed conversions stand for it. */
export function hostConvertsTo(
  from: unknown,
  to: unknown,
  { convert, schema }: Pick<RepairConfig, "convert" | "schema">,
): boolean {
  if (convert === undefined) return true;
  try {
    const converted = convert(schema, copyData(from));
    if (sameData(converted, to)) return true;
    settleQuietly(converted);
    return false;
  } catch {
    return false;
  }
}
