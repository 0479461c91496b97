/** An answer that is right but for one thing gets no credit: the reference's answers to vectors, each with one lie. */
import { describe, expect, test } from "vitest";
import type { GrammarAnswer, RepairAnswer, StreamAnswer } from "../spec/contract.ts";
import { loadVectors, type Vector } from "../spec/vectors.ts";
import { putAsk } from "./bind.ts";
import type { Reply } from "./check.ts";
import { parseJson, toJson } from "./json-text.ts";
import { vectorCheck } from "./judge.ts";
import { identify } from "./load-target.ts";
import reference from "./targets/reference.ts";

// What spends a whole budget of work says nothing more about the judge.
const vectors = loadVectors().filter(({ requirement }) => requirement !== "safety/bounded");
const all = new Map(vectors.map((vector) => [vector.address, vector]));
const claims = identify(reference);

/** Some vectors of each kind of expectation: what a vector states decides what is compared. */
const EACH = 2;
const chosen = [
  ...Map.groupBy(vectors, ({ capability, requirement, expect, twin }) =>
    [
      capability,
      Object.keys(expect).sort(),
      twin !== undefined,
      "outcome" in expect ? requirement : "",
    ].join(),
  ).values(),
].flatMap((alike) => alike.slice(0, EACH));

async function judged(vector: Vector, lie: (reply: Reply, question: number) => Reply) {
  const check = vectorCheck(vector, all, claims);
  let step = check.next();
  for (let question = 0; step.done !== true; question++)
    step = check.next(lie(await putAsk(reference, step.value), question));
  // A problem without a sentence is none to the person who reads it.
  if (step.value !== undefined) expect(step.value.says, vector.address).toMatch(/\w/);
  return step.value;
}

/** Changes the answer to the first question. */
const lying =
  <A extends object>(change: (answer: A) => Partial<A>) =>
  (reply: Reply, question: number): Reply =>
    question === 0
      ? ({
          ...reply,
          answer: { ...reply.answer, ...change(reply.answer as unknown as A) },
        } as unknown as Reply)
      : reply;

const repairLie = (change: (answer: RepairAnswer) => Partial<RepairAnswer>) => lying(change);
const grammarLie = (change: (answer: GrammarAnswer) => Partial<GrammarAnswer>) => lying(change);
const streamLie = (change: (answer: StreamAnswer) => Partial<StreamAnswer>) => lying(change);

async function credited(those: readonly Vector[], lie: Parameters<typeof judged>[1]): Promise<string[]> {
  const found: string[] = [];
  for (const vector of those) if ((await judged(vector, lie)) === undefined) found.push(vector.address);
  return found;
}

const that = (capability: Vector["capability"], states?: string): readonly Vector[] =>
  chosen.filter(
    (one) => one.capability === capability && (states === undefined || Object.hasOwn(one.expect, states)),
  );

const change = { ruleId: "invented", stage: "schema-repair", note: "custom" };

test("the truth gets credit", async () => {
  expect(chosen.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const vector of chosen) {
    const problem = await judged(vector, (reply) => reply);
    if (problem !== undefined) wrong.push(`${vector.address}: ${problem.says}`);
  }
  expect(wrong).toEqual([]);
});

describe("no credit for a repair", () => {
  const repairs = that("repair").filter((vector) => !("alternatives" in vector.expect));

  test("with another outcome", async () => {
    expect(
      await credited(
        repairs,
        repairLie(() => ({ outcome: "mended" })),
      ),
    ).toEqual([]);
  });

  test("with other arguments", async () => {
    const stated = repairs.filter(
      ({ expect }) =>
        "args" in expect || "argsJson" in expect || !("outcome" in expect && expect.outcome === "repaired"),
    );
    expect(
      await credited(
        stated,
        repairLie(({ args }) => ({ args: `[${args}]` })),
      ),
    ).toEqual([]);
  });

  test("under a rule that was not used, or without one that was", async () => {
    const more = repairLie(({ changes }) => ({ changes: [...changes, change] }));
    expect(await credited(that("repair", "rules"), more)).toEqual([]);
    const silent = repairLie(({ changes }) => ({
      changes: [...changes, { ...change, silent: true as const }],
    }));
    expect(await credited(that("repair", "silentRules"), silent)).toEqual([]);
    const spoken = that("repair", "rules").filter(
      ({ expect }) => "rules" in expect && (expect.rules?.length ?? 0) > 0,
    );
    expect(
      await credited(
        spoken,
        repairLie(() => ({ changes: [] })),
      ),
    ).toEqual([]);
  });

  test("without the texts that it must have, or with those that it must not", async () => {
    for (const [states, text] of [
      ["retryMessageIncludes", "retryMessage"],
      ["issueSummaryIncludes", "issueSummary"],
    ] as const)
      expect(
        await credited(
          that("repair", states),
          repairLie(() => ({ [text]: "-" })),
        ),
      ).toEqual([]);
    const concealed = that("repair", "conceals");
    expect(concealed.length).toBeGreaterThan(0);
    for (const vector of concealed) {
      const [secret = ""] = "conceals" in vector.expect ? (vector.expect.conceals ?? []) : [];
      for (const lie of [
        { issueSummary: secret },
        { fingerprint: secret },
        { observations: [{ ...change, note: secret }] },
      ])
        expect(
          await credited(
            [vector],
            repairLie(() => lie as Partial<RepairAnswer>),
          ),
        ).toEqual([]);
    }
  });

  test("without an observation", async () => {
    expect(
      await credited(
        that("repair", "observes"),
        repairLie(() => ({ observations: [] })),
      ),
    ).toEqual([]);
  });

  test("with a fingerprint that is another, or none", async () => {
    for (const states of ["sameFingerprintAs", "otherFingerprintThan"]) {
      const those = that("repair", states);
      expect(those.length).toBeGreaterThan(0);
      expect(
        await credited(
          those,
          (reply) => ({ ...reply, answer: { ...reply.answer, fingerprint: undefined } }) as unknown as Reply,
        ),
      ).toEqual([]);
    }
    let count = 0;
    const never = (reply: Reply) =>
      ({ ...reply, answer: { ...reply.answer, fingerprint: `${count++}` } }) as unknown as Reply;
    expect(await credited(that("repair", "sameFingerprintAs"), never)).toEqual([]);
    const always = (reply: Reply) =>
      ({ ...reply, answer: { ...reply.answer, fingerprint: "1" } }) as unknown as Reply;
    expect(await credited(that("repair", "otherFingerprintThan"), always)).toEqual([]);
  });
});

test("no credit where the outcome callback ran twice, or got another result", async () => {
  const throwing = vectors.filter((one) => one.capability === "repair" && one.call.callbacks === "throw");
  expect(throwing.length).toBeGreaterThan(0);
  for (const wrong of [{ outcomeCallbacks: 2 }, { outcomeCallbacks: 0 }, { callbackGotResult: false }]) {
    const lie = (reply: Reply) =>
      ({ ...reply, facts: { ...("facts" in reply ? reply.facts : {}), ...wrong } }) as unknown as Reply;
    expect(await credited(throwing, lie)).toEqual([]);
  }
});

/** The message with its content changed. */
const withContent = (message: string, change: (content: readonly object[]) => readonly object[]): string => {
  const parsed = parseJson(message) as { readonly content: readonly object[] };
  return toJson({
    ...parsed,
    content: Array.isArray(parsed.content) ? change(parsed.content) : parsed.content,
  });
};

describe("no credit for a message", () => {
  const plain = (states: string) =>
    that("grammar", states).filter(({ expect }) => !("alternatives" in expect));
  const call = { type: "toolCall", id: "call_invented_1", name: "invented", arguments: {} };

  test("with a call that nobody printed, or without one that was printed", async () => {
    const more = grammarLie(({ message }) => ({
      message: withContent(message, (content) => [...content, call]),
    }));
    expect(await credited([...plain("calls"), ...plain("untouched"), ...plain("message")], more)).toEqual([]);
    const none = grammarLie(({ message }) => ({
      message: withContent(message, (content) =>
        content.filter((part) => Reflect.get(part, "type") !== "toolCall"),
      ),
    }));
    const some = plain("calls").filter(({ expect }) => "calls" in expect && (expect.calls?.length ?? 0) > 0);
    expect(some.length).toBeGreaterThan(0);
    expect(await credited(some, none)).toEqual([]);
  });

  test("with other text", async () => {
    const more = grammarLie(({ message }) => ({
      message: withContent(message, (content) => [...content, { type: "text", text: "more" }]),
    }));
    expect(await credited([...plain("text"), ...plain("untouched")], more)).toEqual([]);
  });

  test("with another stop reason, other families or another count of what was cut", async () => {
    const stopped = grammarLie(({ message }) => ({
      message: toJson({ ...(parseJson(message) as object), stopReason: "other" }),
    }));
    expect(await credited(plain("stopReason"), stopped)).toEqual([]);
    const families = grammarLie(({ detectedGrammars }) => ({
      detectedGrammars: [...detectedGrammars, "other"],
    }));
    expect(await credited(plain("detected"), families)).toEqual([]);
    const counted = grammarLie(({ cutWithoutPromotion }) => ({
      cutWithoutPromotion: cutWithoutPromotion + 1,
    }));
    expect(await credited(plain("cutWithoutPromotion"), counted)).toEqual([]);
  });

  test("with a call that must never be promoted", async () => {
    const forbidden = that("grammar", "forbidCalls");
    expect(forbidden.length).toBeGreaterThan(0);
    for (const vector of forbidden) {
      const [never] = "forbidCalls" in vector.expect ? (vector.expect.forbidCalls ?? []) : [];
      const lie = grammarLie(({ message }) => ({
        message: withContent(message, (content) => [...content, { ...call, ...never }]),
      }));
      expect(await judged(vector, lie)).toMatchObject({ says: "a call must never be promoted" });
    }
  });
});

test("no credit for a stream with more text, less, or text that is held back", async () => {
  const streams = that("stream");
  expect(
    await credited(
      streams,
      streamLie(({ flushed }) => ({ flushed: `${flushed}.` })),
    ),
  ).toEqual([]);
  expect(
    await credited(
      streams,
      streamLie(({ visible }) => ({ visible: [...visible, ""] })),
    ),
  ).toEqual([]);
  const held = streamLie(({ visible, flushed }) => ({
    visible: visible.map(() => ""),
    flushed: visible.join("") + flushed,
  }));
  const shown = that("stream", "visibleAfter").filter(
    ({ expect }) => "visibleAfter" in expect && expect.visibleAfter?.some(({ text }) => text !== ""),
  );
  expect(await credited(shown, held)).toEqual([]);
});

test("no credit for another payload", async () => {
  const other = lying<{ payload: string }>(({ payload }) => ({ payload: `[${payload}]` }));
  expect(await credited(that("guard"), other)).toEqual([]);
});

test("no credit without the twin's", async () => {
  const twins = chosen.filter(({ twin }) => twin !== undefined);
  for (const vector of twins) {
    const own = all.get(vector.twin ?? "");
    if (own === undefined || own.capability !== "repair" || vector.capability !== "repair") continue;
    if ("sameFingerprintAs" in vector.expect || "otherFingerprintThan" in vector.expect) continue;
    const second = (reply: Reply, question: number) =>
      question === 1
        ? ({ ...reply, answer: { ...reply.answer, outcome: "mended" } } as unknown as Reply)
        : reply;
    expect(await judged(vector, second), vector.address).toMatchObject({
      says: expect.stringContaining("not its twin"),
    });
  }
});
