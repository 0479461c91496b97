// The pipeline through its public function: statements about single calls, and what holds for all of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import pinned from "../spec/tools/1.6.0.json" with { type: "json" };
import {
  builtInTools,
  type RepairConfig,
  repairToolInput,
  runRepairPipeline,
  stableSerialize,
} from "./index.ts";

type ToolName = keyof typeof pinned.tools;

function repair(tool: ToolName, input: unknown, more: Partial<RepairConfig> = {}) {
  const schema = pinned.tools[tool].parameters;
  return runRepairPipeline({ input, config: { toolName: tool, schema, ...builtInTools[tool], ...more } });
}

function custom(schema: unknown, input: unknown, more: Partial<RepairConfig> = {}) {
  return runRepairPipeline({ input, config: { toolName: "t", schema, ...more } });
}

const outcome = (result: { readonly outcome: string; readonly args: unknown }) => [
  result.outcome,
  result.args,
];

test("a cut path is not completed", () => {
  expect(repair("read", '{"path":"src/ind').outcome).toBe("unrepairable");
  expect(outcome(repair("read", '{"path":"src/index.ts"'))).toEqual(["repaired", { path: "src/index.ts" }]);
  expect(repair("read", '{"path":"src/index.ts"', { stopReason: "length" }).outcome).toBe("unrepairable");
  const careful = repair("read", '{"path":"src/index.ts"', { policy: "conservative" });
  expect([careful.outcome, careful.observations.map(({ ruleId }) => ruleId)]).toEqual([
    "unrepairable",
    ["envelope.complete-truncated-object"],
  ]);
});

test("a promise that a callback returns by mistake may fail without anybody listening", async () => {
  const fails = async (): Promise<never> => {
    throw new Error("late");
  };
  const structural = { kind: "structural", selector: "", ruleId: "late", apply: fails } as never;
  const late: Partial<RepairConfig> = {
    ownerPrepareArguments: fails,
    onOutcome: fails,
    onObservation: fails,
    convert: fails,
    preprocessors: [structural],
  };
  // A rejection that nobody took note of fails the run.
  expect(repair("read", { path: "a" }, late).outcome).toBe("valid");
  expect(repair("read", '{"path":"a"', { ...late, policy: "conservative" }).outcome).toBe("unrepairable");
  await new Promise((resolve) => setImmediate(resolve));
});

test("a configuration that cannot be read throws nothing", () => {
  const none: unknown = undefined;
  expect(runRepairPipeline({ input: 1, config: none as RepairConfig }).outcome).toBe("valid");
  const named: unknown = Symbol("tool");
  expect(repair("read", { way: "a" }, { toolName: named as string }).outcome).toBe("unrepairable");
});

test("an owner's reason to refuse is no part of the summary", () => {
  const apply = () => ({ refused: "secret value" });
  const refused = repair(
    "read",
    { path: "a" },
    {
      preprocessors: [{ kind: "structural", selector: "", ruleId: "no", apply }],
    },
  );
  expect([refused.outcome, refused.issueSummary?.includes("secret")]).toEqual(["unrepairable", false]);
});

test("garbage does not become a command", () => {
  const garbage = [
    "",
    " \n",
    "{",
    '[{"a"',
    'json\n{"x',
    '{"command":"ls"}{"command":"pwd"}',
    "<tool_call>ls",
    '"{\\"a',
    "{a : 1",
  ];
  for (const text of garbage) expect([text, repair("bash", text).outcome]).toEqual([text, "unrepairable"]);
  for (const text of ["true", "42", "[ -f x ]", "{ echo a; }", "echo '{\"a\":1}'"]) {
    expect(outcome(repair("bash", text))).toEqual(["repaired", { command: text }]);
  }
});

test("a wrapped, double encoded or littered call comes back", () => {
  const call = { path: "a.md", content: "x\n" };
  const text = JSON.stringify(call);
  const damaged = [
    text,
    JSON.stringify(text),
    `${text}}</tool_call>`,
    [call],
    { arguments: call },
    `\ufeff\`\`\`json\n${text}\n\`\`\``,
  ];
  for (const input of damaged) expect(outcome(repair("write", input))).toEqual(["repaired", call]);
});

test("edits survive being flat, stringified, alone or misnamed", () => {
  const call = { path: "a", edits: [{ oldText: "x", newText: "y\n" }] };
  const shapes = [
    { file_path: "a", old_string: "x", new_string: "y\n" },
    { path: "a", edits: '[{"old_string":"x","new_string":"y\n"}]' },
    { path: "a", edits: { oldText: "x", newText: "y\n" } },
    { path: "a", changes: [JSON.stringify(call.edits[0])] },
  ];
  for (const input of shapes) expect(outcome(repair("edit", input))).toEqual(["repaired", call]);
  const beside = { path: "a", edits: "[]x", oldText: "c", newText: "d" };
  expect(outcome(repair("edit", beside))).toEqual(["unrepairable", beside]);
});

test("two names with two values are one too many", () => {
  expect(repair("read", { file_path: "a", filename: "b" }).outcome).toBe("unrepairable");
  expect(repair("read", { file_path: "a", filename: "a" }).outcome).toBe("repaired");
});

test("what the host converts is the host's, unless a rule had to act", () => {
  expect(repair("read", { path: "a", offset: "5" }).outcome).toBe("valid");
  const both = repair("read", { file_path: "a", offset: "5" });
  expect(outcome(both)).toEqual(["repaired", { path: "a", offset: 5 }]);
  expect(both.changes.at(-1)).toMatchObject({ ruleId: "final-validation.host-conversion", silent: true });
  for (const offset of ["", " 5 ", "0x10", true, "end"]) {
    expect([offset, repair("read", { path: "a", offset }).outcome]).toEqual([offset, "unrepairable"]);
  }
  const host = { dropsOptionalNull: true, wrapsSingleValue: true };
  expect(repair("read", { path: "a", offset: null }, { host }).outcome).toBe("valid");
  expect(outcome(repair("read", { path: "a", offset: null }))).toEqual(["repaired", { path: "a" }]);
});

test("a union is repaired only where one value is left", () => {
  const kinds = ["list", "text"].map((kind) => ({
    type: "object",
    properties: {
      kind: { const: kind },
      v: kind === "list" ? { type: "array", items: { type: "string" } } : { type: "string" },
    },
    required: ["kind", "v"],
  }));
  const schema = { type: "object", properties: { u: { anyOf: kinds } }, required: ["u"] };
  expect(outcome(custom(schema, { u: { kind: "list", v: '["a"]' } }))).toEqual([
    "repaired",
    { u: { kind: "list", v: ["a"] } },
  ]);
  const either = {
    type: "object",
    properties: { u: { anyOf: [{ type: "number" }, { type: "array", items: { type: "string" } }] } },
  };
  expect(custom(either, { u: "5" }).outcome).toBe("unrepairable");
});

test("a shape has one fingerprint and shows no value", () => {
  const schema = { type: "object", additionalProperties: { type: "array", items: { type: "integer" } } };
  const one = custom(schema, { secret: [1, "x"] });
  const other = custom(schema, { other: ["y", 2, "z"] });
  expect(one.issueSummary).toBe("/?/*|type|integer");
  expect(one.fingerprint).toBe(other.fingerprint);
  expect(one.fingerprint).toMatch(/^[0-9a-f]{8}$/);
});

test("an owner's hook works on a copy and its failure leaves no trace", () => {
  const input = Object.freeze({ path: "X" });
  const lower = (args: unknown) => {
    if (typeof args === "object" && args !== null) Object.assign(args, { path: "x" });
  };
  expect(outcome(repair("read", input, { ownerPrepareArguments: lower }))).toEqual(["valid", { path: "x" }]);
  const failing = (args: unknown) => {
    lower(args);
    throw new Error("no");
  };
  expect(repair("read", input, { ownerPrepareArguments: failing }).args).toBe(input);
});

test("callbacks run once and cannot change the verdict", () => {
  let calls = 0;
  const onOutcome = () => {
    calls += 1;
    throw new Error("no");
  };
  expect(repair("read", { path: "a" }, { onOutcome }).outcome).toBe("valid");
  expect(calls).toBe(1);
});

test("the older facade names a decoded root as it always did", () => {
  const schema = pinned.tools.bash.parameters;
  const result = repairToolInput({
    toolName: "bash",
    schema,
    input: '{"cmd":"ls"}',
    config: builtInTools.bash?.legacyConfig,
  });
  expect([result.args, result.rulesFired]).toEqual([
    { command: "ls" },
    ["parseJsonStringifiedRootObject", "renameAliasedField"],
  ]);
});

const keys = fc.constantFrom(
  "path",
  "edits",
  "oldText",
  "newText",
  "file_path",
  "old_string",
  "to",
  "changes",
  "__proto__",
  "input",
  "dir",
);
const texts = fc.constantFrom(
  "",
  "a",
  "5",
  "true",
  '["a"]',
  '{"oldText":"a","newText":"b"}',
  '{"a":1',
  "^a$",
  "<arg_value>a</arg_value>",
  "[x.md](http://x.md)",
  "\ud800",
);
const drawn = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    texts,
    fc.constantFrom<unknown>(null, true, 0, -0, 1.5),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    tie("value").map((value) => JSON.stringify(value)),
  ),
})).value;

test("nothing is thrown, mutated, claimed without cause or repaired twice", () => {
  const tools = fc.constantFrom<ToolName>("read", "edit", "bash", "grep", "ls");
  fc.assert(
    fc.property(tools, drawn, fc.constantFrom("glm-4.6", "kimi-k2", undefined), (tool, input, modelId) => {
      const before = stableSerialize(input);
      const result = repair(tool, input, { modelId });
      expect(stableSerialize(input)).toBe(before);
      expect(result.changes.length > 0).toBe(result.outcome === "repaired");
      if (result.outcome === "unrepairable") expect(result.args).toBe(input);
      const again = repair(tool, result.args, { modelId });
      if (result.outcome === "repaired") expect([again.outcome, again.args]).toEqual(["valid", result.args]);
    }),
    { numRuns: 2000 },
  );
});
