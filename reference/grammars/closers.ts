/** What may stand behind a call: the closers of the families and the tokens that end a turn, as data of the spec. */
import data from "../../spec/closers.json" with { type: "json" };

/** End-of-turn tokens of some families that are no closers of calls. */
const MORE_TURN_ENDS = [
  "<|observation|>",
  "<|user|>",
  "<|role_end|>",
  "<turn|>",
  "<|end_of_text|>",
  "<|message_sep|>",
];

export const TURN_ENDS: readonly string[] = Object.freeze([...data.turnClosers, ...MORE_TURN_ENDS]);

/** How closers of a single raw value end. */
const VALUE_ENDS = ["parameter>", "param>", "arg_value>", "argument<|sep|>", "<|tool_arg:end|>"];

/** Wrappers that the spec's list does not spell out, in every way that the family prints its bars. */
export const BARS = [
  "｜DSML｜",
  "｜｜DSML｜｜",
  "DSML｜",
  " | DSML | ",
  "‖DSML‖",
  "|DSML|",
  "DSML|",
  "｜GCML｜",
  "｜DSML｜ ",
];
const WRAPPERS = [
  "tool_calls",
  "tool_call",
  "function_calls",
  "function_call",
  "tool_use",
  "calls",
  "invoke",
];
const MORE_CLOSERS = [
  ...BARS.flatMap((bar) => WRAPPERS.map((word) => `</${bar}${word}>`)),
  ...BARS.map((bar) => `</${bar}parameter>`),
  '</xai:function_call">',
  "</rivoke>",
  "</minimax:parameter>",
  "]<]minimax[>[</parameter>",
  "<|tool_call_argument_end|>",
  "<|tool_calls_end|>",
];

export const CLOSERS: readonly string[] = Object.freeze([...new Set([...data.callClosers, ...MORE_CLOSERS])]);

/** One that is left over behind a call means that a value has a second reading. */
export const isValueCloser = (closer: string): boolean => VALUE_ENDS.some((end) => closer.endsWith(end));
