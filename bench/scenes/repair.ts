/** What the layer adds to a call that pi validates anyway: the fast path of each built-in, each rule, a bad day's mix. */
import { builtInTools, type RepairConfig, runRepairPipeline } from "../../reference/index.ts";
import { type Layer, OURS } from "../layer.ts";
import { hostValidation } from "../pi.ts";
import type { Scene, Work } from "../scene.ts";
import { CLEAN, DAMAGED, type Damaged, HOPELESS, LABEL_SCHEMA, schemaOf, type ToolName } from "./calls.ts";

/** As in the extension: the model and the stop reason of the message are known. */
const MESSAGE = { modelId: "anthropic/claude-sonnet", stopReason: "toolUse" } as const;

/** A layer's own configuration of a built-in; the reference's for one that has none of its own. */
function configOf(
  layer: Layer,
  tool: string,
  schema: object,
  more: Partial<RepairConfig> = {},
): RepairConfig {
  const own = layer.core.builtInTools ?? builtInTools;
  return { toolName: tool, schema, ...own[tool], ...MESSAGE, ...more };
}

function repairs(layer: Layer, input: unknown, config: RepairConfig, wanted: string): Work | undefined {
  const run = layer.core.runRepairPipeline;
  if (run === undefined) return undefined;
  const request = { input, config };
  // Only who does the work is timed doing it.
  return run(request).outcome === wanted ? () => run(request) : undefined;
}

const FAST_PATH_AIM = 0.5;
/** A model for which every preprocessor of the built-ins is switched on. */
const EVERY_GATE = "zai/glm-4.6";

function fastPath(tool: ToolName, args: object, gated: boolean): Scene {
  const schema = schemaOf(tool);
  const validate = hostValidation(tool, schema);
  const more = gated ? { modelId: EVERY_GATE } : {};
  return {
    id: `fast-path/${tool}${gated ? "-every-gate" : ""}`,
    against: "pi's validation of the same call",
    baseline: () => validate(args),
    of: (layer) => repairs(layer, args, configOf(layer, tool, schema, more), "valid"),
    aim: FAST_PATH_AIM,
  };
}

const isTool = (name: string): name is ToolName => Object.hasOwn(CLEAN, name);
const clean: readonly (readonly [ToolName, object])[] = Object.entries(CLEAN).flatMap(([name, args]) =>
  isTool(name) ? [[name, args] as const] : [],
);

/** The fast path of each built-in, with its full configuration. */
export const FAST_PATH: readonly Scene[] = Object.freeze([
  ...clean.map(([tool, args]) => fastPath(tool, args, false)),
  ...clean.map(([tool, args]) => fastPath(tool, args, true)),
]);

function damagedConfig(layer: Layer, { tool, settings }: Damaged): RepairConfig {
  return tool === "label"
    ? { toolName: tool, schema: LABEL_SCHEMA, ...MESSAGE, ...settings }
    : configOf(layer, tool, schemaOf(tool), settings);
}

function mendedBy(layer: Layer, call: Damaged): Work | undefined {
  const config = damagedConfig(layer, call);
  const wanted = layer.core.runRepairPipeline?.({ input: call.input, config });
  const fires = wanted?.changes.some(({ ruleId }) => ruleId === call.rule) === true;
  return fires ? repairs(layer, call.input, config, "repaired") : undefined;
}

/** What the reference makes of a damaged call: what pi would have to validate afterwards. */
function mended(call: Damaged): unknown {
  return runRepairPipeline({ input: call.input, config: damagedConfig(OURS, call) }).args;
}

function rule(call: Damaged): Scene {
  const schema = call.tool === "label" ? LABEL_SCHEMA : schemaOf(call.tool);
  const validate = hostValidation(call.tool, schema);
  const args = mended(call);
  return {
    id: `rule/${call.rule}`,
    against: "pi's validation of the mended call",
    baseline: () => validate(args),
    of: (layer) => mendedBy(layer, call),
  };
}

/** The older facade has one rule of its own name. */
function facadeRule(): Scene {
  const { read: args = {} } = CLEAN;
  const schema = schemaOf("read");
  const validate = hostValidation("read", schema);
  const request = { toolName: "read", schema, input: JSON.stringify(args) };
  const ruleId = "parseJsonStringifiedRootObject";
  return {
    id: `rule/${ruleId}`,
    against: "pi's validation of the mended call",
    baseline: () => validate(args),
    of: ({ core: { repairToolInput: run } }) =>
      run?.(request).rulesFired.includes(ruleId) === true ? () => run(request) : undefined,
  };
}

/** Every rule, in the order of the rules. */
export const RULES: readonly Scene[] = Object.freeze([...DAMAGED.map(rule), facadeRule()]);

interface MixedCall {
  readonly name: string;
  readonly schema: object;
  readonly input: unknown;
  readonly config: (layer: Layer) => RepairConfig;
}

/** Of a hundred calls seventy are clean, twenty are mended, ten are hopeless: worse than any model in ordinary use. */
function badDay(): readonly MixedCall[] {
  const cleanCalls = clean.map(([tool, input]): MixedCall => {
    const schema = schemaOf(tool);
    return { name: tool, schema, input, config: (layer) => configOf(layer, tool, schema) };
  });
  const damaged = DAMAGED.map((call): MixedCall => {
    const schema = call.tool === "label" ? LABEL_SCHEMA : schemaOf(call.tool);
    return { name: call.tool, schema, input: call.input, config: (layer) => damagedConfig(layer, call) };
  });
  const hopeless = HOPELESS.map(({ tool, input }): MixedCall => {
    const schema = schemaOf(tool);
    return { name: tool, schema, input, config: (layer) => configOf(layer, tool, schema) };
  });
  return Array.from({ length: 100 }, (_, at) => {
    const list = at % 10 === 9 ? hopeless : at % 5 === 3 ? damaged : cleanCalls;
    return list[at % list.length] ?? [];
  }).flat();
}

/** A bad day's mix, against pi alone on the same calls. */
export function mixScene(): Scene {
  const calls = badDay();
  const hosts = calls.map(({ name, schema, input }) => {
    const validate = hostValidation(name, schema);
    return () => {
      try {
        return validate(input);
      } catch (error) {
        return error;
      }
    };
  });
  return {
    id: "mix/bad-day",
    against: "pi's validation of the same calls",
    baseline: () => hosts.map((validate) => validate()).length,
    of(layer) {
      const run = layer.core.runRepairPipeline;
      if (run === undefined) return undefined;
      const requests = calls.map(({ input, config }) => ({ input, config: config(layer) }));
      return () => requests.map((request) => run(request)).length;
    },
  };
}
