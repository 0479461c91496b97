/** Names of tools and keys as each shape prints them: their alphabet, their length, and what no name may hold. */
import { WRITINGS, type Writing, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import { framed, textMessage } from "../grammar-arbitraries.ts";
import { toJson } from "../json-text.ts";
import { everything, type Property } from "../property.ts";
import { judge, LEFT } from "./grammar-case.ts";

function* asks(
  writing: Writing,
  name: string,
  args: Record<string, unknown>,
  comes: boolean,
  more: object = {},
): Check {
  const call = {
    message: textMessage(writeCalls(writing, [{ name, args }]).text),
    mode: "recover",
    knownTools: [name],
    toolSchemas: { [name]: toJson({ type: "object" }) },
    ...more,
  };
  const wanted = comes ? { calls: [{ name, args }] } : LEFT;
  const problem = judge(call, wanted, (yield* askGrammar(call)).answer);
  return problem && { ...problem, says: `${writing.id}, ${name}: ${problem.says}` };
}

const promotable = WRITINGS.filter((writing) => writing.promotable);

/** All that a name may consist of, and the longest that a provider takes. */
const NAMES = ["Zz_9-aA.b:c", "mcp__server__do-it", "mcp/do", "é", "工具", "x".repeat(64)];
const LONGEST = "n".repeat(128);
/** Shapes that print something of their own with the name. */
const DECORATED = /^(?:kimi-k2|llama-builtin|minimax-text|gemini|harmony)/u;

const names = everything({
  address: "grammar/tool-names/any-name-in-any-shape",
  capability: "grammar",
  title: "In each shape a tool is known by its exact name, whatever letters and signs it consists of.",
  *check(): Check {
    for (const writing of promotable)
      for (const name of DECORATED.test(writing.id) ? NAMES : [...NAMES, LONGEST]) {
        const problem = yield* asks(writing, name, { v: "x" }, true);
        if (problem !== undefined) return problem;
      }
    return undefined;
  },
});

const others = everything({
  address: "grammar/tool-names/almost-a-known-name",
  capability: "grammar",
  title: "In each shape a name with one sign more, less or other than a known one is unknown.",
  *check(): Check {
    for (const writing of promotable)
      for (const known of ["bash2", "bas", "Bash", "bash/", "bash.x"]) {
        const problem = yield* asks(writing, "bash", { v: "x" }, false, {
          knownTools: [known],
          toolSchemas: { [known]: toJson({ type: "object" }) },
        });
        if (problem !== undefined) return problem;
      }
    return undefined;
  },
});

/** Of what has no frame only calls of a tool's exact name count. */
const PREFIXABLE = promotable.filter((one) => framed(one) && !DECORATED.test(one.id));

/** A printed name, the tools that are there, and the one that is meant. */
const KNOWN: readonly (readonly [printed: string, tools: readonly string[], meant: string | undefined])[] = [
  ["functions.bash", ["read", "bash"], "bash"],
  ["functions.bash", ["functions.bash"], "functions.bash"],
  ["functions.bash", ["bash", "functions.bash"], undefined],
  ["functions.bash", ["functions.functions.bash"], undefined],
  ["functions.functions.bash", ["bash"], undefined],
  ["bash", ["functions.bash"], undefined],
  ["bash", ["bash", "bash"], "bash"],
  ["tools.", [""], undefined],
];

const known = everything({
  address: "grammar/tool-names/one-tool-or-none",
  capability: "grammar",
  title:
    "A name means a tool of that name, or of the name behind its namespace, and none where both are there.",
  *check(): Check {
    for (const writing of PREFIXABLE)
      for (const [printed, knownTools, meant] of KNOWN) {
        const text = writeCalls(writing, [{ name: printed, args: { v: "x" } }]).text;
        const call = { message: textMessage(text), mode: "recover", knownTools: [...knownTools] };
        const wanted = meant === undefined ? LEFT : { calls: [{ name: meant, args: { v: "x" } }] };
        const problem = judge(call, wanted, (yield* askGrammar(call)).answer);
        if (problem !== undefined)
          return { ...problem, says: `${writing.id}, ${printed} of ${toJson(knownTools)}: ${problem.says}` };
      }
    return undefined;
  },
});

/** What no key between tags may hold. In Qwen's tags a second bracket begins the value. */
const signs = ({ strings, id }: Writing): readonly string[] =>
  /^(?:qwen-xml|seed-oss)/u.test(id)
    ? ["<", '"', "\n"]
    : strings === "attribute"
      ? ["<", ">", "\n"]
      : ["<", ">", '"', "\n"];

const keys = everything({
  address: "grammar/incomplete-never-runs/keys-that-break",
  capability: "grammar",
  title: "A key between tags that holds a bracket, a quote or a line end breaks its call.",
  *check(): Check {
    const tags = WRITINGS.filter((one) => framed(one) && /pairs|elements/u.test(one.notation));
    for (const writing of tags)
      for (const sign of signs(writing)) {
        const problem = yield* asks(writing, "bash", { [`com${sign}mand`]: "x" }, false);
        if (problem !== undefined) return problem;
      }
    return undefined;
  },
});

export const nameProperties: readonly Property[] = [names, others, known, keys];
