/**
 * Finds where a JSON value ends while its text is still arriving. Raw control characters inside strings are passed over;
 * everything else is as strict as JSON, so that prose behind a brace ends the attempt at once.
 */
import { type Cursor, endOf, more, type Parse } from "./cursor.ts";

export const MAX_DEPTH = 64;

export type Span = { readonly start: number; readonly end: number };

type Expect = "value" | "value-or-end" | "key-or-end" | "key" | "colon" | "comma-or-end";
type Machine = {
  /** One entry an open bracket: its closing character. */
  readonly open: number[];
  expect: Expect;
  inString: boolean;
  escaped: boolean;
  inWord: boolean;
};

const QUOTE = 34;
const BACKSLASH = 92;

/** Numbers, true, false and null: their spelling is judged when the value is decoded. */
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 46 ||
  code === 69 ||
  (code >= 97 && code <= 122);

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

const afterValue = (machine: Machine): void => {
  machine.expect = "comma-or-end";
};

function openBracket(machine: Machine, code: number): boolean {
  if (machine.open.length >= MAX_DEPTH) return false;
  machine.open.push(code + 2);
  machine.expect = code === 123 ? "key-or-end" : "value-or-end";
  return true;
}

function closeBracket(machine: Machine, code: number): boolean {
  const { expect, open } = machine;
  if (expect !== "comma-or-end" && expect !== "value-or-end" && expect !== "key-or-end") return false;
  if (open.at(-1) !== code) return false;
  open.pop();
  machine.expect = "comma-or-end";
  return true;
}

/** A comma or a colon: what must have come before, and what comes next. */
function separate(machine: Machine, before: Expect, after: Expect): boolean {
  if (machine.expect !== before) return false;
  machine.expect = after;
  return true;
}

/** Takes one character outside strings and words; false if JSON has no place for it. */
function step(machine: Machine, code: number): boolean {
  const { expect, open } = machine;
  const wantsValue = expect === "value" || expect === "value-or-end";
  switch (code) {
    case QUOTE:
      machine.inString = wantsValue || expect === "key" || expect === "key-or-end";
      return machine.inString;
    case 123:
    case 91:
      return wantsValue && openBracket(machine, code);
    case 125:
    case 93:
      return closeBracket(machine, code);
    case 44:
      return separate(machine, "comma-or-end", open.at(-1) === 125 ? "key" : "value");
    case 58:
      return separate(machine, "colon", "value");
    default:
      machine.inWord = wantsValue && isWord(code);
      return machine.inWord;
  }
}

/** Skips to the end of the open string, as far as the text goes. */
function stepString(machine: Machine, text: string, from: number, stop: number): number {
  for (let i = from; i < stop; i++) {
    const code = text.charCodeAt(i);
    if (machine.escaped) machine.escaped = false;
    else if (code === BACKSLASH) machine.escaped = true;
    else if (code === QUOTE) {
      machine.inString = false;
      if (machine.expect === "key" || machine.expect === "key-or-end") machine.expect = "colon";
      else afterValue(machine);
      return i + 1;
    }
  }
  return stop;
}

/** Runs over what the window holds: "done" behind the value, "bad" at the first character out of place. */
function run(machine: Machine, c: Cursor): "done" | "bad" | "more" {
  const { text, base } = c;
  const stop = endOf(c) - base;
  let i = c.pos - base;
  try {
    while (i < stop) {
      if (machine.inString) {
        i = stepString(machine, text, i, stop);
        if (!machine.inString && machine.open.length === 0) return "done";
        continue;
      }
      const code = text.charCodeAt(i);
      if (machine.inWord) {
        if (isWord(code)) {
          i++;
          continue;
        }
        machine.inWord = false;
        afterValue(machine);
      }
      if (isSpace(code)) {
        i++;
        continue;
      }
      if (!step(machine, code)) return "bad";
      i++;
      if (machine.open.length === 0 && !machine.inString && machine.expect === "comma-or-end") return "done";
    }
    return "more";
  } finally {
    c.steps += i - (c.pos - base) + 1;
    c.pos = base + i;
  }
}

/** The span of the JSON object or array at the cursor; undefined where there is none, the cursor at the misfit. */
export function* jsonExtent(c: Cursor): Parse<Span | undefined> {
  const start = c.pos;
  const machine: Machine = { open: [], expect: "value", inString: false, escaped: false, inWord: false };
  for (;;) {
    const outcome = run(machine, c);
    if (c.pos > start) c.began = true;
    if (outcome === "bad") return undefined;
    if (outcome === "done") {
      c.done = c.pos;
      return { start, end: c.pos };
    }
    if (machine.inString) c.wake = '"';
    const came = yield* more(c);
    c.wake = "";
    if (!came) return undefined;
  }
}
