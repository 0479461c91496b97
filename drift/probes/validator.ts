// Whose validator decides, and how does it judge schemas that tools really have?
import { need, packageFolder, readManifest } from "../load.ts";
import { fact, runProbe, show } from "../probe.ts";

interface Case {
  readonly what: string;
  readonly field: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

const CASES: readonly Case[] = [
  { what: "format email", field: { type: "string", format: "email" }, value: "no mail" },
  { what: "format uri", field: { type: "string", format: "uri" }, value: "no uri" },
  { what: "a dangling $ref", field: { $ref: "#/$defs/none" }, value: "x" },
  { what: "an unreadable pattern", field: { type: "string", pattern: "(" }, value: "x" },
  { what: "minLength", field: { type: "string", minLength: 3 }, value: "x" },
  { what: "an unknown type", field: { type: "thing" }, value: "x" },
  { what: "nullable: true", field: { type: "string", nullable: true }, value: null },
  { what: "prefixItems", field: { type: "array", prefixItems: [{ type: "object" }] }, value: ["x"] },
];

await runProbe(async (pi) => {
  const validate = need(pi.ai, "validateToolArguments", "pi-ai");
  const words = (field: unknown, args: unknown): string => {
    const parameters = { type: "object", properties: { v: field }, required: ["v"] };
    try {
      const call = { type: "toolCall" as const, id: "call_drift", name: "witness", arguments: args as never };
      return `accepted as ${show(validate({ name: "witness", description: "", parameters } as never, call))}`;
    } catch (error) {
      const lines = error instanceof Error ? error.message.split("\n") : [String(error)];
      return (lines[1] ?? lines[0] ?? "").trim();
    }
  };
  const missing = words({ type: "string" }, {});
  const { dependencies } = readManifest(packageFolder(pi, "@earendil-works/pi-ai")).json;
  const names = Object.keys((dependencies ?? {}) as object).filter((name) => /typebox|schema|ajv/.test(name));
  return {
    facts: [
      fact("pi-ai depends on typebox", names.includes("typebox"), names),
      fact(
        "a missing field is reported in TypeBox's words",
        missing.includes("must have required prop"),
        missing,
      ),
    ],
    notes: CASES.map(({ what, field, value }) => `${what}: ${words(field, { v: value })}`),
  };
});
