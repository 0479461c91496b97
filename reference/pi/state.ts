// What one instance of the extension knows. Made by the factory for each session; nothing of it is shared.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type RepairFeedback, RepairLifecycle } from "../feedback.ts";
import { type ActiveTools, activeTools } from "./active-tools.ts";
import type { RepairRun } from "./adapted-tools.ts";
import type { Environment } from "./environment.ts";
import { ENTRY_TYPE, type RepairEntry } from "./indicator.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";
import { appendRecord, type TelemetryRecord } from "./telemetry.ts";
import { recordedModel, recordedTool } from "./value-free.ts";

/** A call that pi announced and that has not been prepared yet. */
interface Announced {
  readonly tool: string;
  readonly args: unknown;
  readonly id: string;
  readonly nested: boolean;
}

const MOST_ANNOUNCED = 512;

export interface State {
  readonly pi: ExtensionAPI;
  readonly environment: Environment;
  readonly now: () => number;
  readonly lifecycle: RepairLifecycle;
  settings: Settings;
  /** Changes that the disk did not take; they hold for this session and go with the next save. */
  unsaved: Partial<Settings>;
  /** Model that produced the last assistant message, and why that message stopped. */
  model: string | undefined;
  stopReason: string | undefined;
  /** How the tools that this instance covers repair, by name. */
  readonly covered: Map<string, RepairRun>;
  readonly announced: Announced[];
  /** Tools of the last message with argument text that nobody could read. */
  readonly rawFailures: Set<string>;
  /** Notes on calls that were cut and not run, for the model's next turn. */
  messageNotes: readonly string[];
  /** Entries that must not come before their message. */
  readonly laterEntries: RepairEntry[];
  /** Notes of entries of this run, for the user; never stored. */
  readonly notesOf: WeakMap<object, readonly string[]>;
  readonly warned: Set<string>;
}

/** A fresh state. */
export function newState(pi: ExtensionAPI, environment: Environment, now: () => number): State {
  return {
    pi,
    environment,
    now,
    lifecycle: new RepairLifecycle({ now }),
    settings: DEFAULT_SETTINGS,
    unsaved: {},
    model: undefined,
    stopReason: undefined,
    covered: new Map(),
    announced: [],
    rawFailures: new Set(),
    messageNotes: [],
    laterEntries: [],
    notesOf: new WeakMap(),
    warned: new Set(),
  };
}

/** Drops what belongs to a message or turn that is over. */
export function forgetMessage(state: State): void {
  state.lifecycle.clear();
  state.announced.length = 0;
  state.rawFailures.clear();
}

/** Remembers the id under which pi announced a call, until its arguments are prepared. */
export function announce(state: State, call: Announced): void {
  state.announced.push(call);
  if (state.announced.length > MOST_ANNOUNCED) state.announced.shift();
}

/** The announced call with these very arguments: pi hands the hook the object that it announced. */
export function announcedCall(state: State, tool: string, args: unknown): Announced | undefined {
  const index = state.announced.findIndex((call) => call.tool === tool && Object.is(call.args, args));
  return index < 0 ? undefined : state.announced.splice(index, 1)[0];
}

/** The tools of this session; none where pi cannot be asked. */
export function toolsOf(state: State): ActiveTools {
  return activeTools(state.pi);
}

type Recorded = Omit<TelemetryRecord, "ts" | "model" | "tool" | "profile"> & { readonly tool?: string };

/** Writes one telemetry line and one log line, both without values. */
export function record(state: State, event: Recorded): void {
  const { environment, settings } = state;
  const model = recordedModel(state.model);
  const line: TelemetryRecord = {
    ts: timestamp(state.now()),
    ...event,
    ...(event.tool === undefined ? {} : { tool: recordedTool(event.tool, toolsOf(state).registered) }),
    ...(model === undefined ? {} : { model }),
    profile: settings.policyProfile,
  };
  if (environment.telemetryFile !== undefined) appendRecord(environment.telemetryFile, line);
  if (environment.log) log(line);
}

function timestamp(now: number): string {
  const date = new Date(now);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function log({ tool, grammar, outcome, rules }: TelemetryRecord): void {
  const what = tool === undefined ? `grammar=${grammar ?? "unknown"}` : `tool=${tool}`;
  try {
    process.stderr.write(`[tool-repair] ${what} outcome=${outcome} rules=${rules.join(",")}\n`);
  } catch {
    // A closed stderr must not break a call.
  }
}

/** Keeps an indicator in the session. `notes` can be shown as long as this instance lives. */
export function addEntry(state: State, entry: RepairEntry, notes: readonly string[] = []): void {
  const data: RepairEntry = { ...entry, tool: recordedTool(entry.tool, toolsOf(state).registered) };
  state.notesOf.set(data, notes);
  try {
    state.pi.appendEntry(ENTRY_TYPE, data);
  } catch {
    // A session that is going away keeps no more entries.
  }
}

/** Feedback for one call, with what is known already in front. */
export function addFeedback(state: State, callId: string, feedback: RepairFeedback): void {
  const before = state.lifecycle.peek(callId);
  state.lifecycle.associate(callId, {
    ...feedback,
    notes: [...(before?.notes ?? []), ...feedback.notes],
  });
}
