/**
 * Stands where the layer imports pi. It is the installed one, except that a property may put another one's function in
 * the place of a function while it asks: one process can load one pi alone.
 */
import * as ai from "@earendil-works/pi-ai";
import * as agent from "@earendil-works/pi-coding-agent";

export * from "@earendil-works/pi-coding-agent";

export let validateToolArguments: unknown = ai.validateToolArguments;
export let createPowerShellToolDefinition: unknown = agent.createPowerShellToolDefinition;

/** What another pi has in the place of ours; undefined where it has no such function. */
export interface OtherPi {
  readonly validateToolArguments?: unknown;
  readonly createPowerShellToolDefinition?: unknown;
}

/** Runs `ask` in a pi that is other in what is given. */
export function inOtherPi<T>(other: OtherPi, ask: () => T): T {
  if ("validateToolArguments" in other) validateToolArguments = other.validateToolArguments;
  if ("createPowerShellToolDefinition" in other)
    createPowerShellToolDefinition = other.createPowerShellToolDefinition;
  try {
    return ask();
  } finally {
    validateToolArguments = ai.validateToolArguments;
    createPowerShellToolDefinition = agent.createPowerShellToolDefinition;
  }
}

export type InOtherPi = typeof inOtherPi;
