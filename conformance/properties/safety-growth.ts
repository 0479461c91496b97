/** Properties of cost: inputs that make a layer scan, retry or copy too much, doubled. */
import fc from "fast-check";
import type { RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { growthProblem } from "../growth.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { callWith, PI_TOOLS } from "../valid-calls.ts";

interface Kind {
  readonly name: string;
  ask(units: number): RepairCall;
}

function builtIn(toolName: string, input: unknown, more: Partial<RepairCall> = {}): RepairCall {
  const tool = PI_TOOLS.find((entry) => entry.toolName === toolName);
  if (tool === undefined) throw new Error(`harness: no pinned tool ${toolName}`);
  return callWith({ ...tool, args: {} }, input, more);
}

/** As often as the text fits into so many units. */
const fill = (text: string, units: number): string => text.repeat(Math.ceil(units / text.length));
const list = (units: number, each: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length: Math.ceil(units / each) }, (_, index) => item(index));

const raw = (name: string, toolName: string, text: (units: number) => string): Kind => ({
  name,
  ask: (units) => builtIn(toolName, text(units)),
});

const path = (name: string, text: string, more: Partial<RepairCall> = {}): Kind => ({
  name,
  ask: (units) => builtIn("read", { path: fill(text, units) }, more),
});

function listTool(items: unknown, input: unknown, name = "list"): RepairCall {
  const schema = toJson({
    type: "object",
    properties: { [name]: { type: "array", items } },
    required: [name],
  });
  return { toolName: "many", schema, input: toJson(input) };
}

const ENTRY = {
  type: "object",
  properties: { id: { type: "integer" }, note: { type: "string" } },
  required: ["id"],
};

const KINDS: readonly Kind[] = Object.freeze([
  raw("raw line breaks in a text", "write", (units) => `{"path":"/x","content":"${fill("\n", units)}"}`),
  raw("escapes in a text", "write", (units) => `{"path":"/x","content":"${fill("\\u0041\\\\", units)}"}`),
  raw("braces behind an object", "read", (units) => `{"path":"/x"}${fill("}", units)}`),
  raw("closers behind an object", "read", (units) => `{"path":"/x"}${fill("</tool_call>", units)}`),
  raw("half closers behind an object", "read", (units) => `{"path":"/x"}${fill("</tool_", units)}`),
  raw("spaces before an object", "read", (units) => `${fill(" ", units)}{"path":"/x"}`),
  raw("brackets", "read", (units) => fill("[", units)),
  raw("objects that do not end", "bash", (units) => fill('{"a":', units)),
  raw("quotes", "bash", (units) => fill('"', units)),
  raw("members", "read", (units) => `{"path":"/x",${list(units, 10, (index) => `"k${index}":1`).join()}}`),
  raw("one key again and again", "read", (units) => `{${fill('"path":"/x",', units)}"path":"/x"}`),
  raw(
    "an object that repeats its key in objects",
    "read",
    (units) => `{"path":"/x","o":[${list(units, 20, () => '{"a":1,"a":1}').join()}]}`,
  ),
  raw("a text encoded three times", "read", (units) =>
    JSON.stringify(JSON.stringify(toJson({ path: fill("a", units / 2) }))),
  ),
  raw("language words", "bash", (units) => fill("json\n", units)),
  raw("fences", "read", (units) => fill("```json\n", units)),
  raw("a command", "bash", (units) => fill("ls -la; ", units)),
  path("half links in a path", "[a]("),
  path("links in a path", "[a.md](http://a.md)"),
  path("brackets in a path", "["),
  path("anchors on a path", "^", { modelId: "kimi-k2" }),
  path("dollars on a path", "$", { modelId: "glm" }),
  path("backslashes before a dollar", "\\$", { modelId: "glm" }),
  path("tokens in a path", "<arg_value>", { modelId: "glm" }),
  {
    name: "aliases in edits",
    ask: (units) =>
      builtIn("edit", { path: "/x", edits: list(units, 40, () => ({ old_string: "a", new_string: "b" })) }),
  },
  {
    name: "edits as text, item by item",
    ask: (units) =>
      builtIn("edit", { path: "/x", edits: list(units, 40, () => '{"oldText":"a","newText":"b"}') }),
  },
  {
    name: "extra keys",
    ask: (units) =>
      builtIn(
        "read",
        Object.fromEntries([...list(units, 10, (index) => [`k${index}`, 1]), ["file_path", "/x"]] as [
          string,
          unknown,
        ][]),
      ),
  },
  {
    name: "numbers as text",
    ask: (units) => listTool({ type: "integer" }, { list: list(units, 6, String) }),
  },
  {
    name: "words for numbers",
    ask: (units) => listTool({ type: "integer" }, { list: list(units, 6, () => "x") }),
  },
  {
    name: "a list as text",
    ask: (units) => listTool({ type: "integer" }, { list: toJson(list(units, 6, (index) => index)) }),
  },
  {
    name: "optional nulls",
    ask: (units) => listTool(ENTRY, { list: list(units, 24, (id) => ({ id, note: null })) }),
  },
  {
    name: "items that lack a field",
    ask: (units) => listTool(ENTRY, { list: list(units, 12, () => ({ note: "n" })) }),
  },
  {
    name: "texts for lists of one",
    ask: (units) =>
      listTool({ type: "array", items: { type: "string" } }, { list: list(units, 8, () => "word") }),
  },
  {
    name: "a deep value",
    ask: (units) => ({
      ...listTool({}, JSON.parse(`{"lost":${"[".repeat(units / 16)}${"]".repeat(units / 16)}}`)),
      limits: { maxNestingDepth: units },
    }),
  },
]);

const growth = property<readonly Kind[]>({
  address: "safety/bounded/cost-of-twice-the-input",
  title: "Twice the input costs about twice the CPU time, whatever it is made of.",
  capability: "repair",
  // Every kind in every case: drawn one by one, a slow kind would be met with some seeds only.
  arbitrary: fc.constant(KINDS),
  *check(kinds): Check {
    for (const { name, ask } of kinds) {
      const problem = yield* growthProblem({ capability: "repair", ask });
      if (problem !== undefined) return { ...problem, says: `${name}: ${problem.says}` };
    }
    return undefined;
  },
  costly: true,
  fixed: true,
  share: 0.01,
});

const atOnce = property<readonly [Kind, "maxInputBytes" | "maxDecodeAttempts"]>({
  address: "safety/bounded/past-a-limit-at-once",
  title: "Past a limit raw text is refused, whatever it holds.",
  capability: "repair",
  arbitrary: fc.tuple(
    fc.constantFrom(...KINDS.filter(({ ask }) => ask(64).input.startsWith('"'))),
    fc.constantFrom("maxInputBytes", "maxDecodeAttempts"),
  ),
  *check([{ name, ask }, limit]): Check {
    const call = ask(1024);
    const { answer } = yield* askRepair({ ...call, limits: { [limit]: 0 } });
    // A command is not decoded, so the number of attempts is none of its business.
    const bare =
      limit === "maxDecodeAttempts" && answer.outcome === "repaired" && answer.args.includes(call.input);
    return answer.outcome === "unrepairable" || bare
      ? undefined
      : { says: `${name}: it was decoded past ${limit}`, received: answer.outcome };
  },
  share: 0.5,
});

export const growthProperties: readonly Property[] = Object.freeze([growth, atOnce]);
