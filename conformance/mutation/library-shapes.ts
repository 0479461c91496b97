/** What leak handling says of each shape of the catalogue, and of which models print calls at all. */
import shapes from "../../spec/grammar-shapes.json" with { type: "json" };
import { WRITINGS, writeCalls } from "../../spec/grammar-writers.ts";
import { differs, firstProblem, type Library, type LibraryProperty } from "./library.ts";

const BASH = { name: "bash", args: { command: "ls -la" } };
/** Writings in which the same text is another shape too: the first of the catalogue names it. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  "invoke-bare": "invoke-anthropic",
  "phi-4-tokens": "granite-list",
  "llama-json-bare": "openai-json",
};

/** What was shown before, as it is printed now, does not run. */
function* shownBefore(
  library: Library,
  { id, framed }: { readonly id: string; readonly framed: boolean },
  given: object,
): Generator<string | undefined> {
  const options = { mode: "recover", knownTools: ["bash"], validates: () => true };
  const { promoted } = library.recoverGrammarLeaks(given, options);
  const seenTexts = [JSON.stringify(given)];
  const again = library.recoverGrammarLeaks(given, { ...options, seenTexts });
  yield differs(`${id}, shown before`, false, again.promoted);
  if (promoted && framed)
    yield differs(`why ${id} stays`, "the call was shown before", again.decisions[0]?.reason);
}

function* named(library: Library): Generator<string | undefined> {
  for (const writing of WRITINGS) {
    const { text } = writeCalls(writing, [BASH]);
    const before = writing.framed ? "I look.\n" : "";
    const message = {
      role: "assistant",
      content: [{ type: "text", text: before + text }],
      stopReason: "stop",
    };
    const { decisions } = library.recoverGrammarLeaks(message, {
      mode: "recover",
      knownTools: ["bash"],
      toolSchemas: { bash: { type: "object" } },
    });
    const shape = NAMED_OTHERWISE[writing.id] ?? writing.shape;
    const grammar = shapes.find((row) => row.shape === shape)?.grammar;
    const said = decisions.map((one) => [one.shape, one.grammar, one.start, one.end, one.names]);
    const end = before.length + text.trimEnd().length;
    yield differs(writing.id, [[shape, grammar, before.length, end, ["bash"]]], said);
    yield* shownBefore(library, writing, message);
  }
}

const LEAKING = [
  "deepseek-ai/DeepSeek-V3.2",
  "qwen3-coder",
  "a/b/GLM-4.6",
  "hy-v3",
  "allenai/olmo-3-instruct",
];
const SILENT = [
  "gpt-9",
  "deepseek/gpt-9",
  "allenai/olmo-3-think",
  "",
  "x-hy-v3",
  undefined,
  5,
  null,
  ["qwen"],
];

function* models(library: Library): Generator<string | undefined> {
  for (const id of LEAKING) yield differs(`${id}`, true, library.modelLeaksGrammar(id));
  for (const id of SILENT) yield differs(`${String(id)}`, false, library.modelLeaksGrammar(id));
}

export const shapeProperties: readonly LibraryProperty[] = [
  { name: "each-shape-is-named", check: (library) => firstProblem(named(library)) },
  { name: "which-models-print-calls", check: (library) => firstProblem(models(library)) },
];
