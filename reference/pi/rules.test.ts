// Every rule on the built-ins, under every profile, in pi's real loop; and what the gates of grammar handling let through.
import { afterEach, expect, test } from "vitest";
import { RULE_IDS } from "../changes.ts";
import { call, type Loop, openLoop, type Part, says, text, textOf, unreadable } from "./pi-loop.ts";

let loop: Loop | undefined;
afterEach(() => {
  expect(loop?.errors ?? []).toEqual([]);
  loop?.close();
  loop = undefined;
});

const FILES = { "a.txt": "one", "c.txt": "one" };
const edits = [{ oldText: "one", newText: "two" }];
const args = JSON.stringify({ path: "a.txt", edits });
const multiline = '{"path":"a.txt","edits":[{"oldText":"one","newText":"two\n"}]}';

/** A call that needs the rule; `conservative: false` where that profile leaves it. */
interface Case {
  readonly rule: string;
  readonly part: () => Part;
  readonly conservative?: false;
  readonly model?: string;
}

const CASES: readonly Case[] = [
  { rule: "envelope.decode-json", part: () => unreadable("edit", JSON.stringify(args)) },
  { rule: "envelope.escape-control-character", part: () => unreadable("edit", multiline) },
  { rule: "envelope.unwrap-fence", part: () => unreadable("edit", `\`\`\`json\n${args}\n\`\`\``) },
  { rule: "envelope.drop-trailing-garbage", part: () => unreadable("edit", `${args}}`) },
  { rule: "envelope.unwrap-singleton-object-array", part: () => unreadable("edit", `[${args}]`) },
  {
    rule: "envelope.complete-truncated-object",
    part: () => unreadable("edit", args.slice(0, -1)),
    conservative: false,
  },
  { rule: "envelope.unwrap-single-key", part: () => call("edit", { arguments: { path: "a.txt", edits } }) },
  {
    rule: "stripGrammarTokenLeak",
    part: () => call("edit", { path: "a.txt</arg_value>", edits }),
    conservative: false,
    model: "glm-5",
  },
  { rule: "preprocess.exact-alias", part: () => call("edit", { file_path: "a.txt", edits }) },
  {
    rule: "foldFlatEditFields",
    part: () => call("edit", { path: "a.txt", old_string: "one", new_string: "two" }),
  },
  {
    rule: "preprocess.filesystem-path",
    part: () => call("edit", { path: "[a.txt](http://a.txt)", edits }),
  },
  {
    rule: "stripAnchorBleed",
    part: () => call("edit", { path: "^a.txt$", edits }),
    conservative: false,
    model: "glm-5",
  },
  { rule: "wrapRootStringAsObject", part: () => unreadable("bash", "printf two > a.txt") },
];

test.each(CASES)("$rule", async ({ rule, part, conservative, model }) => {
  for (const policyProfile of ["conservative", "adaptive", "recover"]) {
    const runs = policyProfile !== "conservative" || conservative !== false;
    loop = await openLoop({
      files: FILES,
      settings: { policyProfile },
      ...(model === undefined ? {} : { model }),
    });
    await loop.ask({ ...says([part()]), ...(model === undefined ? {} : { model }) });
    expect([policyProfile, loop.read("a.txt").trim()]).toEqual([policyProfile, runs ? "two" : "one"]);
    const told = loop
      .telemetry()
      .flatMap((line) => (Array.isArray(line.rules) ? (line.rules as string[]) : []));
    expect([policyProfile, told.includes(rule)]).toEqual([policyProfile, runs]);
    expect(RULE_IDS).toContain(rule);
    expect(loop.errors).toEqual([]);
    loop.close();
  }
});

test("a null that must not be dropped, and a wrong value, are refused under every profile", async () => {
  for (const policyProfile of ["conservative", "adaptive", "recover"]) {
    loop = await openLoop({ files: FILES, settings: { policyProfile } });
    await loop.ask([call("edit", { path: null, edits }), call("read", { path: "a.txt", limit: "many" })]);
    expect(loop.results().map((result) => result.isError)).toEqual([true, true]);
    loop.close();
  }
});

const leak = `<tool_call>\n${JSON.stringify({ name: "read", arguments: { path: "a.txt" } })}\n</tool_call>`;
const recover = { policyProfile: "recover" };

test.each([
  ["the adaptive profile", { settings: {} }, [text(leak)]],
  ["the mode off", { settings: { ...recover, grammarRecovery: "off" } }, [text(leak)]],
  ["the mode observe", { settings: { ...recover, grammarRecovery: "observe" } }, [text(leak)]],
  ["an allow list without the tool", { settings: { ...recover, grammarAllowedTools: ["ls"] } }, [text(leak)]],
  ["a family that is switched off", { settings: { ...recover, grammars: ["glm"] } }, [text(leak)]],
  ["a model that does not leak", { settings: recover, model: "plain" }, [text(leak)]],
  ["a real call beside it", { settings: recover }, [text(leak), call("read", { path: "c.txt" })]],
  [
    "empty arguments",
    { settings: recover },
    [text('<tool_call>\n{"name":"bash","arguments":{}}\n</tool_call>')],
  ],
  ["an unknown tool", { settings: recover }, [text(leak.replace("read", "launch"))]],
  ["a code block", { settings: recover }, [text(`\`\`\`\n${leak}\n\`\`\``)]],
  ["words after it", { settings: recover }, [text(`${leak}\nThat is how.`)]],
] as const)("%s: the printed call does not run", async (_why, options, parts) => {
  loop = await openLoop({ files: FILES, model: "qwen3", ...options });
  await loop.ask(parts);
  expect(
    loop.results().some((result) => textOf(result).includes("one") && result.toolCallId.startsWith("leak")),
  ).toBe(false);
});

test("the mode off records nothing", async () => {
  loop = await openLoop({ model: "qwen3", settings: { grammarRecovery: "off" } });
  await loop.ask([text(leak)]);
  expect(loop.telemetry()).toEqual([]);
  expect(loop.messages().map(textOf).join("\n")).toContain(leak);
});

test("an abort leaves no note behind", async () => {
  const pi = await openLoop({
    files: FILES,
    before: [(api) => void api.on("tool_call", (_event, context) => context.abort())],
  });
  loop = pi;
  await pi.ask([call("read", { file_path: "a.txt" })]);
  expect(pi.results().map(textOf).join("\n")).not.toContain("repair_note");
});
