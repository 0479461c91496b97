/** `conformance doctor [target]`: handshake and five easy cases, with hints. */
import type { Command } from "commander";
import { diagnose, diagnosisText, exitCodeOf, hintFor } from "../doctor.ts";
import { NotATarget } from "../refusals.ts";
import { chosenTarget, whole, withTarget } from "./command-line.ts";

/** Adds the command. */
export function addDoctor(command: Command): void {
  withTarget(command.command("doctor").description("starts a target and puts five easy cases, with hints"))
    .option("--deadline <ms>", "milliseconds for one answer", whole(10, 3_600_000), 5000)
    .action(async (given: string | undefined, { deadline }: { readonly deadline: number }) => {
      try {
        const diagnosis = await diagnose(chosenTarget(given), deadline);
        process.stdout.write(diagnosisText(diagnosis));
        process.exitCode = exitCodeOf(diagnosis);
      } catch (error) {
        const hint = error instanceof NotATarget ? hintFor(error.message) : undefined;
        if (hint !== undefined) process.stdout.write(`hint: ${hint}\n`);
        throw error;
      }
    });
}
