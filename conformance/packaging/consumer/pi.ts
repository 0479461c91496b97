// The subpaths that stand on pi.
import extension from "pi-repair-reference/extension";
import { type AdaptOptions, adaptToolDefinition, UnrepairableToolInputError } from "pi-repair-reference/pi";

export const options: AdaptOptions = { unrepairable: "throw" };
export const parts: readonly unknown[] = [extension, adaptToolDefinition, UnrepairableToolInputError];
