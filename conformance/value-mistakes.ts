/** Mistakes in parsed arguments: a field under another name, in another type, with a wrapping or with debris. */
import { toJson } from "./json-text.ts";
import { CLEANING_PROFILES, type Draw, EVERY_PROFILE, type Mistake, pick } from "./mistake.ts";
import { absentFields, editAt, placesOf, renameKey, selected, valueAt } from "./places.ts";
import type { ValidCall } from "./valid-calls.ts";

const SURVEY = "seeds: repair catalogue";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text that no rule could take for JSON, a fence or a marker. */
const isPlainWord = (value: unknown): value is string =>
  typeof value === "string" &&
  /^[\p{L}\d./~_-]/u.test(value) &&
  !/^(json|javascript|tool_call)\s|^null\s*$/.test(value);

function alias(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = (call.settings.preprocessors ?? []).flatMap((rule) => {
    if (rule.kind !== "alias" || !("aliases" in rule)) return [];
    return selected(input, rule.selector).flatMap((path) => {
      const value = valueAt(input, path);
      const empty = value === undefined || value === null || value === "" || toJson(value).length === 2;
      const holder = valueAt(input, path.slice(0, -1));
      if (empty || !isRecord(holder)) return [];
      return rule.aliases.filter((name) => !Object.hasOwn(holder, name)).map((name) => ({ path, name }));
    });
  });
  const chosen = pick(found, draw);
  if (chosen === undefined) return undefined;
  const { path, name } = chosen;
  return editAt(input, path.slice(0, -1), (holder) => renameKey(holder, String(path.at(-1)), name));
}

/** Adds one optional field that the call leaves out, where `value` does not fit. */
function addField(
  call: ValidCall,
  input: unknown,
  draw: Draw,
  type: string | undefined,
  value: unknown,
): unknown {
  const found = placesOf(call.schema, input).flatMap((place) =>
    absentFields(place, call.schema)
      .filter(({ schema }) => (type === undefined ? typeof schema.type === "string" : schema.type === type))
      .map(({ key }) => ({ path: place.path, key })),
  );
  const chosen = pick(found, draw);
  if (chosen === undefined) return undefined;
  return editAt(input, chosen.path, (holder) =>
    Object.fromEntries([...Object.entries(holder as object), [chosen.key, value]]),
  );
}

/** Prints one array or object as JSON text in its place; `item` asks for members of arrays. */
function stringify(call: ValidCall, input: unknown, draw: Draw, type: string, item: boolean): unknown {
  const found = placesOf(call.schema, input).filter(
    ({ path, schema, value }) =>
      path.length > 0 &&
      schema.type === type &&
      Array.isArray(value) === (type === "array") &&
      typeof value === "object" &&
      (typeof path.at(-1) === "number") === item,
  );
  const chosen = pick(found, draw);
  if (chosen === undefined) return undefined;
  const wide = draw(3) === 1;
  // Laying out goes through JSON.stringify, which loses the sign of zero.
  return editAt(input, chosen.path, (old) => {
    const text = toJson(old);
    return wide && JSON.stringify(old) === text ? JSON.stringify(old, null, 2) : text;
  });
}

/** In a list of lists a bare item may be one of a list, or the list that all of them stand for. */
const isItem = (path: readonly (string | number)[]): boolean => typeof path.at(-1) === "number";

function bareString(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = placesOf(call.schema, input).filter(
    ({ path, schema, value }) =>
      schema.type === "array" &&
      !isItem(path) &&
      isRecord(schema.items) &&
      schema.items.type === "string" &&
      Array.isArray(value) &&
      value.length === 1 &&
      isPlainWord(value[0]),
  );
  const chosen = pick(found, draw);
  return chosen && editAt(input, chosen.path, (old) => (old as unknown[])[0]);
}

function bareObject(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = placesOf(call.schema, input).filter(
    ({ path, schema, value }) =>
      schema.type === "array" &&
      !isItem(path) &&
      isRecord(schema.items) &&
      schema.items.type === "object" &&
      Array.isArray(value) &&
      value.length === 1 &&
      isRecord(value[0]) &&
      Object.keys(value[0]).length > 0,
  );
  const chosen = pick(found, draw);
  return chosen && editAt(input, chosen.path, (old) => (old as unknown[])[0]);
}

function rootString(call: ValidCall, input: unknown): unknown {
  const field = call.settings.legacyConfig?.rootString?.field;
  if (field === undefined || !isRecord(input) || Object.keys(input).join() !== field) return undefined;
  const text = input[field];
  return isPlainWord(text) && text.trim() !== "" ? text : undefined;
}

function wrapper(call: ValidCall, input: unknown, draw: Draw): unknown {
  const key = pick(["arguments", "input", "parameters", "args"], draw) ?? "arguments";
  const declared = isRecord(call.schema.properties) && Object.hasOwn(call.schema.properties, key);
  return declared || !isRecord(input) ? undefined : { [key]: input };
}

const FLAT_NAMES = [
  ["oldText", "newText"],
  ["old_string", "new_string"],
  ["old_str", "new_str"],
  ["search", "replace"],
] as const;

function flatEdit(call: ValidCall, input: unknown, draw: Draw): unknown {
  if (call.toolName !== "edit" || !isRecord(input) || !Array.isArray(input.edits)) return undefined;
  const [edit, ...more] = input.edits as unknown[];
  if (!isRecord(edit) || more.length > 0) return undefined;
  // After other mistakes the texts may stand under other names.
  if (![edit.oldText, edit.newText].every((text) => typeof text === "string" && text !== ""))
    return undefined;
  const [oldName, newName] = pick(FLAT_NAMES, draw) ?? FLAT_NAMES[0];
  const { edits: _edits, ...rest } = input;
  return { ...rest, [oldName]: edit.oldText, [newName]: edit.newText };
}

/** Places of text that preprocessors of this kind select. */
function selectedText(
  call: ValidCall,
  input: unknown,
  kind: string,
): { path: readonly (string | number)[]; text: string }[] {
  return (call.settings.preprocessors ?? [])
    .filter((rule) => rule.kind === kind)
    .flatMap((rule) => selected(input, rule.selector))
    .map((path) => ({ path, text: valueAt(input, path) }))
    .filter((place): place is { path: (string | number)[]; text: string } => typeof place.text === "string");
}

function autoLink(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = selectedText(call, input, "filesystem-path").filter(({ text }) =>
    /(^|\/)[\w-]+\.[a-z]+$/.test(text),
  );
  const chosen = pick(found, draw);
  if (chosen === undefined) return undefined;
  const cut = chosen.text.lastIndexOf("/") + 1;
  const name = chosen.text.slice(cut);
  const protocol = draw(2) === 0 ? "http" : "https";
  return editAt(input, chosen.path, () => `${chosen.text.slice(0, cut)}[${name}](${protocol}://${name})`);
}

const anchored = ({ text }: { text: string }): boolean => /^\^|\$$/.test(text);

function anchorBleed(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = selectedText(call, input, "anchor-bleed");
  if (selectedText(call, call.args, "anchor-bleed").some(anchored)) return undefined;
  const chosen = pick(
    found.filter(({ text }) => text !== "" && !text.endsWith("\\")),
    draw,
  );
  if (chosen === undefined) return undefined;
  const end = draw(2) === 0 ? "$" : "";
  return editAt(input, chosen.path, (text) => `^${text}${end}`);
}

/** True of a field's own name and of its other ones; the keys of a wrapper or an envelope are none. */
function isFieldName({ schema, settings }: ValidCall, name: string): boolean {
  if (isRecord(schema.properties) && Object.hasOwn(schema.properties, name)) return true;
  return settings.preprocessors?.some((rule) => "aliases" in rule && rule.aliases.includes(name)) === true;
}

function tokenKey(call: ValidCall, input: unknown, draw: Draw): unknown {
  if (!isRecord(input) || /arg_(key|value)/.test(toJson(input))) return undefined;
  if (selectedText(call, call.args, "anchor-bleed").some(anchored)) return undefined;
  const rules = (call.settings.preprocessors ?? []).filter((rule) => rule.kind === "grammar-tokens");
  const keys = Object.keys(input).filter((name) => isFieldName(call, name));
  const key = rules.some((rule) => rule.selector === "") ? pick(keys, draw) : undefined;
  if (key === undefined) return undefined;
  return renameKey(input, key, draw(2) === 0 ? `<arg_key>${key}</arg_key>` : `<arg_key>${key}`);
}

function tokenValue(call: ValidCall, input: unknown, draw: Draw): unknown {
  if (/arg_(key|value)/.test(toJson(input)) || selectedText(call, call.args, "anchor-bleed").some(anchored))
    return undefined;
  const chosen = pick(
    selectedText(call, input, "grammar-tokens").filter(({ text }) => text.trim() !== ""),
    draw,
  );
  if (chosen === undefined) return undefined;
  return editAt(input, chosen.path, (text) => `<arg_value>${text}</arg_value>`);
}

function otherScalar(call: ValidCall, input: unknown, draw: Draw): unknown {
  const found = placesOf(call.schema, input).flatMap(({ path, schema, value }) => {
    if (schema.type === "boolean" && typeof value === "boolean")
      return [{ path, to: draw(2) === 0 ? String(value) : value === true ? "True" : "False" }];
    if (typeof value !== "number" || Object.is(value, -0)) return [];
    const text = String(value);
    return schema.type === "number" || (schema.type === "integer" && /^-?\d+$/.test(text))
      ? [{ path, to: text }]
      : [];
  });
  const chosen = pick(found, draw);
  return chosen && editAt(input, chosen.path, () => chosen.to);
}

const onValues =
  (damage: Mistake["damage"]): Mistake["damage"] =>
  (call, input, draw) =>
    typeof input === "string" ? undefined : damage(call, input, draw);

const lossless = (
  name: string,
  title: string,
  damage: Mistake["damage"],
  more: Partial<Mistake> = {},
): Mistake => ({
  name,
  title,
  source: SURVEY,
  kind: "lossless",
  profiles: EVERY_PROFILE,
  damage: onValues(damage),
  ...more,
});

const cleaned = { profiles: CLEANING_PROFILES, configured: true } as const;

export const VALUE_MISTAKES: readonly Mistake[] = Object.freeze([
  lossless("alias", "A field comes under another tool's name for it.", alias, { configured: true }),
  lossless("null-optional", "An optional field that was not meant is sent as null.", (call, input, draw) =>
    addField(call, input, draw, undefined, null),
  ),
  lossless("empty-object", "An optional list that was not meant is sent as {}.", (call, input, draw) =>
    addField(call, input, draw, "array", {}),
  ),
  lossless("stringified-array", "A list is sent as its JSON text.", (call, input, draw) =>
    stringify(call, input, draw, "array", false),
  ),
  lossless("stringified-object", "An object is sent as its JSON text.", (call, input, draw) =>
    stringify(call, input, draw, "object", false),
  ),
  lossless("stringified-item", "One item of a list is sent as its JSON text.", (call, input, draw) =>
    stringify(call, input, draw, draw(2) === 0 ? "object" : "array", true),
  ),
  lossless("bare-string", "The only item of a list of texts is sent without its list.", bareString),
  lossless("bare-object", "The only item of a list of objects is sent without its list.", bareObject),
  lossless("root-string", "The tool's main field is sent alone, as the whole arguments.", rootString),
  lossless("singleton-array", "The arguments come inside a list.", (_call, input) => [input]),
  lossless("single-key-wrapper", "The arguments come inside an object with one key.", wrapper),
  lossless("flat-edit", "The one edit's fields stand beside the path.", flatEdit),
  lossless("auto-link", "A file name was turned into a link.", autoLink, cleaned),
  lossless("anchor-bleed", "Anchors of a regular expression cling to a path.", anchorBleed, {
    ...cleaned,
    modelId: "kimi-k2-instruct",
  }),
  lossless("token-key", "A grammar token clings to a key.", tokenKey, { ...cleaned, modelId: "glm-4.6" }),
  lossless("token-value", "A grammar token clings to a value.", tokenValue, {
    ...cleaned,
    modelId: "glm-4.6",
  }),
  lossless("other-scalar", "A number or boolean is sent as text.", otherScalar, { deferred: true }),
]);
