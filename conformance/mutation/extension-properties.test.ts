/** The extension as it is holds what its documentation promises. */
import { expect, test } from "vitest";
import { putAsk } from "../bind.ts";
import { executeCheck } from "../execute.ts";
import { identify } from "../load-target.ts";
import { overAllRows } from "../property.ts";
import reference from "../targets/reference.ts";
import { EXTENSION_PROPERTIES } from "./extension-properties.ts";

const execution = {
  put: (ask: Parameters<typeof putAsk>[1]) => putAsk(reference, ask),
  claims: identify(reference),
  vectors: new Map(),
  seed: 1,
  runs: 1,
} as const;

test.each(EXTENSION_PROPERTIES)("the extension holds $address", async (property) => {
  const { problem, given, harnessError } = await executeCheck(
    { kind: "property", property: overAllRows(property) },
    execution,
  );
  expect({ problem, given, harnessError }).toEqual({});
});
