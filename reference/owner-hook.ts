// The tool owner's own hook: it works on a copy, with its own `this`, and its mistakes stay its own.

import { newBudget } from "./limits.ts";
import type { RepairConfig } from "./pipeline.ts";
import { settleQuietly } from "./promises.ts";
import { copyData, surveyData } from "./value.ts";

/**
 * What the owner's hook makes of `value`, plain data: its result, or its copy as it now is where it returns undefined. A throw, a
 * promise or a value outside JSON leaves `value` as it was before the hook.
 */
export function runOwnerHook(
  value: unknown,
  config: Pick<RepairConfig, "ownerPrepareArguments" | "owner">,
): unknown {
  const hook = config.ownerPrepareArguments;
  if (typeof hook !== "function") return value;
  try {
    const copy = copyData(value);
    const returned: unknown = Reflect.apply(hook, config.owner ?? config, [copy]);
    const result = returned === undefined ? copy : returned;
    if (surveyData(result, newBudget()).plain) return copyData(result);
    settleQuietly(result);
    return value;
  } catch {
    return value;
  }
}
