// Puts the repair pipeline before a tool's own hook: for the built-ins, and for tool owners who want it.
import { type RepairConfig, type RepairResult, runRepairPipeline } from "../pipeline.ts";
import { isPlainObject } from "../value.ts";
import { isRawFailure, rememberTool } from "./adapted-tools.ts";
import { type Definition, runningHost } from "./host.ts";

export interface AdaptOptions
  extends Omit<RepairConfig, "toolName" | "schema" | "ownerPrepareArguments" | "owner"> {
  /** What happens to arguments that cannot be repaired: by default the call fails before it executes. */
  readonly unrepairable?: "throw" | "passthrough" | undefined;
}

/** Thrown from `prepareArguments`; its message is what the model reads. `result` holds the whole verdict. */
export class UnrepairableToolInputError extends Error {
  override readonly name = "UnrepairableToolInputError";
  readonly result: RepairResult;

  constructor(result: RepairResult) {
    super(result.retryMessage ?? "The arguments of this call cannot be read.");
    this.result = result;
  }
}

/** Judges one call's raw arguments with a definition's schema and hook, and with the running pi as last stage. */
export function repairFor(definition: Definition, options: AdaptOptions, input: unknown): RepairResult {
  const host = runningHost();
  const { unrepairable: _unrepairable, ...config } = options;
  return runRepairPipeline({
    input,
    config: {
      host,
      convert: host.convert,
      ...config,
      toolName: definition.name,
      schema: definition.parameters,
      ownerPrepareArguments: definition.prepareArguments,
      owner: definition,
    },
  });
}

/** What a tool's executor takes. */
type ArgumentsOf<D> = D extends { execute(id: string, args: infer A, ...rest: never[]): unknown }
  ? A
  : unknown;

interface Hooked<D> {
  readonly prepareArguments: (args: unknown) => ArgumentsOf<D>;
}

/** A copy of a definition with another hook; every other property is the definition's own. */
export function withHook<D extends Definition>(
  definition: D,
  prepareArguments: (args: unknown) => unknown,
): D & Hooked<D> {
  const copy: unknown = Object.create(
    Object.getPrototypeOf(definition),
    Object.getOwnPropertyDescriptors(definition),
  );
  Object.defineProperty(copy, "prepareArguments", {
    value: prepareArguments,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy as D & Hooked<D>;
}

/** An empty object that stands for argument text which pi could not read: pi's own message shows that text. */
export function standsForRawText(args: unknown): boolean {
  return isPlainObject(args) && Object.keys(args).length === 0 && isRawFailure(args);
}

/**
 * A definition like the given one whose `prepareArguments` repairs first; the definition's own hook is chained. The
 * new hook returns arguments that are valid, or throws `UnrepairableToolInputError` before the tool executes.
 */
export function adaptToolDefinition<D extends Definition>(
  definition: D,
  options: AdaptOptions = {},
): D & Hooked<D> {
  const adapted = withHook(definition, (args) => {
    if (standsForRawText(args)) return args;
    const result = repairFor(definition, options, args);
    if (result.outcome !== "unrepairable" || options.unrepairable === "passthrough") return result.args;
    throw new UnrepairableToolInputError(result);
  });
  rememberTool(definition.name, definition.parameters, (input, settings) =>
    repairFor(definition, { ...options, ...settings }, input),
  );
  return adapted;
}
