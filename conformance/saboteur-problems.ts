/** What is wrong with a list of saboteurs before any of them runs. */
import { REQUIREMENTS, requirement } from "../spec/requirements.ts";
import { nearestAddress } from "./nearest.ts";
import { bounded, printable } from "./printable.ts";
import type { Saboteur } from "./saboteur.ts";
import reference from "./targets/reference.ts";

const quoted = (text: string): string => JSON.stringify(printable(bounded(text, 100)));

const FUNCTIONS = ["repair", "recoverMessage", "stripStream", "cleanPayload", "runSession"] as const;
const IDS = REQUIREMENTS.map(({ id }) => id);

const twice = (list: readonly string[]): readonly string[] => [
  ...new Set(list.filter((one, at) => list.indexOf(one) < at)),
];

function problemsOf({ name, breaks, target }: Saboteur): readonly string[] {
  const who = `the saboteur ${quoted(name)}`;
  const unknown = breaks.filter((id) => requirement(id) === undefined);
  return [
    ...(breaks.length === 0 ? [`${who} declares no requirement that it breaks`] : []),
    ...unknown.map((id) => `${who} breaks ${quoted(id)}, which is no requirement${nearestAddress(id, IDS)}`),
    ...twice(breaks).map((id) => `${who} declares ${quoted(id)} twice`),
    ...(FUNCTIONS.every((each) => target[each] === reference[each])
      ? [`${who} is the reference: none of its functions is another`]
      : []),
  ];
}

/** One sentence for each thing that keeps a saboteur from being proved; none where all can run. */
export function saboteurProblems(saboteurs: readonly Saboteur[]): readonly string[] {
  const again = twice(saboteurs.map(({ name }) => name));
  return [
    ...again.map((name) => `two saboteurs are named ${quoted(name)}`),
    ...saboteurs.flatMap(problemsOf),
  ];
}
