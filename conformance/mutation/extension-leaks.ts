/** Printed calls under settings that change in the middle of a session: each counts from the moment it is set (docs/operate.md). */
import type { SessionAnswer } from "../../spec/contract.ts";
import { ofSession, printed, reply, text, turn, visibleText, word } from "../properties/session-case.ts";
import type { Property } from "../property.ts";

/** What becomes of a printed call. */
type Fate = "left" | "observed" | "stripped" | "recovered";

interface Step {
  /** Words of `/repair-settings`. */
  readonly words: string;
  /** A tool that there is, or another one. */
  readonly tool?: string;
  readonly fate: Fate;
}

/** In turn, in one session of a model that no family names, under `adaptive`. */
const STEPS: readonly Step[] = Object.freeze([
  { words: "", fate: "left" },
  { words: "grammarModels=other", fate: "left" },
  { words: "grammarModels=other,^scripted", fate: "stripped" },
  { words: "grammarModels=SCRIPTED grammarRecovery=off", fate: "left" },
  { words: "grammarRecovery=observe", fate: "observed" },
  { words: "grammarRecovery=strip", fate: "stripped" },
  { words: "grammarRecovery=recover", fate: "recovered" },
  { words: "grammarAllowedTools=read", fate: "observed" },
  { words: "grammarAllowedTools=none", fate: "observed" },
  { words: "grammarAllowedTools=read,write", fate: "recovered" },
  { words: "grammarAllowedTools= grammars=glm", fate: "left" },
  { words: "grammars=glm,qwen", fate: "recovered" },
  { words: "grammars=", tool: "launch", fate: "observed" },
  { words: "unknownGrammarText=strip", tool: "launch", fate: "stripped" },
  { words: "grammarRecovery=strip", tool: "launch", fate: "stripped" },
  { words: "unknownGrammarText=preserve", tool: "launch", fate: "observed" },
  { words: "policyProfile=conservative grammarRecovery=profile", fate: "observed" },
  { words: "policyProfile=recover", fate: "recovered" },
  { words: "policyProfile=adaptive grammarModels=*", fate: "stripped" },
  { words: "grammarModels=", fate: "left" },
]);

const OUTCOMES: ReadonlySet<unknown> = new Set(["observed", "stripped", "recovered"]);

/** Outcomes of printed calls, as they were recorded. */
function outcomesOf({ written }: SessionAnswer): readonly unknown[] {
  return (written["telemetry.jsonl"] ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { readonly outcome?: unknown }).outcome)
    .filter((outcome) => OUTCOMES.has(outcome));
}

function stepsOf(name: string) {
  return STEPS.flatMap(({ words, tool = "write" }, at) => [
    ...(words === "" ? [] : [{ command: `/repair-settings ${words}` }]),
    turn(reply([text(`So.\n${printed(tool, { path: `${name}-${at}-`, content: "x" })}`)])),
  ]);
}

/** Settings and printed calls. */
export const leakProperties: readonly Property[] = Object.freeze([
  ofSession(
    "pi",
    "grammar/modes/in-a-session",
    "Mode, profile, allow list, families, models and the treatment of unknown tools decide about a printed call from the moment they are set.",
    word,
    (name) => ({ turns: stepsOf(name) }),
    (answer, name) => {
      const said = visibleText(answer);
      const fates = STEPS.map(({ fate }, at) => {
        const stays = said.includes(`${name}-${at}-`);
        const ran = Object.hasOwn(answer.files, `${name}-${at}-`);
        return stays === (fate === "left" || fate === "observed") && ran === (fate === "recovered");
      });
      const wanted = STEPS.map(({ fate }) => fate).filter((fate) => fate !== "left");
      return [
        [!fates.includes(false), "a printed call was not treated as set", STEPS[fates.indexOf(false)]],
        [JSON.stringify(outcomesOf(answer)) === JSON.stringify(wanted), "records differ", outcomesOf(answer)],
      ];
    },
  ),
]);
