/** Each family alone, and all but it: whose shape a call is, and what a family's switch does. */
import shapes from "../../spec/grammar-shapes.json" with { type: "json" };
import { WRITINGS, type WrittenCall, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import { textCall } from "../grammar-arbitraries.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge, LEFT, none } from "./grammar-case.ts";

const BASH: WrittenCall = { name: "bash", args: { command: "ls -la" } };

/** Families that print a shape beside its own. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  hermes: ["granite"],
  "mistral-array": ["xlam", "openai-json"],
  "llama-json": ["openai-json"],
  "openai-json": ["mistral", "llama", "granite"],
  "granite-list": ["phi"],
  "phi-4-tokens": ["granite"],
  "llama-json-bare": ["openai-json", "mistral", "granite"],
};
/** Shapes whose text another shape of the catalogue holds too, which its family's switch does not switch off. */
const HELD_ELSEWHERE = /^(?:qwen-xml$|seed-oss|invoke-|dots$|hunyuan|muse-glimmer-channel|mcp-tool)/u;

const FAMILIES = [...new Set(shapes.map(({ grammar }) => grammar))];

const families = everything({
  address: "grammar/later-families/each-family-switched",
  title: "Each shape is found with its family alone, under its name, and not with every other family.",
  capability: "grammar",
  *check(): Check {
    for (const writing of WRITINGS) {
      const own = shapes.find(({ shape }) => shape === writing.shape)?.grammar ?? "";
      const owners = [own, ...(SHARED[writing.id] ?? SHARED[writing.shape] ?? [])];
      const { text } = writeCalls(writing, [BASH]);
      for (const grammar of owners) {
        const call = textCall(text, "recover", { grammars: [grammar] });
        const { answer } = yield* askGrammar(call);
        const problem = judge(call, writing.promotable ? { calls: [BASH] } : none, answer);
        if (problem !== undefined)
          return { ...problem, says: `${writing.id} as ${grammar}: ${problem.says}` };
        const received = toJson(answer.detectedGrammars);
        if (received !== toJson([grammar]))
          return { says: `${writing.id} has another name`, expected: grammar, received };
      }
      if (HELD_ELSEWHERE.test(writing.id)) continue;
      const others = FAMILIES.filter((name) => !owners.includes(name));
      const call = textCall(text, "recover", { grammars: others });
      const problem = judge(call, LEFT, (yield* askGrammar(call)).answer);
      if (problem !== undefined) return { ...problem, says: `${writing.id} without ${own}: ${problem.says}` };
    }
    return undefined;
  },
});

export const familyProperties: readonly Property[] = [families];
