/** Work that tells a target whose cost grows too fast. */

const STEP = 256;

/**
 * Work that grows with the cube of a length in UTF-16 units, some 130 ms for 128 Ki of them. With the square, what a target
 * does anyway could hide it: twice the text has to cost clearly more than three times as much on every machine.
 */
export function cubicWork(length: number): number {
  const pieces = Math.ceil(length / STEP);
  let sum = 0;
  for (let one = 0; one < pieces; one += 1) {
    for (let other = 0; other < pieces; other += 1) {
      for (let third = 0; third < pieces; third += 1) sum = (Math.imul(sum, 31) + third) | 0;
    }
  }
  return sum;
}
