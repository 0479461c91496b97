/** The extension as it is holds what is stated of it in a pi that stands in. */
import { expect, test } from "vitest";
import { piLibrary } from "../targets/reference.ts";
import { judgePi } from "./stand-in.ts";
import { PI_PROPERTIES } from "./stand-in-properties.ts";

test.each(PI_PROPERTIES)("the extension holds $name", async (property) => {
  expect(await judgePi(property, await piLibrary())).toBeUndefined();
});
