import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { installAdvice, missingPeer } from "./install-advice.ts";

const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), {
    code: "ERR_MODULE_NOT_FOUND",
  });

test("a missing peer is answered with the command that installs it", () => {
  expect(missingPeer(notFound("jsonrepair"))).toMatch(/: npm install --save-dev jsonrepair$/);
});

test("pi is installed as both of its packages", () => {
  const both = "npm install --save-dev @earendil-works/pi-ai @earendil-works/pi-coding-agent";
  expect(missingPeer(notFound("@earendil-works/pi-ai"))).toContain(both);
  expect(installAdvice("a session runs in pi", "@earendil-works/pi-coding-agent")).toContain(both);
});

test("any other missing package, and any other error, is the target's own", () => {
  expect(missingPeer(notFound("left-pad"))).toBeUndefined();
  expect(missingPeer(new Error("Cannot find package 'jsonrepair'"))).toBeUndefined();
});

test("every peer is optional, and installed here for the tests", () => {
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(Object.keys(manifest.peerDependenciesMeta)).toContain(name);
    expect(Object.keys(manifest.devDependencies)).toContain(name);
  }
});
