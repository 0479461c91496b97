/** Counts in sentences. */

/** With a comma between thousands, whatever the locale. */
export const whole = (count: number): string => String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");

/** A count with its noun: `1 entry`, `1,200 entries`. `several` is the noun's plural where it is not formed with an s. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : several}`;
