/** Saboteurs that misunderstand what they are asked: settings ignored, texts misread. */
import type { Saboteur } from "../saboteur.ts";
import type { GrammarRequest } from "../target.ts";
import { grammarSaboteur, misread, type Part, partsOf, textOf, withParts } from "./grammar-fault.ts";

/** A character of no width that no check uses; it makes a marker another text. */
const HIDDEN = "\u2063";
const hide = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => found[0] + HIDDEN + found.slice(1));
const show = (text: string): string => text.replaceAll(HIDDEN, "");

const without = (request: GrammarRequest, key: keyof GrammarRequest): GrammarRequest => {
  if (!Object.hasOwn(request, key)) return request;
  const { [key]: _dropped, ...rest } = request;
  return rest as GrammarRequest;
};

const squeezed = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

/** Seen texts that hold a part, or are held by one, blank for blank. */
function literallySeen(request: GrammarRequest): readonly string[] {
  const texts = partsOf(request.message).flatMap((part) =>
    [part?.text, part?.thinking].filter((text) => typeof text === "string"),
  );
  return (request.seenTexts ?? []).filter(
    (seen) =>
      squeezed(seen) !== "" && texts.some((text) => text.includes(seen.trim()) || seen.includes(text.trim())),
  );
}

const settings: readonly Saboteur[] = [
  grammarSaboteur(
    "families-always-on",
    "It ignores the list of families, so that none can be switched off.",
    ["ten-families", "later-families"],
    (request, run) => run(without(request, "grammars")),
  ),
  grammarSaboteur(
    "misspelt-mode-strips",
    "A mode that is not on the list means strip.",
    ["modes", "profile/unknown-is-safe"],
    (request, run) =>
      run(
        ["off", "observe", "strip", "recover"].includes(request.mode)
          ? request
          : { ...request, mode: "strip" },
      ),
  ),
  grammarSaboteur(
    "seen-texts-blank-for-blank",
    "It compares a leak with seen texts blank for blank.",
    ["echo-never-runs"],
    (request, run) =>
      run(request.seenTexts === undefined ? request : { ...request, seenTexts: literallySeen(request) }),
  ),
  grammarSaboteur(
    "misspelt-setting-strips",
    "A setting for unknown tools that is not on the list strips their text.",
    ["unknown-tool-kept"],
    (request, run) =>
      run(
        request.unknownToolText === undefined || request.unknownToolText === "preserve"
          ? request
          : { ...request, unknownToolText: "strip" },
      ),
  ),
  grammarSaboteur(
    "allow-list-of-wrong-type-allows-all",
    "An allow list that is no list allows every tool.",
    ["promotion-gates"],
    (request, run) =>
      run(
        request.allowedTools === undefined || Array.isArray(request.allowedTools)
          ? request
          : without(request, "allowedTools"),
      ),
  ),
  grammarSaboteur(
    "cap-not-settable",
    "The number of promoted calls is fixed, unless it is none.",
    ["all-or-nothing"],
    (request, run) => run(request.maxPromoted === 0 ? request : without(request, "maxPromoted")),
  ),
  grammarSaboteur(
    "ids-in-use-ignored",
    "It gives out ids that the conversation has.",
    ["ids"],
    (request, run) => run(without(request, "idsInUse")),
  ),
  grammarSaboteur(
    "unframed-need-not-fit",
    "Bare objects and lines are promoted though they do not fit the tool's schema.",
    ["unframed", "schema-typed-values"],
    (request, run) => {
      const bare = /^\s*[{[](?!TOOL|tool|Tool|Call|unused|\w+\]\n)/u.test(textOf(request.message));
      if (!bare || request.toolSchemas === undefined) return run(request);
      const any = Object.keys(request.toolSchemas).map((name) => [name, { type: "object" }]);
      return run({ ...request, toolSchemas: Object.fromEntries(any) });
    },
  ),
  grammarSaboteur(
    "names-in-other-case",
    "A name in another case counts as the tool's.",
    ["tool-names"],
    (request, run) => {
      const schema = request.toolSchemas?.bash;
      if (!request.knownTools.includes("bash")) return run(request);
      const toolSchemas = schema === undefined ? {} : { ...request.toolSchemas, Bash: schema, BASH: schema };
      return run({ ...request, knownTools: [...request.knownTools, "Bash", "BASH"], toolSchemas });
    },
  ),
  grammarSaboteur(
    "model-files-off",
    "Where the message's model is a file it does nothing.",
    ["model-gate"],
    (request, run) =>
      run(
        String(Reflect.get(Object(request.message), "model")).endsWith(".gguf")
          ? { ...request, mode: "off" }
          : request,
      ),
  ),
];

/** Signatures of thinking parts taken off and put back on: the parts count as unsigned in between. */
const unsign = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => {
    if (part?.type !== "thinking") return part;
    const { thinkingSignature: _signature, ...rest } = part;
    return rest;
  });

const misreadings: readonly Saboteur[] = [
  grammarSaboteur(
    "header-not-compared",
    "It does not compare Inkling's header with the name in the body.",
    ["later-families"],
    (request, run) =>
      misread(
        request,
        run,
        (text) =>
          text.replace(
            /(<\|message_model\|>)\w+(<\|content_invoke_tool_json\|>\{"name": "(\w+)")/gu,
            "$1$3$2",
          ),
        (text) => text,
      ),
  ),
  grammarSaboteur(
    "tildes-open-no-fence",
    "It does not know that tildes open a fence.",
    ["code-is-not-a-leak"],
    (request, run) => misread(request, run, (text) => hide(text, /~{3,}/gu), show),
  ),
  grammarSaboteur(
    "spans-unknown",
    "It does not know code spans.",
    ["mention-is-not-a-leak"],
    (request, run) =>
      misread(
        request,
        run,
        (text) =>
          text.replaceAll(/^ *`{3}.*$|(?<!`)`{1,2}(?!`)/gmu, (found) =>
            found.length > 2 ? found : HIDDEN.repeat(found.length),
          ),
        (text) => text.replaceAll(HIDDEN, "`"),
      ),
  ),
  grammarSaboteur(
    "colon-is-evidence",
    "A call after a colon counts.",
    ["position-evidence"],
    (request, run) =>
      misread(
        request,
        run,
        (text) => text.replace(/: ?(?=<tool_call>)/u, (found) => `${found}${HIDDEN}! `),
        (text) => text.replaceAll(`${HIDDEN}! `, ""),
      ),
  ),
  grammarSaboteur(
    "first-reading-taken",
    "Of two readings of a value it takes the longer one.",
    ["markers-inside-values"],
    (request, run) =>
      misread(
        request,
        run,
        (text) =>
          text.split("<parameter=").length === 2 && text.split("</parameter>\n</function>").length === 3
            ? text.replace("</parameter>", `</${HIDDEN}parameter>`)
            : text,
        show,
      ),
  ),
  grammarSaboteur(
    "open-value-closed",
    "It closes a value that the text leaves open.",
    ["incomplete-never-runs"],
    (request, run) =>
      misread(
        request,
        run,
        (text) =>
          /^<tool_call>\n<function=\w+>\n<parameter=\w+>\n[^<]+\n$/u.test(text)
            ? `${text}</parameter>`
            : text,
        (text) => text,
      ),
  ),
  grammarSaboteur(
    "later-parts-unseen",
    "It does not see text in a part after the call's.",
    ["nothing-after-a-call"],
    async (request, run) => {
      const parts = partsOf(request.message);
      const [first, ...later] = parts;
      const plain = later.every((part) => part?.type === "text" && /^[\w .]*$/u.test(String(part.text)));
      if (first?.type !== "text" || later.length === 0 || !plain) return run(request);
      const result = await run({ ...request, message: withParts(request.message, () => [first]) });
      if (!result.promoted) return run(request);
      return { ...result, message: withParts(result.message, (left) => [...later, ...left]) };
    },
  ),
  grammarSaboteur(
    "signed-thinking-touched",
    "It takes calls from signed thinking.",
    ["thinking"],
    async (request, run) => {
      const signature = partsOf(request.message).find((part) => part?.type === "thinking")?.thinkingSignature;
      if (signature === undefined) return run(request);
      const result = await run({ ...request, message: withParts(request.message, unsign) });
      if (!result.changed) return { ...result, message: request.message };
      const sign = (part: Part): Part =>
        part?.type === "thinking" ? { ...part, thinkingSignature: signature } : part;
      return { ...result, message: withParts(result.message, (parts) => parts.map(sign)) };
    },
  ),
];

export const questionSaboteurs: readonly Saboteur[] = [...settings, ...misreadings];
