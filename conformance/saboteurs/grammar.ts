/** Saboteurs of the chapter `grammar`: the reference with one fault each, in what it is asked or in what it answers. */
import type { Saboteur } from "../saboteur.ts";
import { answerSaboteurs } from "./grammar-answers.ts";
import { questionSaboteurs } from "./grammar-questions.ts";
import { wholeSaboteurs } from "./grammar-whole.ts";

export const saboteurs: readonly Saboteur[] = Object.freeze([
  ...questionSaboteurs,
  ...answerSaboteurs,
  ...wholeSaboteurs,
]);
