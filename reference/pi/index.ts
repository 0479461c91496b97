// What `pi-repair-reference/pi` offers to tool owners.
export { type AdaptOptions, adaptToolDefinition, UnrepairableToolInputError } from "./adapter.ts";
export { createExtension, default, type ExtensionOptions } from "./extension.ts";
