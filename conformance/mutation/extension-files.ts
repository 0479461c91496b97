/** What the documentation of the extension promises of its settings file: what a save writes, keeps and says. */
import type { SessionAnswer, SessionCall } from "../../spec/contract.ts";
import { call, type Expectation, ofRows, ofSession, reply, turn } from "../properties/session-case.ts";
import type { Property } from "../property.ts";
import { COMMAND, LOGGED, linesOf, listing, NOTHING_DRAWN } from "./extension-words.ts";

const savedIn = ({ written }: SessionAnswer, name = "settings.json"): unknown => {
  try {
    return JSON.parse(written[name] ?? "null");
  } catch {
    return written[name];
  }
};
const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Save = readonly [before: unknown, words: string, after: unknown];

/** Content, words, content afterwards. */
const SAVES: readonly Save[] = Object.freeze<Save[]>([
  [undefined, "showNotes=on", { showNotes: true }],
  [undefined, "policyProfile=adaptive", { policyProfile: "adaptive" }],
  [{}, "showIndicator=on showNotes=off", { showIndicator: true, showNotes: false }],
  [
    { later: { deep: [1] }, showNotes: false, $schema: "x" },
    "showNotes=on",
    { later: { deep: [1] }, showNotes: true, $schema: "x" },
  ],
  [{ later: "a\ufeffb" }, "showNotes=on", { later: "a\ufeffb", showNotes: true }],
  [{ grammarAllowedTools: "read" }, "showNotes=on", { grammarAllowedTools: "read", showNotes: true }],
  [
    { showNotes: "no", grammars: 5 },
    "policyProfile=recover",
    { showNotes: "no", grammars: 5, policyProfile: "recover" },
  ],
  // What a missing profile means depends on the mode.
  [
    { grammarRecovery: "recover" },
    "grammarRecovery=off",
    { grammarRecovery: "off", policyProfile: "recover" },
  ],
  [{ grammarRecovery: "recover" }, "grammarRecovery=profile", { policyProfile: "recover" }],
  [
    { grammarRecovery: "recover" },
    "policyProfile=adaptive",
    { grammarRecovery: "recover", policyProfile: "adaptive" },
  ],
  [{}, "grammarRecovery=recover", { grammarRecovery: "recover", policyProfile: "adaptive" }],
  [{ grammarAllowedTools: ["read"] }, "grammarAllowedTools=none", { grammarAllowedTools: "none" }],
  [{ grammarAllowedTools: ["read"] }, "grammarAllowedTools=", {}],
  [{}, "grammarAllowedTools=read,ls", { grammarAllowedTools: ["read", "ls"] }],
  [{ grammars: ["glm"] }, "grammars=none", { grammars: [] }],
  [{ grammars: ["glm"] }, "grammars=", {}],
  [{ grammars: [] }, "grammars=glm,qwen", { grammars: ["glm", "qwen"] }],
  [{ grammarModels: ["a"] }, "grammarModels=", {}],
  [{}, "grammarModels=a,*", { grammarModels: ["a", "*"] }],
  ["\ufeff{}", "unknownGrammarText=strip", { unknownGrammarText: "strip" }],
]);

const fileText = (content: unknown): string =>
  typeof content === "string" ? content : JSON.stringify(content);

const saves = ofRows<Save>(
  "records",
  "extension/files/save",
  "A save writes what was set and what is needed for the rest to mean what it meant; everything else stays.",
  SAVES,
  ([before, words]) => ({
    ...LOGGED,
    ...(before === undefined ? {} : { settings: fileText(before) }),
    turns: [{ command: `${COMMAND} ${words}` }],
  }),
  (answer, [, , after]) => [
    [equal(savedIn(answer), after), "the file holds something else", answer.written],
    [
      (answer.written["settings.json"] ?? "").split("\n").length >= 2 &&
        !/\}$/.test(answer.written["settings.json"] ?? ""),
      "the file is not text of lines",
      answer.written,
    ],
    [
      Object.keys(answer.written).join() === "settings.json",
      "something else was left",
      Object.keys(answer.written),
    ],
  ],
);

const SAFEST = {
  grammarRecovery: "off",
  grammarAllowedTools: "none",
  policyProfile: "conservative",
  grammars: "none",
};
const BROKEN = "{ broken";

type Kept = readonly [there: readonly string[], copy: string];
const KEPT: readonly Kept[] = Object.freeze<Kept[]>([
  [[], "settings.json.broken"],
  [["settings.json.broken"], "settings.json.broken-2"],
  [["settings.json.broken", "settings.json.broken-2"], "settings.json.broken-3"],
]);

const keeps = ofRows<Kept>(
  "records",
  "extension/files/broken",
  "A file that cannot be read is kept beside itself under a name that is said, and what was not set has its safest value.",
  KEPT,
  ([there]) => ({
    settings: BROKEN,
    agentFiles: Object.fromEntries(there.map((name) => [`tool-repair/${name}`, "older"])),
    turns: [
      { command: `${COMMAND} showNotes=on`, choices: [] },
      { command: `${COMMAND} showNotes=off`, choices: [] },
    ],
  }),
  (answer, [there, copy]) => {
    const told = answer.warned.filter((line) => line.includes(copy));
    return [
      [answer.written[copy] === BROKEN, "the broken file was not kept", answer.written],
      [there.every((name) => answer.written[name] === "older"), "an older copy is gone", answer.written],
      [
        equal(savedIn(answer), {
          showNotes: false,
          grammarRecovery: "off",
          grammarAllowedTools: "none",
          policyProfile: "conservative",
          grammars: [],
        }),
        "other values are not the safest",
        answer.written,
      ],
      [told.length === 1, "the copy is not named once", answer.warned],
      [/settings/i.test(told[0] ?? ""), "it is not said of what", told],
      [
        Object.keys(answer.written).length === there.length + 2,
        "something else was left",
        Object.keys(answer.written),
      ],
    ];
  },
);

type Unwritable = readonly [place: string, before: Readonly<Record<string, string>>];
/**
 * A folder, a place below a file, and a name that leaves no room for a draft beside it; all in the session's own folders,
 * so that no mutant writes anywhere else.
 */
const UNWRITABLE: readonly Unwritable[] = Object.freeze<Unwritable[]>([
  ["<agent>/folder", SAFEST],
  ["<agent>/file/settings.json", SAFEST],
  [`<agent>/${"n".repeat(248)}`, {}],
]);

const unsaved = ofRows<Unwritable>(
  "records",
  "extension/files/unsaved",
  "Where the disk takes no settings that is said, they hold for this session, and nothing is left on the disk.",
  UNWRITABLE,
  ([place]): SessionCall => ({
    environment: { ...LOGGED.environment, PI_TOOL_REPAIR_SETTINGS: place },
    agentFiles: { "folder/kept": "kept", file: "kept" },
    turns: [
      { command: `${COMMAND} showNotes=on` },
      { command: `${COMMAND} policyProfile=recover` },
      { command: COMMAND },
      { reload: true },
      { command: COMMAND },
    ],
  }),
  ({ stderr, written }, [, before]) => {
    const answers = linesOf(stderr).filter((line) => !line.startsWith("[tool-repair]"));
    const changed = { ...before, showNotes: "on", policyProfile: "recover" };
    return [
      [answers.length === 4, "there is not one answer a command", answers],
      [
        answers.slice(0, 2).every((line) => /not be saved/.test(line) && /session/.test(line)),
        "it is not said",
        answers,
      ],
      [answers[2]?.endsWith(listing(changed)) === true, "they do not hold", answers],
      [answers[3]?.endsWith(listing(before)) === true, "they hold in a later session", answers],
      [Object.keys(written).length === 0, "something was left", Object.keys(written)],
    ];
  },
);

const bash = (command: string, id: string) => turn(reply([call("bash", { command }, id)]));

const laterSaved = ofSession(
  "records",
  "extension/files/saved-later",
  "What the disk did not take goes with the next save; a mode of the file stays, and a new file is its owner's alone.",
  NOTHING_DRAWN,
  (): SessionCall => ({
    environment: { ...LOGGED.environment, PI_TOOL_REPAIR_SETTINGS: "<agent>/tool-repair/deep/settings.json" },
    agentFiles: { "tool-repair/deep": "in the way" },
    turns: [
      { command: `${COMMAND} showNotes=on` },
      bash("rm ../agent/tool-repair/deep", "call_1"),
      { command: `${COMMAND} policyProfile=recover` },
      bash(
        "stat -c mode=%a ../agent/tool-repair/deep/settings.json; chmod 640 ../agent/tool-repair/deep/settings.json",
        "call_2",
      ),
      { command: `${COMMAND} showNotes=off` },
      bash(
        "stat -c mode=%a ../agent/tool-repair/deep/settings.json; chmod 644 ../agent/tool-repair/deep/settings.json; echo '{}' > ../agent/tool-repair/deep/settings.json",
        "call_3",
      ),
      { command: `${COMMAND} showIndicator=off` },
      { command: COMMAND },
    ],
  }),
  (answer) => {
    const answers = linesOf(answer.stderr).filter((line) => !line.startsWith("[tool-repair]"));
    const modes = answer.results.map(({ text }) => /mode=(\d+)/.exec(text)?.[1] ?? "none");
    return [
      [modes.join() === "none,600,640", "the mode is another one", modes],
      [/not be saved/.test(answers[0] ?? ""), "it is not said", answers],
      [
        equal(savedIn(answer, "deep/settings.json"), { showIndicator: false }),
        "a save is not of what was set alone",
        answer.written,
      ],
      [
        answers.at(-1)?.endsWith(listing({ showIndicator: "off" })) === true,
        "what somebody else saved does not count",
        answers,
      ],
    ];
  },
);

type Told = readonly [settings: unknown, warned: readonly (readonly string[])[], never?: readonly string[]];
const NINE = ["k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9"];

/** What a user is told of a settings file: the parts of each sentence. */
const TOLD: readonly Told[] = Object.freeze<Told[]>([
  [{}, []],
  [{ $schema: "x", showNotes: true }, []],
  [{ grammars: ["qwen", "glm"] }, []],
  [{ policyProfile: "bold", showNotes: 1 }, [["showNotes, policyProfile"]], ["bold"]],
  [{ polcyProfile: "recover" }, [['setting "polcyProfile" (did you mean policyProfile?).']]],
  [{ colour: "red" }, [['setting "colour".']], ["mean"]],
  [
    { grammars: ["gllm", "qwen"], colour: 1 },
    [['"colour", family in grammars "gllm" (did you mean glm?).']],
    ['"qwen"'],
  ],
  [{ colour: 1, policyProfile: "bold" }, [["policyProfile"], ['"colour"']]],
  [Object.fromEntries(NINE.map((name) => [name, 1])), [['"k1", setting "k2"', '"k8".']], ["k9"]],
  [{ toString: 1 }, [['setting "toString"']]],
  [JSON.parse('{"__proto__":{"showNotes":true}}'), [['setting "__proto__"']]],
  [{ [`a\u001b<b>${"c".repeat(80)}`]: 1 }, [[`"a\ufffd‹b›${"c".repeat(55)}…"`]]],
  [BROKEN, [["settings file", "safe"]]],
  ["[1]", [["settings file", "safe"]]],
]);

const warns = ofRows<Told>(
  "records",
  "extension/files/warned",
  "What is wrong with a settings file is said once to the user, by the names of the settings and never by their values.",
  TOLD,
  ([settings]) => ({
    settings: fileText(settings),
    turns: [
      { command: `${COMMAND} unknownGrammarText=strip`, choices: [] },
      { command: `${COMMAND} unknownGrammarText=preserve`, choices: [] },
    ],
  }),
  ({ warned, shown, stderr }, [settings, told, never = []]) => {
    const broken = typeof settings === "string" ? 1 : 0;
    const own = warned.filter((line) => !line.includes(".broken"));
    const found = told.flatMap((parts, index): readonly Expectation[] =>
      parts.map((part) => [own[index]?.includes(part) === true, `it does not say ${part}`, own]),
    );
    return [
      ...found,
      [own.length === told.length, "it is not said once", warned],
      [stderr === "", "it is logged, although nobody asked for that", stderr],
      [never.every((word) => !own.some((line) => line.includes(word))), "it says more than is wrong", own],
      [
        shown.length - warned.length === 2 && warned.length - own.length === broken,
        "an answer is missing",
        shown,
      ],
    ];
  },
);

const PIPE = "../agent/tool-repair/pipe";
const WRITER = `mkfifo ${PIPE}; (timeout 2 sh -c 'echo {} > ${PIPE}') > /dev/null 2>&1 < /dev/null & true`;

const noPlainFile = ofSession(
  "records",
  "extension/files/no-plain-file",
  "Settings are neither read from a pipe nor put in its place.",
  NOTHING_DRAWN,
  (): SessionCall => ({
    environment: { ...LOGGED.environment, PI_TOOL_REPAIR_SETTINGS: "<agent>/tool-repair/pipe" },
    turns: [bash(WRITER, "call_1"), { command: `${COMMAND} showNotes=on` }],
  }),
  ({ stderr, written }) => [
    [/not be saved/.test(linesOf(stderr).at(-1) ?? ""), "it is not said that nothing was saved", stderr],
    [Object.keys(written).length === 0, "something was written", Object.keys(written)],
  ],
);

const edited = ofSession(
  "records",
  "extension/files/edited",
  "What an edit by hand got wrong is said once, at the save that reads it.",
  NOTHING_DRAWN,
  () => ({
    turns: [
      bash(`echo '{"policyProfile":"bold","colour":1}' > ../agent/tool-repair/settings.json`, "call_1"),
      { command: `${COMMAND} showNotes=on`, choices: [] },
      { command: `${COMMAND} showNotes=off`, choices: [] },
    ],
  }),
  (answer) => [
    [answer.warned.length === 2, "there is not one warning for each", answer.warned],
    [answer.warned[0]?.includes("policyProfile") === true, "what is malformed is not named", answer.warned],
    [answer.warned[1]?.includes('"colour"') === true, "what is unknown is not named", answer.warned],
    [
      equal(savedIn(answer), { policyProfile: "bold", colour: 1, showNotes: false }),
      "the edit is gone",
      answer.written,
    ],
  ],
);

const stale = ofSession(
  "pi",
  "extension/words/stale",
  "Where pi's interface cannot be asked any more a command still works, and the log has its answer.",
  NOTHING_DRAWN,
  () => ({ ...LOGGED, stale: true, turns: [{ command: `${COMMAND} showNotes=on`, choices: [] }] }),
  (answer) => [
    [equal(savedIn(answer), { showNotes: true }), "nothing is saved", answer.written],
    [
      linesOf(answer.stderr).length === 1 && answer.stderr.includes("saved"),
      "the answer is lost",
      answer.stderr,
    ],
  ],
);

const noName = ofSession(
  "records",
  "extension/files/names-not-logged",
  "A name that nobody knows is for the user's eyes: it is in no log, and what is malformed is, once.",
  NOTHING_DRAWN,
  () => ({
    ...LOGGED,
    settings: JSON.stringify({ colour: 1, grammars: ["gllm"], policyProfile: "bold" }),
    turns: [{ command: `${COMMAND} showNotes=on` }, { command: `${COMMAND} showNotes=off` }],
  }),
  ({ stderr, shown }) => [
    [!/colour|gllm|bold/.test(stderr), "the log holds a word of the user's", stderr],
    [stderr.split("policyProfile").length === 2, "what is malformed is not logged once", stderr],
    [shown.length === 0, "somebody is shown something", shown],
  ],
);

const both = ofSession(
  "records",
  "extension/files/warned-and-logged",
  "With an interface and a log a warning is in both, once each; without the log it is in none.",
  NOTHING_DRAWN,
  () => ({
    ...LOGGED,
    settings: JSON.stringify({ policyProfile: "bold" }),
    turns: [{ command: `${COMMAND} showNotes=on`, choices: [] }],
  }),
  ({ stderr, warned, shown }) => [
    [warned.length === 1 && warned[0]?.includes("policyProfile") === true, "it is not shown once", warned],
    [linesOf(stderr).join() === `[tool-repair] ${warned[0]}`, "it is not logged once", stderr],
    [shown.length === 2, "the answer is missing", shown],
  ],
);

export const fileProperties: readonly Property[] = Object.freeze([
  saves,
  keeps,
  unsaved,
  laterSaved,
  warns,
  noPlainFile,
  edited,
  stale,
  noName,
  both,
]);
