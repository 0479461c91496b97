/** A target whose answers depend on how many requests it has had: its notes count them. */
interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly input?: string };
}

const target = {
  name: "counting",
  version: "1",
  capabilities: ["repair"],
  ruleIds: [],
  canonicalRuleIds: false,
};
let count = 0;

function resultOf({ method, params }: Request): unknown {
  if (method === "initialize") return { protocolVersion: "1.0", target };
  count += 1;
  return { outcome: "valid", args: params.input, changes: [], fingerprint: String(count) };
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const request = JSON.parse(line) as Request;
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: resultOf(request) })}\n`,
    );
  }
});
