import { afterAll, describe, expect, test } from "vitest";
import { TargetFault } from "./answers.ts";
import { elsewhere, NOWHERE } from "./elsewhere.ts";
import { NoAnswer, Unobservable } from "./execute.ts";

const ask = {
  capability: "repair",
  call: { toolName: "t", schema: "{}", input: "1" },
  live: { elsewhere: "racing" },
} as const;

/** Another home for a target whose `repair` has this body. */
function home(body: string) {
  const code = `export default { name: "t", version: "1", capabilities: ["repair"], repair(request) { ${body} } };`;
  return elsewhere(`data:text/javascript,${encodeURIComponent(code)}`);
}

const says = (expression: string) =>
  home(`return { outcome: "valid", args: request.input, changes: [], fingerprint: String(${expression}) };`);

const homes = {
  zone: says("new Date(0).getTimezoneOffset()"),
  locale: says("(0.5).toLocaleString()"),
  clock: says("Date.now() - Date.now() + ' ' + (performance.now() < performance.now())"),
  throws: home("throw new Error('no');"),
  leaves: home("process.exit(0);"),
};
afterAll(() => {
  for (const one of Object.values(homes)) one.close();
});

describe("elsewhere", () => {
  test("time zone and locale are others", async () => {
    expect(await homes.zone.put(ask)).toMatchObject({ answer: { fingerprint: "-330" } });
    expect(await homes.locale.put(ask)).toMatchObject({ answer: { fingerprint: "0,5" } });
  });

  test("the clock races or stands still", async () => {
    expect(await homes.clock.put(ask)).toMatchObject({ answer: { fingerprint: "-3600000 true" } });
    const still = { ...ask, live: { elsewhere: "still" } } as const;
    expect(await homes.clock.put(still)).toMatchObject({ answer: { fingerprint: "0 false" } });
  });

  test("what a target does wrong is its own fault", async () => {
    await expect(homes.throws.put(ask)).rejects.toThrow(TargetFault);
    await expect(homes.leaves.put(ask)).rejects.toThrow(NoAnswer);
  });

  test("a target without a module is unobservable", async () => {
    await expect(NOWHERE.put(ask)).rejects.toThrow(Unobservable);
  });
});
