/** The properties of the chapter `profile`. */
import fc, { type Arbitrary } from "fast-check";
import type { GrammarCall, RepairAnswer, RepairCall } from "../../spec/contract.ts";
import { hardText, pathText, plainText } from "../arbitraries.ts";
import { askGrammar, askRepair, type Check, type Problem } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { builtInTool } from "../vector-call.ts";
import { type Case, caseProperty, refused, repaired, valid, type Wanted } from "./case.ts";
import { builtIn } from "./preprocess-text.ts";

const PROFILES = [undefined, "conservative", "adaptive", "recover"] as const;
const FORMS = ["text", "alias", "null", "cut", "anchors", "fits"] as const;
const MODEL = "moonshotai/kimi-k2-instruct";

interface Asked {
  readonly form: (typeof FORMS)[number];
  readonly path: string;
}

const word = plainText.map((text) => `/${text}`);
const asked: Arbitrary<Asked> = fc.record({
  form: fc.constantFrom(...FORMS, "cut", "cut", "anchors", "anchors"),
  path: word,
});

/** A call of read that needs what the form names, and nothing else. */
function callOf({ form, path }: Asked, more: Partial<RepairCall> = {}): RepairCall {
  const whole = toJson({ path, limit: 3 });
  const inputs: Readonly<Record<(typeof FORMS)[number], unknown>> = {
    text: whole,
    alias: { file_path: path, limit: 3 },
    null: { path, limit: 3, offset: null },
    // Cut behind a string: behind a number it could go on.
    cut: toJson({ path, label: "x" }).slice(0, -1),
    anchors: { path: `^${path}$`, limit: 3 },
    fits: { path, limit: 3 },
  };
  return builtIn("read", inputs[form], { modelId: MODEL, ...more });
}

function wantedOf({ form, path }: Asked, profile: (typeof PROFILES)[number]): Wanted {
  if (form === "fits") return valid;
  if (profile === "conservative" && form === "cut") return { ...refused, observes: "" };
  if (profile === "conservative" && form === "anchors") return { ...valid, observes: "", conceals: [path] };
  return repaired(form === "cut" ? { path, label: "x" } : { path, limit: 3 });
}

const table: Arbitrary<Case> = fc
  .tuple(asked, fc.constantFrom(...PROFILES, "conservative", "conservative"))
  .map(([drawn, profile]) => ({
    call: callOf(drawn, profile === undefined ? {} : { profile }),
    wanted: wantedOf(drawn, profile),
    label: profile === "conservative" ? `conservative ${drawn.form}` : (profile ?? "default"),
  }));

interface Leak {
  readonly prose: string;
  readonly path: string;
}

function grammarCall({ prose, path }: Leak, mode: string, more: Partial<GrammarCall> = {}): GrammarCall {
  const text = `${prose}.\n\n<tool_call>\n${toJson({ name: "read", arguments: { path } })}\n</tool_call>`;
  const message = { role: "assistant", content: [{ type: "text", text }], stopReason: "stop" };
  return {
    message: toJson(message),
    mode,
    knownTools: ["read"],
    toolSchemas: { read: builtInTool("read").schema },
    ...more,
  };
}

interface Moded extends Leak {
  readonly mode: string;
  readonly unknownToolText: string;
  readonly requireKnownTool: boolean;
}

const moded = (modes: Arbitrary<string>): Arbitrary<Moded> =>
  fc.record({
    mode: modes,
    prose: plainText,
    path: pathText,
    unknownToolText: fc.constantFrom("preserve", "strip", "execute"),
    requireKnownTool: fc.boolean(),
  });

const settingsOf = ({ unknownToolText, requireKnownTool }: Moded) => ({ unknownToolText, requireKnownTool });

/** `recover` promotes, `strip` cuts, `observe` and `off` leave. */
function* checkMode(drawn: Moded): Check {
  const call = grammarCall(drawn, drawn.mode, settingsOf(drawn));
  const { answer } = yield* askGrammar(call);
  const expected = drawn.mode === "recover" ? "promoted" : drawn.mode === "strip" ? "cut" : "untouched";
  const received = answer.promoted ? "promoted" : answer.changed ? "cut" : "untouched";
  if (expected !== received)
    return { says: `the mode \`${drawn.mode}\` did another thing`, expected, received };
  const isSame = sameJson(call.message, answer.message);
  return expected === "untouched" && !isSame
    ? { says: "an untouched message differs", received: answer.message }
    : undefined;
}

function* checkUnknownTool(drawn: Moded): Check {
  const { answer } = yield* askGrammar(
    grammarCall(drawn, drawn.mode, { ...settingsOf(drawn), knownTools: ["bash"], toolSchemas: {} }),
  );
  return answer.promoted || answer.promotedCallIds.length > 0
    ? { says: "a call of an unknown tool became executable", received: answer.message }
    : undefined;
}

const KNOWN_MODES = ["off", "observe", "strip", "recover"];
/** Names that are none of the known ones, near and far. */
const otherNames = (known: readonly string[]): Arbitrary<string> =>
  fc
    .oneof(
      fc
        .constantFrom(...known)
        .chain((name) =>
          fc.constantFrom(name.toUpperCase(), ` ${name}`, `${name}\n`, `${name}y`, name.slice(1)),
        ),
      fc.constantFrom(...known.map((name) => name.toUpperCase())),
      fc.constantFrom("", "true", "on", "default", "constructor", "__proto__", "toString"),
      hardText,
    )
    .filter((name) => !known.includes(name));

function otherAnswer(one: RepairAnswer, other: RepairAnswer, what: string): Problem | undefined {
  if (one.outcome === other.outcome && sameJson(one.args, other.args)) return undefined;
  return { says: what, expected: `${one.outcome} ${one.args}`, received: `${other.outcome} ${other.args}` };
}

const known = PROFILES.filter((name) => name !== undefined);
const unknownProfile = fc.record({ asked, profile: otherNames(known) });

function* checkUnknownProfile(drawn: { readonly asked: Asked; readonly profile: string }): Check {
  const safe = (yield* askRepair(callOf(drawn.asked, { profile: "conservative" }))).answer;
  const { answer } = yield* askRepair(callOf(drawn.asked, { profile: drawn.profile }));
  return otherAnswer(safe, answer, "an unknown profile differs from `conservative`");
}

const overridden = fc.record({
  asked,
  profile: fc.constantFrom(...known),
  grammarMode: fc.oneof(fc.constantFrom(...KNOWN_MODES, ...known), hardText),
  unknownGrammarText: fc.constantFrom("preserve", "strip", "adaptive"),
});

function* checkOverride({
  asked: drawn,
  profile,
  ...overrides
}: {
  asked: Asked;
  profile: string;
  grammarMode: string;
  unknownGrammarText: string;
}): Check {
  const plain = (yield* askRepair(callOf(drawn, { profile }))).answer;
  const { answer } = yield* askRepair(callOf(drawn, { profile, overrides }));
  return otherAnswer(plain, answer, "an override changes what the profile allows");
}

export const properties: readonly Property[] = Object.freeze([
  caseProperty(
    "profile/table/repairs",
    "Each profile repairs, observes and leaves what the table says; without a profile it is adaptive.",
    table,
    { "conservative cut": 0.02, "conservative anchors": 0.01, default: 0.02, adaptive: 0.02, recover: 0.02 },
  ),
  property<Moded>({
    address: "profile/table/grammar",
    title: "recover promotes a leaked call, strip only cuts it, observe and off leave the message.",
    capability: "grammar",
    arbitrary: moded(fc.constantFrom(...KNOWN_MODES)),
    check: checkMode,
    labels: ({ mode }) => [mode],
    floors: { recover: 0.06, strip: 0.07, observe: 0.07, off: 0.07 },
  }),
  property({
    address: "profile/override/no-more-than-grammar",
    title: "Overrides change no repair, whatever they say.",
    capability: "repair",
    arbitrary: overridden,
    check: checkOverride,
    labels: ({ asked: { form }, profile }) => [
      profile === "conservative" && (form === "cut" || form === "anchors") ? "forbidden repair" : "other",
    ],
    floors: { "forbidden repair": 0.03 },
  }),
  property<Moded>({
    address: "profile/override/unknown-text-executes-nothing",
    title: "No setting for the text of unknown tools makes one executable.",
    capability: "grammar",
    arbitrary: moded(fc.constantFrom("recover", "recover", "strip")),
    check: checkUnknownTool,
    labels: ({ mode }) => [mode],
    floors: { recover: 0.4 },
  }),
  property({
    address: "profile/unknown-is-safe/profile",
    title: "A profile of an unknown name does what conservative does.",
    capability: "repair",
    arbitrary: unknownProfile,
    check: checkUnknownProfile,
    labels: ({ asked: { form } }) => [form],
    floors: { cut: 0.1, anchors: 0.09 },
  }),
  property<Moded>({
    address: "profile/unknown-is-safe/mode",
    title: "A mode of an unknown name is off.",
    capability: "grammar",
    arbitrary: moded(otherNames(KNOWN_MODES)),
    check: checkMode,
    labels: ({ mode }) => [KNOWN_MODES.includes(mode.trim().toLowerCase()) ? "nearly a mode" : "other"],
    floors: { "nearly a mode": 0.05 },
  }),
]);
