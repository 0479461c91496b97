// A tool owner's own tool with the layer, and without it where the package is absent.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import {
  createEditToolDefinition,
  createReadToolDefinition,
  type defineTool,
} from "@earendil-works/pi-coding-agent";
import Type from "typebox";
import { expect, test } from "vitest";
import { adaptToolDefinition, UnrepairableToolInputError } from "./adapter.ts";
import { withRepair } from "./example-tool-owner.ts";
import { call, openLoop, textOf } from "./pi-loop.ts";

/** What Node says of the package in a folder without any. */
function saidWhereNothingIsInstalled(): string {
  const script = 'import("pi-repair-reference/pi").catch((error) => console.log(error.message))';
  return execFileSync(process.execPath, ["-e", script], { cwd: tmpdir(), encoding: "utf8" });
}

const parameters = {
  type: "object",
  properties: { files: { type: "array", items: { type: "string" } }, title: { type: "string" } },
  required: ["files", "title"],
};
const definition = {
  name: "own",
  label: "own",
  description: "own",
  parameters,
  execute: async () => ({ content: [] }),
};

test("an adapted definition repairs before the owner's hook gives its result", () => {
  const adapted = adaptToolDefinition(definition, { legacyConfig: { fieldAliases: { title: ["name"] } } });
  expect(adapted.prepareArguments({ files: '["a","b"]', name: "x" })).toEqual({
    files: ["a", "b"],
    title: "x",
  });
  const valid = { files: ["a"], title: "x" };
  expect(adapted.prepareArguments(valid)).toBe(valid);
});

test("everything but the hook stays the owner's own", () => {
  const read = createReadToolDefinition("/");
  const adapted = adaptToolDefinition(read);
  const { prepareArguments: _hook, ...rest } = adapted;
  const { prepareArguments: _own, ...own } = read;
  expect(rest).toEqual(own);
  for (const key of Object.keys(own)) expect(Reflect.get(adapted, key)).toBe(Reflect.get(read, key));
});

test("the owner's hook is chained, with its own this, on a copy", () => {
  const edit = createEditToolDefinition("/");
  const adapted = adaptToolDefinition(edit);
  const args = Object.freeze({ path: "a", edits: '[{"oldText":"a","newText":"b"}]' });
  expect(adapted.prepareArguments(args)).toEqual({ path: "a", edits: [{ oldText: "a", newText: "b" }] });
  const owner = {
    ...definition,
    prefix: "my ",
    prepareArguments(args: unknown) {
      const { title } = args as { title: string };
      return { files: [], title: this.prefix + title };
    },
  };
  expect(adaptToolDefinition(owner).prepareArguments({ title: "x" })).toEqual({ files: [], title: "my x" });
});

test("what cannot be repaired throws words for the model, or passes where that is asked for", () => {
  const outcomes: string[] = [];
  const onOutcome = (result: { readonly outcome: string }): void => void outcomes.push(result.outcome);
  const adapted = adaptToolDefinition(definition, { onOutcome });
  const wrong = { files: 5, title: null };
  expect(() => adapted.prepareArguments(wrong)).toThrow(UnrepairableToolInputError);
  try {
    adapted.prepareArguments({});
  } catch (error) {
    expect(error).toBeInstanceOf(UnrepairableToolInputError);
    if (!(error instanceof UnrepairableToolInputError)) throw error;
    expect(error.message).toContain('"own"');
    expect(error.result).toMatchObject({ outcome: "unrepairable", args: {} });
  }
  const lenient = adaptToolDefinition(definition, { unrepairable: "passthrough" });
  expect(lenient.prepareArguments(wrong)).toBe(wrong);
  expect(outcomes).toEqual(["unrepairable", "unrepairable"]);
});

test("a tool works in pi with the layer, and as it is where the package is absent", async () => {
  const tool = {
    ...definition,
    execute: async (_id: string, args: unknown) => ({
      content: [{ type: "text", text: JSON.stringify(args) }],
      details: undefined,
    }),
  };
  const repaired = await withRepair(tool, () => import("pi-repair-reference/pi"));
  const said = saidWhereNothingIsInstalled();
  const absent = await withRepair(tool, () => Promise.reject(new Error(said)));
  expect(absent).toBe(tool);
  const lacking = withRepair(tool, () => import("pi-repair-that-is-not-installed" as string));
  await expect(lacking).rejects.toThrow("pi-repair-that-is-not-installed");
  const pi = await openLoop({ before: [(api) => api.registerTool(repaired as never)] });
  await pi.ask([
    call("own", { files: '["a"]', title: "x" }),
    call("own", {}, { argumentsError: 'no\n\nReceived arguments:\n[{"files":["b"],"title":"y"}]' }),
    call("own", {}, { argumentsError: "no\n\nReceived arguments:\n{" }),
  ]);
  expect(textOf(pi.results()[0])).toContain('{"files":["a"],"title":"x"}');
  expect(textOf(pi.results()[1])).toContain('{"files":["b"],"title":"y"}');
  expect(textOf(pi.results()[2])).toContain("Received arguments:\n{");
  expect(pi.errors).toEqual([]);
  pi.close();
});

test("what comes back is a definition that pi takes, by its type too", () => {
  const own = {
    ...definition,
    parameters: Type.Object({ title: Type.String() }),
    execute: async (_id: string, { title }: { title: string }) => ({
      content: [{ type: "text" as const, text: title }],
      details: undefined,
    }),
  };
  const adapted: Parameters<typeof defineTool>[0] = adaptToolDefinition(own);
  expect(adapted.prepareArguments?.({ title: "x" })).toEqual({ title: "x" });
});
