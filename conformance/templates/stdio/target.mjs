/**
 * Your repair layer as a wire target (docs/protocol.md), with nothing but Node; translate it into any language. Try it with
 *
 *     npx -y pnpm@12.21.0 conformance doctor -- node target.mjs
 */

const hello = {
  protocolVersion: "1.0",
  target: {
    name: "my-layer",
    version: "0.1.0",
    language: "javascript",
    capabilities: ["repair"],
    ruleIds: [],
    canonicalRuleIds: false,
  },
};

/** Knows only `required` at the root: use the validator of your host. */
function fits(value, schema) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return (schema.required ?? []).every((name) => Object.hasOwn(value, name));
}

/** Replace this with a call of your layer. It repairs nothing yet, and says so. */
function repair({ toolName, schema, input }) {
  if (fits(JSON.parse(input), JSON.parse(schema))) return { outcome: "valid", args: input, changes: [] };
  const retryMessage = `The arguments of ${toolName} do not fit its schema at /.`;
  return { outcome: "unrepairable", args: input, changes: [], retryMessage };
}

const methods = { initialize: () => hello, repair };

function answer(line) {
  const { id, method, params } = JSON.parse(line);
  try {
    return { jsonrpc: "2.0", id, result: methods[method](params) };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: { code: -32603, message: String(error) } };
  }
}

// Lines end at byte 10 and nowhere else; a line-splitting library may also split at U+2028.
let rest = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end).toString("utf8");
    rest = rest.subarray(end + 1);
    process.stdout.write(`${JSON.stringify(answer(line))}\n`);
  }
});
