import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { putAsk } from "../conformance/bind.ts";
import reference from "../conformance/targets/reference.ts";
import { CORPUS } from "./command-line.ts";
import { findingName, loadFinding } from "./finding.ts";
import { propertyAt } from "./properties.ts";
import { isBad, judgeCase } from "./property.ts";
import { replayedValue } from "./replay.ts";

const files = readdirSync(CORPUS)
  .filter((name) => name.endsWith(".json"))
  .sort();

describe("the corpus", () => {
  test("holds values, each under the name that its content gives it", () => {
    expect(files.length).toBeGreaterThan(20);
    for (const name of files) {
      const finding = loadFinding(join(CORPUS, name));
      expect(finding.value, name).toBeDefined();
      expect(findingName(finding)).toBe(basename(name));
    }
  });

  test.each(files)("%s goes right on the reference", async (name) => {
    const finding = loadFinding(join(CORPUS, name));
    const property = propertyAt(finding.property);
    const judged = await judgeCase(property, replayedValue(finding), (ask) => putAsk(reference, ask));
    expect(isBad(judged.outcome), `${finding.property}: ${judged.problem?.says ?? ""}`).toBe(false);
  });
});
