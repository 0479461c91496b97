/** Saboteurs of the chapter `profile`. */
import type { Saboteur } from "../saboteur.ts";
import { claims, type Fault, refuse, repairSaboteur } from "./repair-fault.ts";

const saboteur = (name: string, title: string, breaks: readonly string[], fault: Fault): Saboteur =>
  repairSaboteur("profile", name, title, breaks, fault);

const LIBERAL: readonly unknown[] = [undefined, "adaptive", "recover"];

const conservativeParsesNoList: Fault = async (request, run) => {
  const result = await run(request);
  const isCareful = !LIBERAL.includes(request.profile);
  return isCareful && claims(result, "parseJsonStringifiedArray") ? refuse(request, result) : result;
};

export const saboteurs: readonly Saboteur[] = Object.freeze([
  saboteur(
    "conservative-parses-no-list",
    "Under conservative a list as JSON text is refused.",
    ["table", "safety/monotonic"],
    conservativeParsesNoList,
  ),
  saboteur(
    "mode-is-profile",
    "The grammar mode recover makes the whole profile recover.",
    ["override"],
    (request, run) =>
      run(request.overrides?.grammarMode === "recover" ? { ...request, profile: "recover" } : request),
  ),
  saboteur(
    "profile-in-any-case",
    "Names of profiles are compared without regard to case.",
    ["unknown-is-safe"],
    (request, run) =>
      run(request.profile === undefined ? request : { ...request, profile: request.profile.toLowerCase() }),
  ),
]);
