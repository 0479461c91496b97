/** Properties about the gates of promotion: with all of them open a call runs, with any single one shut none does. */
import fc from "fast-check";
import type { GrammarCall } from "../../spec/contract.ts";
import { WRITINGS, writeCalls } from "../../spec/grammar-writers.ts";
import { askGrammar, type Check } from "../check.ts";
import {
  framed,
  type Leak,
  plainLeak,
  promotable,
  proseLines,
  textCall,
  textMessage,
} from "../grammar-arbitraries.ts";
import { toJson } from "../json-text.ts";
import { type Property, property } from "../property.ts";
import { caseProperty, cutTexts, gained, LEFT, none } from "./grammar-case.ts";

type Shut = (leak: Leak) => Partial<GrammarCall>;
const message =
  (more: object): Shut =>
  ({ text }) => ({ message: textMessage(text, more) });
const realCall = { type: "toolCall", id: "call_00000001", name: "read", arguments: { path: "a.md" } };

/** One change each that shuts one gate. */
const GATES: Readonly<Record<string, Shut>> = {
  "mode strip": () => ({ mode: "strip" }),
  "mode observe": () => ({ mode: "observe" }),
  "mode misspelt": () => ({ mode: "RECOVER" }),
  "role user": message({ role: "user" }),
  "role tool result": message({ role: "toolResult" }),
  "stopped for length": message({ stopReason: "length" }),
  "stopped for an error": message({ stopReason: "error" }),
  aborted: message({ stopReason: "aborted" }),
  "stopped for tool use": message({ stopReason: "toolUse" }),
  "real call beside": ({ text }) => ({
    message: textMessage(text, { content: [{ type: "text", text }, realCall] }),
  }),
  "inactive tool": () => ({ knownTools: ["read", "write"] }),
  "not on the allow list": () => ({ allowedTools: '["read"]' }),
  "allow list a string": () => ({ allowedTools: '"bash"' }),
  "allow list an object": () => ({ allowedTools: '{"bash":true}' }),
  "allow list a number": () => ({ allowedTools: "1" }),
  "cap of none": () => ({ maxPromoted: 0 }),
  "text after": ({ text }) => ({ message: textMessage(`${text}\n\nThat is all.`) }),
  "text seen": ({ text }) => ({ seenTexts: [text] }),
};

const open = ({ text }: Leak): GrammarCall =>
  textCall(text, "recover", { allowedTools: '["bash","read"]', seenTexts: ["hello"] });

const gates = Object.entries(GATES).map(([name, shut]) =>
  property({
    address: `grammar/promotion-gates/shut-${name.replaceAll(" ", "-")}`,
    title: `A call runs with every gate open, and not with this one shut: ${name}.`,
    capability: "grammar",
    share: 0.2,
    arbitrary: plainLeak(promotable),
    *check(drawn): Check {
      const call = open(drawn);
      const first = gained(call.message, (yield* askGrammar(call)).answer.message);
      if (first.length !== 1)
        return { says: "with every gate open it was not promoted", received: toJson(first) };
      const closed = { ...call, ...shut(drawn) };
      const { answer } = yield* askGrammar(closed);
      const received = gained(closed.message, answer.message);
      return received.length === 0 && !answer.promoted
        ? undefined
        : { says: "it was promoted through a shut gate", received: toJson(received) };
    },
  }),
);

const emptyArguments = caseProperty({
  address: "grammar/promotion-gates/empty-arguments-never-run",
  title: "A call without arguments is never promoted.",
  share: 0.3,
  arbitrary: fc.constantFrom(...WRITINGS.filter(promotable)).map((writing) => ({
    call: textCall(writeCalls(writing, [{ name: "bash", args: {} }]).text, "recover"),
    wanted: { ...none, stopReason: "stop" },
    label: writing.notation,
  })),
});

const COUNT = fc.integer({ min: 1, max: 20 });
const allOrNothing = [
  caseProperty({
    address: "grammar/all-or-nothing/cap",
    title: "Up to the cap all calls are promoted, beyond it none, and the text stays.",
    share: 0.4,
    arbitrary: fc
      .tuple(COUNT, fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }), plainLeak(framed))
      .map(([count, cap, { text, calls }]) => {
        const over = count > (cap ?? 16);
        return {
          call: textCall(
            Array(count).fill(text).join("\n"),
            "recover",
            cap === undefined ? {} : { maxPromoted: cap },
          ),
          wanted: over ? LEFT : { calls: Array(count).fill(calls[0]), stopReason: "toolUse" },
          label: over ? "over" : "within",
        };
      }),
    floors: { over: 0.1, within: 0.1 },
  }),
  caseProperty({
    address: "grammar/all-or-nothing/one-bad-call",
    title:
      "With one call of an unknown or disallowed tool, or one cut short, none is promoted and the text stays.",
    arbitrary: fc
      .tuple(
        fc.array(plainLeak(framed), { minLength: 1, maxLength: 3 }),
        plainLeak(framed, "deploy"),
        plainLeak(framed, "read"),
        fc.nat(3),
        fc.constantFrom("unknown", "disallowed", "cut"),
      )
      .map(([good, unknownLeak, readLeak, at, label]) => {
        const texts = good.map(({ text }) => text);
        const last = good[0];
        if (label === "unknown") texts.splice(at, 0, unknownLeak.text);
        else if (label === "disallowed") texts.splice(at, 0, readLeak.text);
        else if (last !== undefined)
          texts.push(last.text.slice(0, last.text.search(/ls -la|make test|rm -rf build/u) + 2));
        return {
          call: textCall(texts.join("\n"), "recover", { allowedTools: '["bash"]' }),
          wanted: LEFT,
          label,
        };
      }),
    floors: { unknown: 0.1, disallowed: 0.1, cut: 0.1 },
  }),
];

const loss = caseProperty({
  address: "grammar/no-silent-loss/as-many-as-were-cut",
  title: "As many leaks are reported as were cut without being promoted.",
  arbitrary: fc
    .tuple(
      fc.array(fc.tuple(proseLines, plainLeak(framed)), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("strip", "observe", "off"),
    )
    .map(([pieces, mode]) => ({
      call: textCall(
        `${pieces.map(([before, { text }]) => `${before}${text}\n`).join("")}That is all.`,
        mode,
      ),
      wanted: { calls: [], cutWithoutPromotion: mode === "strip" ? pieces.length : 0 },
      label: mode,
    })),
});

const promotedIsNoLoss = caseProperty({
  address: "grammar/no-silent-loss/promoted-is-none",
  title: "What is promoted is not reported as cut.",
  share: 0.4,
  arbitrary: fc.tuple(proseLines, plainLeak(framed)).map(([before, { text, calls }]) => ({
    call: textCall(before + text, "recover"),
    wanted: { calls, texts: cutTexts(before), cutWithoutPromotion: 0 },
    label: "promoted",
  })),
});

export const gateProperties: readonly Property[] = [
  ...gates,
  emptyArguments,
  ...allOrNothing,
  loss,
  promotedIsNoLoss,
];
