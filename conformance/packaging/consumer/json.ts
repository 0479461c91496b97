// The data, as `bundler` and newer resolutions see it.
import requirements from "pi-repair-conformance/spec/requirements.json" with { type: "json" };
import schema from "pi-repair-conformance/spec/schemas/repair-call.json" with { type: "json" };
import vectors from "pi-repair-conformance/spec/vectors/envelope.json" with { type: "json" };

export const first: string | undefined = requirements.requirements[0]?.id;
export const count: number = vectors.vectors.length;
export const draft: object = schema;
