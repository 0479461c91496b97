// What callbacks return by mistake: a promise that fails with nobody listening would end the process.

/** Takes note of a rejection of `value`, if it is a promise or another thenable. Never throws. */
export function settleQuietly(value: unknown): void {
  if (Object(value) !== value) return;
  // A promise of our own around it: `catch` of a foreign one may be anything.
  new Promise((resolve) => resolve(value)).catch(() => undefined);
}
