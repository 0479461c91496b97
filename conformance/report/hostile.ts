/** A report whose target says everything that could act on a terminal, a page or a parser; for tests of the reports. */
import type { ReportDocument } from "./document.ts";

export const HOSTILE = [
  "<script>document.title='owned'</script>",
  "<img src=x onerror=\"document.title='owned'\">",
  "</td></tr></table><h1>owned</h1>",
  '" onmouseover="document.title=\'owned\'" x="',
  "' autofocus onfocus='document.title=1'",
  "javascript:document.title='owned'",
  "]]><!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
  "\u001b[2J\u001b]0;owned\u0007",
  "\u202eowned\u2066",
  "\ud800 \u0000 \ufffe \uffff \u0085 \u2028",
  "::error::owned %0A::set-output name=x::y",
  "| a | b |\n\n# owned\n\n![x](http://owned.example/x.png) [y](javascript:owned) @everyone `owned` www.owned.example",
  "__proto__",
].join(" ");

/** Three requirements: one held, one that fell short, one that was expected to. */
export function hostileDocument(name = HOSTILE): ReportDocument {
  const failing = (address: string) => ({
    address,
    kind: "vector" as const,
    title: HOSTILE,
    verdict: "failed" as const,
    cases: 1,
    problem: { says: HOSTILE, expected: HOSTILE, received: HOSTILE },
    given: HOSTILE,
    replay: `conformance ${HOSTILE}`,
  });
  const entry = (
    id: string,
    checks: ReportDocument["body"]["requirements"][number]["checks"],
    expected = false,
  ) => {
    const verdict = checks.some((check) => check.verdict === "failed")
      ? ("failed" as const)
      : ("held" as const);
    return {
      id,
      level: "M",
      sentence: "The outcome is exactly one of `valid`, `repaired`, `unrepairable`.",
      verdict,
      expected,
      checks,
    };
  };
  const held = {
    address: "outcome/host-stable/a",
    kind: "vector" as const,
    title: "Held.",
    verdict: "held" as const,
    cases: 1,
  };
  return {
    meta: {
      harness: "0.1.0",
      node: "v24",
      platform: "linux-x64",
      started: "2026-01-02T03:04:05.000Z",
      milliseconds: 1234,
      restarts: 0,
      faults: [{ kind: "no-answer-line", count: 2, sample: HOSTILE }],
      output: HOSTILE,
    },
    body: {
      target: {
        given: HOSTILE,
        name,
        version: HOSTILE.slice(0, 80),
        capabilities: ["repair"],
        ruleIds: [HOSTILE],
        canonicalRuleIds: false,
      },
      settings: { only: [], seed: 1, runs: 1, deadlineMs: 5000 },
      exitCode: 3,
      staleExpectedFailures: [],
      faults: ["no-answer-line"],
      requirements: [
        entry("outcome/one-of-three", [failing("outcome/one-of-three/a"), failing("outcome/one-of-three/b")]),
        entry("outcome/host-stable", [held]),
        entry("safety/total", [failing("safety/total/a")], true),
      ],
    },
  };
}
