/** Mistakes in the text of the arguments: encoded again, cut, glued, decorated, or not quite JSON. */
import closers from "../spec/closers.json" with { type: "json" };
import { toJson } from "./json-text.ts";
import { type Draw, EVERY_PROFILE, type Mistake, pick } from "./mistake.ts";

const SURVEY = "seeds: envelope recovery";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Turns the escapes of control characters inside JSON strings into the characters themselves. */
export function rawControls(text: string): string {
  return text.replace(/\\(u00[01][0-9a-f]|[^u])/g, (whole, rest: string) => {
    const code = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }[rest];
    if (code !== undefined) return code;
    return rest.startsWith("u00") ? String.fromCharCode(Number.parseInt(rest.slice(1), 16)) : whole;
  });
}

const CLOSERS = [...closers.callClosers, ...closers.turnClosers, "}", "]", '"', "}}", " ", "\n", '"}', "]}"];

/** A quote behind a text at the object's end may be the one that ends that text. */
const CLOSERS_BEHIND_TEXT = CLOSERS.filter((closer) => !closer.includes('"'));

function endsWithText(object: string): boolean {
  let at = object.length - 1;
  while ("}] \t\r\n".includes(object.charAt(at)) && at > 0) at -= 1;
  return object.charAt(at) === '"';
}

function trailingClosers(text: string, draw: Draw): string {
  const closers = endsWithText(text) ? CLOSERS_BEHIND_TEXT : CLOSERS;
  const first = pick(closers, draw) ?? "";
  return text + first + (draw(3) === 0 ? (pick(closers, draw) ?? "") : "");
}

const REMARKS = [
  " done",
  "\nI will now read the file.",
  "// end",
  ",",
  "{",
  ' {"more": 1',
  "()",
  "<|unheard|>",
];

/** The place of one member of an object's text: after its opening brace, at the root or deeper. */
function openings(text: string): readonly number[] {
  const found: number[] = [];
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    if (inText) {
      if (text[at] === "\\") at += 1;
      else if (text[at] === '"') inText = false;
    } else if (text[at] === '"') inText = true;
    else if (text[at] === "{" && text[at + 1] === '"') found.push(at + 1);
  }
  return found;
}

/** Repeats the first member of one object, with `value` in place of its own where that is given. */
function repeatMember(text: string, draw: Draw, equal: boolean): string | undefined {
  const at = pick(openings(text), draw);
  if (at === undefined) return undefined;
  const key = /^"(?:[^"\\]|\\.)*":/.exec(text.slice(at))?.[0];
  if (key === undefined) return undefined;
  const own = /^(?:"(?:[^"\\]|\\.)*"|[^,{}[\]"]+)(?=[,}])/.exec(text.slice(at + key.length))?.[0];
  if (own === undefined) return undefined;
  const value = equal ? own : own.startsWith('"') ? '"something else"' : `"${own}"`;
  if (!equal && value === own) return undefined;
  const member = `${key}${value}`;
  const end = at + key.length + own.length;
  return draw(2) === 0
    ? `${text.slice(0, at)}${member},${text.slice(at)}`
    : `${text.slice(0, end)},${member}${text.slice(end)}`;
}

/** Text as Python prints it; undefined where that makes no difference to the literals. */
function pythonLiterals(text: string): string | undefined {
  const parts = text.split(/("(?:[^"\\]|\\.)*")/);
  const turned = parts.map((part, index) =>
    index % 2 === 1
      ? part
      : part.replace(/true/g, "True").replace(/false/g, "False").replace(/null/g, "None"),
  );
  const made = turned.join("");
  return made === text ? undefined : made;
}

/** True if an object ends before the text does, and nothing but closers follows: then they are what looks wrong. */
function endsEarly(text: string): boolean {
  let end = text.indexOf("}");
  while (end !== -1 && !parses(text.slice(0, end + 1))) end = text.indexOf("}", end + 1);
  if (end === -1) return false;
  const rest = [...closers.callClosers, ...closers.turnClosers].reduce(
    (left, closer) => left.replaceAll(closer, ""),
    text.slice(end + 1),
  );
  return /^[\s}\]"]*$/.test(rest);
}

/** Damage must show: where the text still is JSON, or ends early, it does not. */
function damaged(made: string): string | undefined {
  return parses(made) || endsEarly(made) ? undefined : made;
}

function lostCharacter(text: string, draw: Draw): string | undefined {
  const at = draw(text.length);
  if (/[[\]{}]/.test(text[at] ?? "{")) return undefined;
  return damaged(text.slice(0, at) + text.slice(at + 1));
}

function lostBackslashes(text: string): string | undefined {
  return damaged(text.replaceAll("\\\\", "\\"));
}

/** An object as Python prints it. */
function singleQuotes(text: string): string | undefined {
  // In quotes of its own it would be no object but a text, which a tool with a main field takes for its value.
  return text.includes("'") || text.startsWith('"') ? undefined : text.replaceAll('"', "'");
}

type TextDamage = (text: string, draw: Draw) => string | undefined;

/** True of text in which damage can be seen: a tool's main field, sent alone, takes it for a part of its value. */
const shows = (text: string, kind: Mistake["kind"]): boolean =>
  /^[{["]/.test(text) && (kind === "lossless" || parses(text));

const mistake = (kind: Mistake["kind"], name: string, title: string, damage: TextDamage): Mistake => ({
  name,
  title,
  source: SURVEY,
  kind,
  profiles: kind === "lossless" ? EVERY_PROFILE : [],
  damage(_call, input, draw) {
    const text = typeof input === "string" ? input : toJson(input);
    return shows(text, kind) || name.endsWith("encoded") ? damage(text, draw) : undefined;
  },
});

export const TEXT_MISTAKES: readonly Mistake[] = Object.freeze([
  mistake("lossless", "encoded", "The arguments come as their JSON text.", (text) => text),
  mistake("lossless", "double-encoded", "The arguments come as JSON text, encoded twice.", (text) =>
    JSON.stringify(text),
  ),
  mistake("lossless", "triple-encoded", "The arguments come as JSON text, encoded three times.", (text) =>
    JSON.stringify(JSON.stringify(text)),
  ),
  mistake("lossless", "raw-controls", "Line breaks and tabs inside strings are not escaped.", (text) => {
    const made = rawControls(text);
    return made === text ? undefined : made;
  }),
  mistake("lossless", "trailing-closers", "Closers of a grammar follow the object.", trailingClosers),
  mistake("lossless", "repeated-equal", "A key comes twice with the same value.", (text, draw) =>
    repeatMember(text, draw, true),
  ),
  mistake("lossy", "repeated-other", "A key comes twice with different values.", (text, draw) =>
    repeatMember(text, draw, false),
  ),
  mistake("lossy", "truncated", "The text ends too early, anywhere.", (text, draw) =>
    text.slice(0, draw(text.length)),
  ),
  mistake(
    "lossy",
    "trailing-text",
    "Other text follows the object.",
    (text, draw) => text + pick(REMARKS, draw),
  ),
  mistake(
    "lossy",
    "glued",
    "A second call follows in the same text.",
    (text, draw) => text + pick([text, "{}", '{"path":"other"}', `\n${text}`], draw),
  ),
  mistake("lossy", "lost-character", "One character is missing.", lostCharacter),
  mistake("lossy", "lost-backslashes", "Backslashes are not escaped.", lostBackslashes),
  mistake(
    "lossy",
    "fence",
    "The object stands in a markdown fence.",
    (text, draw) => `\`\`\`${pick(["json", "", "JSON"], draw)}\n${text}\n\`\`\``,
  ),
  mistake("lossy", "byte-order-mark", "The text starts with a byte order mark.", (text) => `\ufeff${text}`),
  mistake(
    "lossy",
    "leading-word",
    "A fence's language word stands before the object.",
    (text) => `json\n${text}`,
  ),
  mistake("lossy", "single-quotes", "Single quotes stand in place of double ones.", singleQuotes),
  mistake("lossy", "python-literals", "True, False and None stand in place of JSON's.", pythonLiterals),
  mistake("lossy", "trailing-comma", "A comma follows the last member.", (text) =>
    text === "{}" ? undefined : text.replace(/\}$/, ",}"),
  ),
  mistake("lossy", "bare-keys", "Keys have no quotes.", (text) => text.replace(/([{,])"(\w+)":/g, "$1$2:")),
]);
