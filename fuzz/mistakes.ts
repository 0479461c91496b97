/**
 * The list of a campaign: every mistake of the suite, alone and several in a row, a field sent as undefined, and each
 * grammar shape as the carrier of a call. One entry is one property.
 */
import fc, { type Arbitrary } from "fast-check";
import { toJson } from "../conformance/json-text.ts";
import { EVERY_PROFILE, type Mistake, pick } from "../conformance/mistake.ts";
import {
  type DamagedCall,
  damagedBy,
  damagedBySeveral,
  drawFrom,
  drawNumbers,
  judgingProfile,
  MISTAKES,
} from "../conformance/mistakes.ts";
import { absentFields, placesOf } from "../conformance/places.ts";
import {
  builtInCallOf,
  callWith,
  DRAWN_TOOLS,
  drawnTool,
  PI_TOOLS,
  type Tool,
  type ValidCall,
  validCall,
} from "../conformance/valid-calls.ts";
import { CARRYING_SHAPES, carriedAfter, carriedAndCut, carriedBy } from "./carriers.ts";
import { caseOf, type DamagedCase, judgeDamaged, labelsOf } from "./damaged-case.ts";
import { type FuzzProperty, fuzzProperty } from "./property.ts";

/** What a model does wrong, as an entry of the campaign. */
export interface CampaignMistake {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly kind: Mistake["kind"];
  /** Profiles under which a lossless mistake must come back. */
  readonly profiles: readonly string[];
  readonly property: FuzzProperty;
}

const profile = fc.constantFrom(...EVERY_PROFILE);

const callsOfTools = (tools: readonly Tool[]): Arbitrary<ValidCall> =>
  fc.oneof(...tools.map(({ values, ...tool }) => values.map((args) => ({ ...tool, args }))));

const builtInsWith = (kind: string): Arbitrary<ValidCall> =>
  callsOfTools(PI_TOOLS.filter(({ settings }) => settings.preprocessors?.some((rule) => rule.kind === kind)));

function drawnToolsWith(part: RegExp): Arbitrary<ValidCall> {
  const numbers = Array.from({ length: DRAWN_TOOLS / 4 }, (_, index) => index * 4);
  return callsOfTools(numbers.map(drawnTool).filter(({ schemaText }) => part.test(schemaText)));
}

const plainFile = (call: ValidCall): ValidCall =>
  typeof call.args.path === "string"
    ? { ...call, args: { ...call.args, path: `${call.args.path}/a.ts` } }
    : call;

/** Where few tools can be called with a mistake, only those are drawn; all others are made in calls of any tool. */
const CALLS: Readonly<Record<string, () => Arbitrary<ValidCall>>> = {
  "flat-edit": () => builtInCallOf("edit"),
  "root-string": () => callsOfTools(PI_TOOLS.filter(({ settings }) => settings.legacyConfig?.rootString)),
  "auto-link": () => builtInsWith("filesystem-path").map(plainFile),
  "anchor-bleed": () => builtInsWith("anchor-bleed"),
  "token-key": () => builtInsWith("grammar-tokens"),
  "token-value": () => builtInsWith("grammar-tokens"),
  "bare-string": () => drawnToolsWith(/"type":"array","items":\{"type":"string"/),
};

const ANYWHERE = { "built-in": 0.05, "drawn schema": 0.05 };
const PROFILES = Object.fromEntries(EVERY_PROFILE.map((name) => [name, 0.15]));

function damagedProperty(
  name: string,
  title: string,
  arbitrary: () => Arbitrary<DamagedCase>,
  more: Partial<FuzzProperty> = {},
): FuzzProperty {
  let made: Arbitrary<DamagedCase> | undefined;
  return fuzzProperty<DamagedCase>({
    address: `safety/never-wrong/${name}`,
    title,
    capabilities: ["repair"],
    arbitrary() {
      made ??= arbitrary();
      return made;
    },
    judge: judgeDamaged,
    labels: labelsOf,
    profile: (value) => value.profile,
    floors: {},
    share: 1,
    ...(more as Partial<FuzzProperty<DamagedCase>>),
  });
}

/** Calls of tools of both kinds, each half of the time, in which this mistake can be made. */
function cases(mistake: Mistake): Arbitrary<DamagedCase> {
  const damaged = damagedBy(mistake, CALLS[mistake.name]?.() ?? validCall);
  return fc.tuple(damaged, profile).map(([found, chosen]) => caseOf(found, chosen));
}

/** Mistakes that need a list or map of a schema of its own are rarely made in a built-in's call. */
const MOSTLY_DRAWN: ReadonlySet<string> = new Set(["empty-object", "stringified-object", "bare-string"]);

function floorsOf({ name }: Mistake): Readonly<Record<string, number>> {
  if (MOSTLY_DRAWN.has(name)) return { ...PROFILES, "drawn schema": 0.5 };
  const narrow = CALLS[name] !== undefined;
  return { ...PROFILES, ...(narrow ? { "built-in": 0.5 } : ANYWHERE) };
}

function single(mistake: Mistake): CampaignMistake {
  const { name, title, source, kind, profiles } = mistake;
  const floors = floorsOf(mistake);
  return {
    ...{ name, title, source, kind, profiles },
    property: damagedProperty(`after-${name}`, title, () => cases(mistake), { floors }),
  };
}

/** An optional field that is there and undefined, as code that builds arguments leaves it. */
function undefinedField(call: ValidCall, numbers: readonly number[], chosen: string): readonly DamagedCase[] {
  const found = placesOf(call.schema, call.args).flatMap((place) =>
    absentFields(place, call.schema).map(({ key }) => [...place.path, key]),
  );
  const path = pick(found, drawFrom(numbers));
  if (path === undefined) return [];
  const repair = callWith(call, call.args, { profile: chosen });
  const meant = toJson(call.args);
  return [
    {
      mistakes: ["undefined-optional"],
      profile: chosen,
      call: repair,
      meant,
      hidden: false,
      owed: true,
      undefinedAt: path,
    },
  ];
}

const UNDEFINED: CampaignMistake = {
  name: "undefined-optional",
  title: "An optional field that was not meant is there and undefined.",
  source: "seeds: repair catalogue",
  kind: "lossless",
  profiles: EVERY_PROFILE,
  property: damagedProperty(
    "after-undefined-optional",
    "An optional field that was not meant is there and undefined.",
    () =>
      fc
        .tuple(validCall, drawNumbers, profile)
        .map(([call, numbers, chosen]) => undefinedField(call, numbers, chosen))
        .filter(({ length }) => length > 0)
        .map(([first]) => first as DamagedCase),
    { floors: { ...PROFILES, ...ANYWHERE } },
  ),
};

const inARow = (found: Arbitrary<DamagedCall>): Arbitrary<DamagedCase> =>
  fc
    .tuple(found, profile)
    .map(([damaged, chosen]) => caseOf(damaged, judgingProfile(damaged.mistakes, chosen)));

const SEVERAL: CampaignMistake = {
  name: "several",
  title: "Two or three mistakes are made in a row.",
  source: "compositions of the others",
  kind: "lossy",
  profiles: [],
  property: damagedProperty(
    "after-several",
    "Two or three mistakes are made in a row.",
    () => inARow(damagedBySeveral()),
    { floors: { ...ANYWHERE, "2 mistakes": 0.2, "3 mistakes": 0.01, "hard text": 0.2 } },
  ),
};

/** A message costs about four times a repair. */
const CARRIER = { capabilities: ["grammar"], share: 0.25, floors: { recover: 0.4 } } as const;

const CARRIERS: readonly CampaignMistake[] = CARRYING_SHAPES.map(({ shape, title, source }) => ({
  name: `carried-by-${shape}`,
  title: `The call comes as text: ${title}.`,
  source,
  kind: "lossless",
  profiles: ["recover"],
  property: damagedProperty(
    `carried-by-${shape}`,
    `The call comes as text: ${title}.`,
    () => carriedBy(shape),
    CARRIER,
  ),
}));

const KEEPS_OBJECT: readonly Mistake[] = MISTAKES.filter(({ name }) =>
  [
    "alias",
    "null-optional",
    "empty-object",
    "stringified-array",
    "stringified-object",
    "stringified-item",
    "bare-string",
    "bare-object",
    "flat-edit",
    "other-scalar",
  ].includes(name),
);

const CARRIED_DAMAGE: readonly CampaignMistake[] = [
  {
    name: "carried-and-cut",
    title: "The call comes as text that ends too early.",
    source: "compositions of the others",
    kind: "lossy",
    profiles: [],
    property: damagedProperty(
      "carried-and-cut",
      "The call comes as text that ends too early.",
      () => carriedAndCut,
      { ...CARRIER, share: 1 },
    ),
  },
  {
    name: "carried-after-several",
    title: "A call with mistakes comes as text.",
    source: "compositions of the others",
    kind: "lossy",
    profiles: [],
    property: damagedProperty(
      "carried-after-several",
      "A call with mistakes comes as text.",
      () => carriedAfter(KEEPS_OBJECT),
      { capabilities: ["grammar", "repair"], floors: ANYWHERE },
    ),
  },
];

/** Every entry of the campaign; names are unique. */
export const CAMPAIGN_MISTAKES: readonly CampaignMistake[] = Object.freeze([
  ...MISTAKES.map(single),
  UNDEFINED,
  SEVERAL,
  ...CARRIED_DAMAGE,
  ...CARRIERS,
]);
