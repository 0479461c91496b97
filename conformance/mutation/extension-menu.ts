/** What the documentation of the extension promises of the menu of `/repair-settings` (docs/extension.md, docs/operate.md). */
import type { SessionAnswer, SessionCall } from "../../spec/contract.ts";
import { type Expectation, ofRows, ofSession } from "../properties/session-case.ts";
import type { Property } from "../property.ts";
import { COMMAND, NOTHING_DRAWN } from "./extension-words.ts";

/** The menu's lines, each with the values that it offers. */
const MENU: Readonly<Record<string, readonly string[]>> = Object.freeze({
  Profile: ["conservative", "adaptive", "recover"],
  "Printed calls": ["as the profile says", "off", "observe", "strip", "recover"],
  "Printed calls of unknown tools": ["preserve", "strip"],
  Indicator: ["on", "off"],
  "Note text": ["on", "off"],
});
const DEFAULTS: Readonly<Record<string, string>> = Object.freeze({
  Profile: "adaptive",
  "Printed calls": "as the profile says",
  "Printed calls of unknown tools": "preserve",
  Indicator: "on",
  "Note text": "off",
});
const IMPORT = "Import the settings of pi-tool-repair";

const menu = (changed: Readonly<Record<string, string>>, ...more: readonly string[]): string =>
  [
    "Tool repair",
    ...Object.keys(MENU).map((label) => `${label}: ${changed[label] ?? DEFAULTS[label]}`),
    ...more,
    "Done",
  ].join("\n");
const values = (label: string): string => [label, ...(MENU[label] ?? [])].join("\n");

type Pick = readonly [label: string, value: string];
const PICKS: readonly Pick[] = Object.freeze(
  Object.entries(MENU).flatMap(([label, offered]) =>
    // The value that holds at the beginning comes last, so that each pick changes something.
    offered
      .toSorted((a, b) => Number(a === DEFAULTS[label]) - Number(b === DEFAULTS[label]))
      .map((value) => [label, value] as const),
  ),
);

const everyValue = ofSession(
  "pi",
  "extension/menu/every-value",
  "Each line of the menu offers its values, each can be picked, and the menu shows it then.",
  NOTHING_DRAWN,
  () => ({
    turns: PICKS.map(([label, value]) => ({ command: COMMAND, choices: [`${label}:`, value] })),
  }),
  ({ shown }) => {
    let state: Readonly<Record<string, string>> = {};
    const expected = PICKS.flatMap(([label, value]) => {
      const before = menu(state);
      state = { ...state, [label]: value };
      return [before, values(label), menu(state)];
    });
    const wrong = expected.findIndex((text, index) => text !== shown[index]);
    return [
      [wrong < 0, `it does not show ${expected[wrong]}`, shown[wrong]],
      [shown.length === expected.length, "it shows more", shown.slice(expected.length)],
    ];
  },
);

const fileOf = ({ written }: SessionAnswer): string => {
  try {
    return JSON.stringify(JSON.parse(written["settings.json"] ?? "null"));
  } catch {
    return written["settings.json"] ?? "";
  }
};

type Way = readonly [choices: readonly string[], file: unknown];
/** Ways through the menu, and what the settings file holds then; null where there is none. */
const WAYS: readonly Way[] = Object.freeze<Way[]>([
  [[], null],
  [["Done", "Profile:", "recover"], null],
  [["Profile:"], null],
  [["Profile:", "nothing like it", "Profile:", "recover"], { policyProfile: "recover" }],
  [["Profile:", "recover", "Done", "Indicator:", "off"], { policyProfile: "recover" }],
  [["Profile:", "recover", "Indicator:", "off"], { policyProfile: "recover", showIndicator: false }],
  [["Printed calls:", "strip", "Printed calls:", "as the profile says"], {}],
  [["unknown tools:", "strip", "Note text:", "on"], { unknownGrammarText: "strip", showNotes: true }],
]);

const ways = ofRows<Way>(
  "pi",
  "extension/menu/ways",
  "A menu that is left changes nothing more, and what was picked before is saved.",
  WAYS,
  ([choices]) => ({ turns: [{ command: `${COMMAND}  `, choices: [...choices] }] }),
  (answer, [, file]) => [
    [fileOf(answer) === JSON.stringify(file), "the file holds something else", answer.written],
  ],
);

type Foreign = readonly [
  foreign: unknown,
  choices: readonly string[],
  /** null where nothing is saved, undefined where nothing is offered. */
  file: unknown,
  asked?: "asked",
];
const repair = (own: unknown): unknown => ({ grammarRepair: own });
const RECOVER = { grammarRecovery: "recover", policyProfile: "recover" };
const YES = [IMPORT, "yes"];
const FOREIGN: readonly Foreign[] = Object.freeze<Foreign[]>([
  [undefined, YES, undefined],
  ["{ broken", YES, undefined],
  [[], YES, undefined],
  [{ later: {} }, YES, undefined],
  [repair(5), YES, undefined],
  [repair([]), YES, undefined],
  [repair({}), YES, RECOVER, "asked"],
  [repair({}), [IMPORT, "no"], null, "asked"],
  [repair({}), [IMPORT], null, "asked"],
  [repair({ enabled: true, mode: "recover" }), YES, RECOVER, "asked"],
  [repair({ enabled: true, mode: "strip" }), [IMPORT], { grammarRecovery: "strip" }],
  [repair({ enabled: false, mode: "recover" }), [IMPORT], { grammarRecovery: "off" }],
  [repair({ enabled: false }), [IMPORT], { grammarRecovery: "off" }],
  [repair({ mode: "observe" }), [IMPORT], { grammarRecovery: "off" }],
  [repair({ mode: 5 }), [IMPORT], { grammarRecovery: "off" }],
  [
    repair({ mode: "strip", grammars: ["minimax", "glm"] }),
    [IMPORT],
    { grammarRecovery: "strip", grammars: ["minimax-text", "glm"] },
  ],
  [repair({ mode: "strip", grammars: "glm" }), [IMPORT], { grammarRecovery: "strip", grammars: [] }],
  [repair({ mode: "strip", grammars: [5] }), [IMPORT], { grammarRecovery: "strip", grammars: [] }],
]);

const imported = ofRows<Foreign>(
  "pi",
  "extension/menu/import",
  "The settings of pi-tool-repair are offered where there are some, taken over as they were meant, and that printed calls will run is asked first.",
  FOREIGN,
  ([foreign, choices]): SessionCall => ({
    ...(foreign === undefined
      ? {}
      : {
          agentFiles: {
            "extensions/pi-tool-repair.json": typeof foreign === "string" ? foreign : JSON.stringify(foreign),
          },
        }),
    turns: [{ command: COMMAND, choices: [...choices] }],
  }),
  (answer, [, , file, asked]): readonly Expectation[] => {
    const { shown } = answer;
    const offered = shown[0] === menu({}, IMPORT);
    if (file === undefined)
      return [
        [shown[0] === menu({}) && shown.length === 1, "it is offered, or the menu is another one", shown],
        [fileOf(answer) === "null", "something was saved", answer.written],
      ];
    const question = asked === undefined ? undefined : shown[1];
    const told = shown.filter((line) => line.includes("imported"));
    return [
      [offered, "it is not offered", shown],
      [asked === undefined || question?.startsWith(`${IMPORT}?`) === true, "it is not asked", shown],
      [
        asked === undefined || /recover.*\brun\b/.test(question ?? ""),
        "it is not said what that means",
        question,
      ],
      [fileOf(answer) === JSON.stringify(file), "the file holds something else", answer.written],
      [told.length === (file === null ? 0 : 1), "it is not said once that it was done", shown],
      [
        told.every((line) => line.includes("run now") === (asked !== undefined)),
        "it says wrongly what runs",
        told,
      ],
      [told.every((line) => asked !== undefined || line.endsWith("imported.")), "it says more", told],
      [shown.length === (asked === undefined ? 3 : file === null ? 3 : 4), "something else is shown", shown],
      [answer.warned.length === 0, "it warns", answer.warned],
    ];
  },
);

const unsavedImport = ofSession(
  "pi",
  "extension/menu/import-unsaved",
  "An import that the disk does not take is not called one.",
  NOTHING_DRAWN,
  (): SessionCall => ({
    environment: { PI_TOOL_REPAIR_SETTINGS: "<agent>/file/settings.json" },
    agentFiles: {
      file: "",
      "extensions/pi-tool-repair.json": JSON.stringify(repair({ mode: "strip" })),
    },
    turns: [{ command: COMMAND, choices: [IMPORT] }],
  }),
  ({ shown, warned }) => [
    [!shown.some((line) => line.includes("imported")), "it is called done", shown],
    [warned.some((line) => line.includes("not be saved")), "it is not said", warned],
  ],
);

const refused = ofSession(
  "pi",
  "extension/menu/refused-word",
  "With an interface, a word that sets nothing is an error there, and one that sets something is not.",
  NOTHING_DRAWN,
  () => ({
    turns: [
      { command: `${COMMAND} colour=red`, choices: [] },
      { command: `${COMMAND} showNotes=on`, choices: [] },
    ],
  }),
  ({ shown, warned, stderr }) => [
    [shown.length === 2 && warned.length === 1, "there is not one error and one answer", shown],
    [warned[0]?.includes("colour") === true, "it does not name the word", warned],
    [shown[1]?.includes("saved") === true, "it does not say that it was saved", shown],
    [stderr === "", "it is written to stderr too", stderr],
  ],
);

export const menuProperties: readonly Property[] = Object.freeze([
  everyValue,
  ways,
  imported,
  unsavedImport,
  refused,
]);
