/** The extension as it is holds what is stated of it in a pi that stands in. */
import { expect, test, vi } from "vitest";
import { piLibrary } from "../targets/reference.ts";
import type { InOtherPi, OtherPi } from "./other-pi.ts";
import { judgePi } from "./stand-in.ts";
import { PI_PROPERTIES } from "./stand-in-properties.ts";

const present = vi.hoisted(() => ({
  other: {},
  /** A module that has what the other pi has. */
  over<M extends object>(own: M, name: string & keyof M): M {
    const get = () => (name in present.other ? Reflect.get(present.other, name) : own[name]);
    return Object.defineProperty({ ...own }, name, { get, enumerable: true });
  },
}));

vi.mock("@earendil-works/pi-ai", async (importOriginal) =>
  present.over(await importOriginal<typeof import("@earendil-works/pi-ai")>(), "validateToolArguments"),
);
vi.mock("@earendil-works/pi-coding-agent", async (importOriginal) =>
  present.over(
    await importOriginal<typeof import("@earendil-works/pi-coding-agent")>(),
    "createPowerShellToolDefinition",
  ),
);

const inOtherPi: InOtherPi = (other: OtherPi, ask) => {
  present.other = other;
  try {
    return ask();
  } finally {
    present.other = {};
  }
};

test.each(PI_PROPERTIES)("the extension holds $name", async (property) => {
  expect(await judgePi(property, await piLibrary(), inOtherPi)).toBeUndefined();
});
