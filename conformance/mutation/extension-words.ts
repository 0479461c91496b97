/**
 * What the documentation of the extension promises of `/repair-settings name=value` and its answers (docs/operate.md).
 * No requirement gives these words, so that no other extension is judged by them.
 */
import { homedir } from "node:os";
import { sep } from "node:path";
import fc from "fast-check";
import type { SessionCall } from "../../spec/contract.ts";
import { type Expectation, ofRows, ofSession } from "../properties/session-case.ts";
import type { Property } from "../property.ts";

export const COMMAND = "/repair-settings";
/** Without an interface both commands answer on stderr, if the log is on. */
export const LOGGED = { environment: { PI_TOOL_REPAIR_LOG: "1" } } as const;

/** The scene is always the same. */
export const NOTHING_DRAWN = fc.constant(null);

const DEFAULTS: Readonly<Record<string, string>> = Object.freeze({
  showIndicator: "on",
  showNotes: "off",
  grammarRecovery: "profile",
  grammarAllowedTools: "",
  policyProfile: "adaptive",
  unknownGrammarText: "preserve",
  grammars: "",
  grammarModels: "",
});
const NAMES = Object.keys(DEFAULTS);

/** All settings as the words that would set them. */
export const listing = (changed: Readonly<Record<string, string>>): string =>
  NAMES.map((name) => `${name}=${changed[name] ?? DEFAULTS[name]}`).join(" ");

export const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

const shows = (line: string | undefined, changed: Readonly<Record<string, string>>): Expectation => [
  line?.endsWith(`: ${listing(changed)}`) === true,
  `it does not show ${listing(changed)}`,
  line,
];

type Set = readonly [words: string, changed: Readonly<Record<string, string>>];

/** One after the other in one session: each changes what it names, and nothing else. */
const SETS: readonly Set[] = Object.freeze<Set[]>([
  ["showIndicator=off", { showIndicator: "off" }],
  ["showIndicator=on", { showIndicator: "on" }],
  ["showIndicator=false", { showIndicator: "off" }],
  ["showIndicator=true", { showIndicator: "on" }],
  ["showNotes=on", { showNotes: "on" }],
  ["showNotes=off", { showNotes: "off" }],
  ["showNotes=true", { showNotes: "on" }],
  ["showNotes=false", { showNotes: "off" }],
  ...["off", "observe", "strip", "recover", "profile"].map(
    (mode): Set => [`grammarRecovery=${mode}`, { grammarRecovery: mode }],
  ),
  ...["conservative", "recover", "adaptive"].map(
    (profile): Set => [`policyProfile=${profile}`, { policyProfile: profile }],
  ),
  ["unknownGrammarText=strip", { unknownGrammarText: "strip" }],
  ["unknownGrammarText=preserve", { unknownGrammarText: "preserve" }],
  ["grammarAllowedTools=read", { grammarAllowedTools: "read" }],
  ["grammarAllowedTools=read,,ls,", { grammarAllowedTools: "read,ls" }],
  ["grammarAllowedTools=none", { grammarAllowedTools: "none" }],
  ["grammarAllowedTools=", { grammarAllowedTools: "" }],
  ["grammars=glm,qwen", { grammars: "glm,qwen" }],
  ["grammars=none", { grammars: "none" }],
  ["grammars=", { grammars: "" }],
  ["grammarModels=my-.*,x=1", { grammarModels: "my-.*,x=1" }],
  ["grammarModels=*", { grammarModels: "*" }],
  ["grammarModels=", { grammarModels: "" }],
  [
    "showNotes=on \t showIndicator=off   policyProfile=recover  ",
    {
      showNotes: "on",
      showIndicator: "off",
      policyProfile: "recover",
    },
  ],
  ["showNotes=on showNotes=off", { showNotes: "off" }],
]);

const isSaid = (line: string | undefined, ...parts: readonly string[]): Expectation => {
  const missing = parts.find((part) => line?.includes(part) !== true);
  return [missing === undefined, `it does not say ${missing}`, line];
};

const wordsSet = ofSession(
  "pi",
  "extension/words/set",
  "Each setting is set by its name, and what is shown afterwards are the words that would set it.",
  NOTHING_DRAWN,
  () => ({
    ...LOGGED,
    turns: SETS.flatMap(([words]) => [{ command: `${COMMAND} ${words}` }, { command: `${COMMAND}  ` }]),
  }),
  ({ stderr, stdout }) => {
    const lines = linesOf(stderr);
    let state: Readonly<Record<string, string>> = {};
    const told = SETS.flatMap(([, changed], index): readonly Expectation[] => {
      state = { ...state, ...changed };
      const [answer, shown] = lines.slice(2 * index);
      return [
        isSaid(answer, "saved"),
        [answer?.includes("nothing") === false, "it refuses", answer],
        shows(shown, state),
      ];
    });
    return [
      ...told,
      [lines.length === 2 * SETS.length, "an answer is not one line", lines],
      [stdout === "", "it writes to stdout", stdout],
    ];
  },
);

type Refusal = readonly [words: string, ...parts: readonly string[]];
const UNLIKE = "(unlike)";

/** What the answer has to name; `(unlike)` where no name that is known is near. */
const REFUSALS: readonly Refusal[] = Object.freeze<Refusal[]>([
  ["showIndicator", "showIndicator", "showIndicator=value", UNLIKE],
  ["colour=red", '"colour"', ...NAMES, UNLIKE],
  ["=on", '""', ...NAMES, UNLIKE],
  ["polcyProfile=recover", '"polcyProfile"', "mean policyProfile?", NAMES.join(", ")],
  ["policyProfle=recover", "mean policyProfile?"],
  ["policcyProfile=recover", "mean policyProfile?"],
  ["policyPrafile=recover", "mean policyProfile?"],
  ["opoooolicyProfile=recover", "mean policyProfile?"],
  ["POLICYPROFILE=recover", "mean policyProfile?"],
  ["grammar=glm", "mean grammars?"],
  ["grammrAlowdTols=read", "mean grammarAllowedTools?"],
  ["xxxicyprofil=recover", "mean policyProfile?"],
  ["XXXICYPROFIL=recover", "mean policyProfile?"],
  ["xxxxcyprofil=recover", '"xxxxcyprofil"', UNLIKE],
  ["shwotes=on", "mean showNotes?"],
  ["shts=on", '"shts"', UNLIKE],
  ["q=on", '"q"', UNLIKE],
  ["eq=on", '"eq"', UNLIKE],
  ["Profile=recover", '"Profile"', UNLIKE],
  ["Models=a", '"Models"', UNLIKE],
  ["showNotes=of", "showNotes", "on, off, true, false", '"of"', "mean on?"],
  ["showNotes=ff", '"ff"', "mean off?"],
  ["showNotes=xx", '"xx"', UNLIKE],
  ["showIndicator=ture", "showIndicator", '"ture"', "mean true?"],
  ["showIndicator=", "showIndicator", '""', UNLIKE],
  ["grammarRecovery=stripe", "grammarRecovery", "profile, off, observe, strip, recover", "mean strip?"],
  ["grammarRecovery=always", '"always"', UNLIKE],
  ["policyProfile=bold", "policyProfile", "conservative, adaptive, recover", '"bold".', UNLIKE],
  ["policyProfile=adaptiv", "mean adaptive?"],
  ["policyProfile=Recover", '"Recover"', "mean recover?"],
  ["unknownGrammarText=drop", "unknownGrammarText", "preserve, strip", '"drop"'],
  ["grammars=glm,qwn", '"qwn"', "mean qwen?", "family"],
  ["grammars=glmm,zzzzzzzz", '"glmm"', "mean glm?"],
  ["grammars=zzzzzzzz", '"zzzzzzzz"', UNLIKE],
  ["grammarModels=a,(", '"("', "pattern", UNLIKE],
  ["showNotes=on policyProfile=bold", '"bold"'],
  ["policyProfile=bold showNotes=on", '"bold"'],
  [`policyProfile=a\u001b<b>${"c".repeat(80)}`, `"a\ufffd‹b›${"c".repeat(55)}…"`],
  [`${"n".repeat(80)}=on`, `"${"n".repeat(60)}…"`],
]);

const wordsRefused = ofSession(
  "pi",
  "extension/words/refused",
  "A word that sets nothing is named, with what would and with the nearest name, and no word of its command is saved.",
  NOTHING_DRAWN,
  () => ({
    ...LOGGED,
    turns: [...REFUSALS.map(([words]) => ({ command: `${COMMAND} ${words}` })), { command: COMMAND }],
  }),
  ({ stderr, written }) => {
    const lines = linesOf(stderr);
    const told = REFUSALS.flatMap(([words, ...parts], index): readonly Expectation[] => {
      const line = lines[index];
      const near = parts.includes(UNLIKE) || !parts.some((part) => part.startsWith("mean "));
      return [
        isSaid(line, "nothing", ...parts.filter((part) => part !== UNLIKE)),
        [
          !parts.includes(UNLIKE) || line?.includes("mean") === false,
          `something else is near to ${words}`,
          line,
        ],
        [near || line?.includes("(did you mean ") === true, "it does not ask", line],
      ];
    });
    return [
      ...told,
      [lines.length === REFUSALS.length + 1, "an answer is not one line", lines],
      shows(lines.at(-1), {}),
      [written["settings.json"] === undefined, "something was saved", written],
    ];
  },
);

type Shown = readonly [
  settings: unknown,
  changed: Readonly<Record<string, string>>,
  malformed?: readonly string[],
];
const BROKEN: Readonly<Record<string, string>> = Object.freeze({
  grammarRecovery: "off",
  grammarAllowedTools: "none",
  policyProfile: "conservative",
  grammars: "none",
});
const FILE = Object.freeze(["settings file"]);
const FAR = "a,".repeat(200);

/** What a settings file holds, what counts then, and what cannot be read; a text is the file as it is. */
const FILES: readonly Shown[] = Object.freeze<Shown[]>([
  [undefined, {}],
  [{}, {}],
  ["\ufeff{}", {}],
  [
    { showIndicator: false, showNotes: true },
    { showIndicator: "off", showNotes: "on" },
  ],
  [{ showIndicator: true, showNotes: false }, {}],
  [{ showIndicator: "no", showNotes: 1 }, {}, ["showIndicator", "showNotes"]],
  [{ showIndicator: null, showNotes: null }, {}, ["showIndicator", "showNotes"]],
  [{ grammarRecovery: "off" }, { grammarRecovery: "off" }],
  [{ grammarRecovery: "observe" }, { grammarRecovery: "observe" }],
  [{ grammarRecovery: "strip" }, { grammarRecovery: "strip" }],
  [{ grammarRecovery: "recover" }, { grammarRecovery: "recover", policyProfile: "recover" }],
  [{ grammarRecovery: "recover", policyProfile: "adaptive" }, { grammarRecovery: "recover" }],
  [
    { grammarRecovery: "recover", policyProfile: "bold" },
    { grammarRecovery: "recover", policyProfile: "conservative" },
    ["policyProfile"],
  ],
  [{ grammarRecovery: "profile" }, { grammarRecovery: "off" }, ["grammarRecovery"]],
  [{ policyProfile: "conservative" }, { policyProfile: "conservative" }],
  [{ policyProfile: "recover" }, { policyProfile: "recover" }],
  [{ policyProfile: "adaptive" }, {}],
  [{ policyProfile: 5 }, { policyProfile: "conservative" }, ["policyProfile"]],
  [{ unknownGrammarText: "strip" }, { unknownGrammarText: "strip" }],
  [{ unknownGrammarText: "preserve" }, {}],
  [{ unknownGrammarText: true }, {}, ["unknownGrammarText"]],
  [{ grammarAllowedTools: [] }, {}],
  [{ grammarAllowedTools: ["read", "ls"] }, { grammarAllowedTools: "read,ls" }],
  [{ grammarAllowedTools: "none" }, { grammarAllowedTools: "none" }],
  [{ grammarAllowedTools: "read" }, { grammarAllowedTools: "none" }, ["grammarAllowedTools"]],
  [{ grammarAllowedTools: ["read", 5] }, { grammarAllowedTools: "none" }, ["grammarAllowedTools"]],
  [{ grammars: ["glm", "qwen"] }, { grammars: "glm,qwen" }],
  [{ grammars: [] }, { grammars: "none" }],
  [{ grammars: "glm" }, { grammars: "none" }, ["grammars"]],
  [{ grammarModels: ["my-.*", "*"] }, { grammarModels: "my-.*,*" }],
  [{ grammarModels: [] }, {}],
  [{ grammarModels: ["a", "("] }, {}, ["grammarModels"]],
  [{ grammarModels: "a" }, {}, ["grammarModels"]],
  [{ grammarModels: [5] }, {}, ["grammarModels"]],
  [{ grammarAllowedTools: [`a\u001b<b>`] }, { grammarAllowedTools: "a\ufffd‹b›" }],
  [{ grammarAllowedTools: FAR.split(",") }, { grammarAllowedTools: `${FAR.slice(0, 300)}…` }],
  ["[]", BROKEN, FILE],
  ["5", BROKEN, FILE],
  ["null", BROKEN, FILE],
  ["", BROKEN, FILE],
  ['{"policyProfile":"recover"', BROKEN, FILE],
]);

const fileText = (content: unknown): string =>
  typeof content === "string" ? content : JSON.stringify(content);

const filesShown = ofRows<Shown>(
  "records",
  "extension/settings/shown",
  "What a settings file says is what counts, and what it does not say or say right has its default or its safest value.",
  FILES,
  ([settings]) => ({
    ...LOGGED,
    ...(settings === undefined ? {} : { settings: fileText(settings) }),
    turns: [{ command: COMMAND }],
  }),
  ({ stderr, written }, [settings, changed, malformed]) => {
    const lines = linesOf(stderr);
    const warning = malformed === undefined ? undefined : lines[0];
    return [
      shows(lines.at(-1), changed),
      [
        lines.length === (malformed === undefined ? 1 : 2),
        "there is not one warning for what is wrong",
        lines,
      ],
      isSaid(warning ?? "", ...(malformed ?? [])),
      [
        warning === undefined ||
          malformed === FILE ||
          NAMES.every((name) => warning.includes(name) === malformed?.includes(name)),
        "it blames something else",
        warning,
      ],
      [
        malformed === undefined || malformed === FILE || isListed(malformed, warning),
        "what is wrong is not a list",
        warning,
      ],
      [
        settings === undefined || written["settings.json"] === fileText(settings),
        "the file was written",
        written,
      ],
    ];
  },
);

const isListed = (names: readonly string[], line = ""): boolean => line.includes(`: ${names.join(", ")}.`);

/** From the home folder up to the root. */
const FROM_HOME = `~/${"../".repeat(homedir().split(sep).filter(Boolean).length)}`;

type Place = readonly [variable: string, isRead: boolean];
const PLACES: readonly Place[] = Object.freeze<Place[]>([
  ["", false],
  ["<agent>/mine.json", true],
  ["<agent>/x~/mine.json", true],
  [`${FROM_HOME}<agent>/mine.json`, true],
  [`${FROM_HOME}<agent>/mine.json`.replaceAll("~/", "~\\"), true],
]);

const settingsPlace = ofRows<Place>(
  "records",
  "extension/settings/place",
  "PI_TOOL_REPAIR_SETTINGS names another file, from the home folder where it begins so; without a value it names none.",
  PLACES,
  ([place]): SessionCall => ({
    environment: { ...LOGGED.environment, PI_TOOL_REPAIR_SETTINGS: place },
    agentFiles: {
      "mine.json": '{"policyProfile":"recover"}',
      "x~/mine.json": '{"policyProfile":"recover"}',
      "tool-repair/settings.json": '{"showNotes":true}',
    },
    turns: [{ command: COMMAND }],
  }),
  ({ stderr }, [, isRead]) => [
    shows(linesOf(stderr).at(-1), isRead ? { policyProfile: "recover" } : { showNotes: "on" }),
  ],
);

export const wordProperties: readonly Property[] = Object.freeze([
  wordsSet,
  wordsRefused,
  filesShown,
  settingsPlace,
]);
