/** Whose fault it is that something does not run, without anything that loads the suite: that may be what is broken. */

/** Exit codes of the command. */
export const EXIT = { asExpected: 0, fellShort: 1, badCall: 2, incomplete: 3, harnessError: 4 } as const;

/** `details` are lines for a person that stand below the message, as untrusted as what they are about. */
class Refusal extends Error {
  readonly details: readonly string[];
  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** The caller asked for something that does not exist. */
export class BadCall extends Refusal {}

/** Something that a case needs is not installed here: the case is not run, and nobody fell short. */
export class NotInstalled extends Error {}

/** The target's module did not become a target; its own fault, and the run cannot start. */
export class NotATarget extends Refusal {}
