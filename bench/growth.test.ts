import { expect, test } from "vitest";
import { exponentBeside, exponentOf } from "./growth.ts";

const SIZES = [1, 2, 4, 8];

test("linear work has the exponent 1, quadratic work 2", () => {
  expect(exponentOf(SIZES, [3, 6, 12, 24])).toBeCloseTo(1);
  expect(exponentOf(SIZES, [3, 12, 48, 192])).toBeCloseTo(2);
});

test("work that was cut short has the exponent of what was measured", () => {
  expect(exponentOf(SIZES, [3, 12])).toBeCloseTo(2);
  expect(exponentOf(SIZES, [3])).toBeNaN();
});

test("a step between two stretches is in neither's exponent, and what grows too fast on one side shows", () => {
  expect(exponentBeside(2, SIZES, [3, 6, 12, 24])).toBeCloseTo(1);
  expect(exponentBeside(2, SIZES, [3, 6, 120, 360])).toBeCloseTo(1);
  expect(exponentBeside(2, SIZES, [3, 6, 120, 1080])).toBeCloseTo(2);
  expect(exponentBeside(2, SIZES, [3, 6, 12, 48])).toBeCloseTo(2);
  expect(exponentBeside(2, SIZES, [3, 12, 120, 360])).toBeCloseTo(2);
  expect(exponentBeside(2, SIZES, [3, 12])).toBeCloseTo(2);
});
