/**
 * Targets that are bad on purpose: each answers everything rightly but the calls for the tool "bad", where it does what
 * its name says. `node bad.ts <name> [path of a file for process ids]`.
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly toolName?: string; readonly input?: string };
}

const HELLO = {
  protocolVersion: "1.0",
  target: { name: "bad", version: "1", capabilities: ["repair"], ruleIds: [], canonicalRuleIds: false },
};

const [, , mode = "good", pidFile] = process.argv;
const write = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
const right = (request: Request): unknown => ({
  jsonrpc: "2.0",
  id: request.id,
  result: { outcome: "valid", args: request.params.input ?? "", changes: [] },
});

const block = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

function keepPid(pid: number | undefined): void {
  if (pidFile !== undefined && pid !== undefined) appendFileSync(pidFile, `${pid}\n`);
}

function leaveChild(detached: boolean): void {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    stdio: "inherit",
    detached,
  });
  keepPid(child.pid);
  child.unref();
}

function hoard(): void {
  const held: Buffer[] = [];
  for (;;) {
    held.push(Buffer.alloc(16 * 1024 * 1024, held.length));
    block(10);
  }
}

function drip(text: string): void {
  let at = 0;
  setInterval(() => {
    process.stdout.write(text.charAt(at) === "\n" ? "" : text.charAt(at));
    at += 1;
  }, 20);
}

const BAD: Readonly<Record<string, (request: Request) => void>> = {
  good: (request) => write(right(request)),
  late: (request) => {
    block(30_000);
    write(right(request));
  },
  "late-alone": (request) => {
    setTimeout(() => write(right(request)), 30_000).unref();
  },
  never: () => {},
  busy: () => {
    for (;;);
  },
  repeated: (request) => {
    write(right(request));
    write(right(request));
  },
  half: (request) => {
    process.stdout.write(JSON.stringify(right(request)).slice(0, 30));
    process.exit(0);
  },
  "half-open": (request) => {
    process.stdout.write(JSON.stringify(right(request)).slice(0, 30));
    block(10_000);
  },
  huge: () => {
    const piece = "x".repeat(1024 * 1024);
    process.stdout.write('{"jsonrpc":"2.0","id":');
    for (let i = 0; i < 100; i++) process.stdout.write(piece);
    process.stdout.write("\n");
  },
  binary: (request) => {
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]));
    write(right(request));
  },
  chatty: (request) => {
    console.log("repairing, please wait \u001b[31m");
    console.log("[1, 2, 3]");
    write(right(request));
  },
  "silent-exit": () => process.exit(0),
  segfault: () => {
    process.kill(process.pid, "SIGSEGV");
    block(10_000);
  },
  "wrong-id": (request) => write(right({ ...request, id: request.id + 1_000_000 })),
  "text-id": (request) => write({ ...(right(request) as object), id: String(request.id) }),
  error: (request) =>
    write({ jsonrpc: "2.0", id: request.id, error: { code: -32603, message: "out of ideas" } }),
  "error-without-id": (request) => {
    write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "cannot read you" } });
    write(right(request));
  },
  "other-shape": (request) => write({ jsonrpc: "2.0", id: request.id, result: { outcome: "valid" } }),
  "memory-hog": () => hoard(),
  "slow-drip": (request) => drip(JSON.stringify(right(request))),
  "child-left": (request) => {
    leaveChild(false);
    write(right(request));
  },
  "child-detached": (request) => {
    leaveChild(true);
    write(right(request));
  },
  "child-left-and-exit": () => {
    leaveChild(false);
    process.exit(3);
  },
  "half-at-end": (request) => {
    write(right(request));
    process.on("exit", () => process.stdout.write("bye"));
  },
  "stays-after-end": (request) => {
    setInterval(() => {}, 1000);
    write(right(request));
  },
};

const LIES: Readonly<Record<string, unknown>> = {
  misspelt: { ...HELLO, target: { ...HELLO.target, capabilities: ["repiar"] } },
  "no-identity": { protocolVersion: "1.0" },
  "other-protocol": { ...HELLO, protocolVersion: "2.0" },
  "extra-member": { ...HELLO, capabilites: ["repair"] },
  "misplaced-member": { ...HELLO, target: { ...HELLO.target, transforms: [] } },
  "more-than-it-can": {
    ...HELLO,
    target: { ...HELLO.target, capabilities: ["repair", "grammar"] },
  },
};

function hello(): unknown {
  return LIES[mode] ?? HELLO;
}

function greet(answer: { readonly id: number; readonly [member: string]: unknown }): void {
  if (mode === "text-id-at-start") write({ ...answer, id: String(answer.id) });
  else if (mode === "other-id-at-start") write({ ...answer, id: answer.id + 8 });
  else if (mode === "no-line-feed-at-start") process.stdout.write(JSON.stringify(answer));
  else write(answer);
}

function answer(request: Request): void {
  if (request.method === "initialize") {
    if (mode === "exit-at-start") process.exit(7);
    if (mode !== "silent-at-start") greet({ jsonrpc: "2.0", id: request.id, result: hello() });
  } else if (request.method !== "repair") {
    write({ jsonrpc: "2.0", id: request.id, error: { code: -32601, message: `no ${request.method}` } });
  } else if (request.params.toolName === "bad") (BAD[mode] ?? BAD.good)?.(request);
  else write(right(request));
}

/** Holds back answers and gives them in the opposite order, for a target that works on many at once. */
let held: Request[] = [];
function backwards(request: Request): void {
  if (request.method === "initialize" || request.params.toolName === "bad") {
    answer(request);
    return;
  }
  if (held.push(request) === 1) {
    setImmediate(() => {
      for (const each of held.reverse()) answer(each);
      held = [];
    });
  }
}

keepPid(process.pid);
process.stderr.write("started\n");
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const request = JSON.parse(line) as Request;
    if (process.argv.includes("backwards")) backwards(request);
    else answer(request);
  }
});
process.stdin.on("end", () => {
  if (mode !== "stays-after-end") process.exit(0);
});
