/** Every form of a bled anchor and of grammar tokens around a value, alone and in a list, frozen or not. */
import fc from "fast-check";
import type { Preprocessor, RepairCall } from "../../spec/contract.ts";
import { askRepair, type Check } from "../check.ts";
import { sameJson, toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";

type Form = readonly [dirty: string, clean: string];

/** What stays is what it was. */
const stays = (text: string): Form => [text, text];

const ANCHORS: readonly Form[] = [
  ["^a$", "a"],
  ["^^a$$", "a"],
  ["^a", "a"],
  ["^ a $", " a "],
  ["^a\\$", "a\\$"],
  ["^a\\\\$", "a\\\\"],
  ["^a\\\\\\$", "a\\\\\\$"],
  ["^a\\$$", "a\\$"],
  ["^a^b$c$", "a^b$c"],
  ["^.$", "."],
  ["^$a$", "$a"],
  stays("a$"),
  stays("a$$"),
  stays("a"),
  stays("^"),
  stays("$"),
  stays("^$"),
  stays("^^$$"),
  stays(""),
  stays(" ^a$"),
];

const TOKENS: readonly Form[] = [
  ["<arg_value>a", "a"],
  ["a</arg_value>", "a"],
  ["<arg_key>a</arg_key>", "a"],
  ["</arg_value>a<arg_value>", "a"],
  ["<arg_value>a</arg_value></arg_value>", "a"],
  ["<arg_value> a\n</arg_value>", " a\n"],
  [" <arg_value>a</arg_value>\t", " a\t"],
  ["\n<arg_key> <arg_value>a</arg_value>\t</arg_key>  ", "\n a\t  "],
  ["<arg_value><arg_key>a b</arg_key>\n</arg_value> \t", "a b\n \t"],
  ["<arg_value>arg_value</arg_value>", "arg_value"],
  ["<arg_value><b>a</b></arg_value>", "<b>a</b>"],
  stays("arg_value"),
  stays("<arg_valu>a"),
  stays("< arg_value>a"),
  stays("<b>a</b>"),
  stays(" a "),
];

type Kind = "anchor-bleed" | "grammar-tokens";

const FAMILY = { modelId: "glm-5", modelFamilies: ["glm"] } as const;

const SCHEMA = toJson({
  type: "object",
  properties: { one: { type: "string" }, list: { type: "array", items: { type: "string" } } },
  required: ["one", "list"],
});

function callOf(kind: Kind, one: string, list: readonly string[], profile: string): RepairCall {
  const preprocessors: Preprocessor[] = ["/one", "/list"].map((selector) => ({
    kind,
    selector,
    modelFamilies: [...FAMILY.modelFamilies],
  }));
  return {
    toolName: "forms",
    schema: SCHEMA,
    input: toJson({ one, list }),
    preprocessors,
    profile,
    modelId: FAMILY.modelId,
  };
}

interface Setting {
  readonly frozen: boolean;
  readonly profile: string;
}

/** One form, alone or in a list between two texts that stay. A careful profile only observes. */
function* comesOut(kind: Kind, [dirty, clean]: Form, inList: boolean, { frozen, profile }: Setting): Check {
  const after = profile === "conservative" ? dirty : clean;
  const call = inList ? callOf(kind, "x", ["x", dirty, "x"], profile) : callOf(kind, dirty, [], profile);
  const args = toJson(inList ? { one: "x", list: ["x", after, "x"] } : { one: after, list: [] });
  const outcome = after === dirty ? "valid" : "repaired";
  const { answer } = yield* askRepair(call, frozen ? { frozen: true } : undefined);
  if (answer.outcome !== outcome || !sameJson(args, answer.args)) {
    const received = `${answer.outcome} ${answer.args}`;
    return { says: "another text comes out", expected: `${outcome} ${args}`, received };
  }
  const observed = (answer.observations ?? []).length > 0;
  if (profile !== "conservative" || observed === (dirty !== clean)) return undefined;
  return { says: observed ? "something is observed" : "nothing is observed", expected: toJson(dirty) };
}

function everyForm(address: string, title: string, kind: Kind, forms: readonly Form[]): Property {
  return property<Setting>({
    address,
    title,
    capability: "repair",
    arbitrary: fc.record({
      frozen: fc.boolean(),
      profile: fc.constantFrom("adaptive", "recover", "conservative"),
    }),
    *check(setting): Check {
      for (const form of forms) {
        for (const inList of [false, true]) {
          const problem = yield* comesOut(kind, form, inList, setting);
          if (problem !== undefined) return problem;
        }
      }
      return undefined;
    },
    share: 0.1,
  });
}

export const formProperties: readonly Property[] = Object.freeze([
  everyForm(
    "preprocess/anchor-bleed/every-form",
    "Each form of bled anchors loses them, and each other text stays.",
    "anchor-bleed",
    ANCHORS,
  ),
  everyForm(
    "preprocess/grammar-tokens/every-form",
    "Each form of tokens around a value loses all of them and no white space, and each other text stays.",
    "grammar-tokens",
    TOKENS,
  ),
]);
