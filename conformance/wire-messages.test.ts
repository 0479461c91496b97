import { describe, expect, test } from "vitest";
import { CAPABILITIES, PROTOCOL_VERSION } from "../spec/contract.ts";
import { WIRE_METHODS, type WireMethod } from "../spec/wire.ts";
import { FAULTS, faultBook, isOfSpeech, sayFault } from "./wire-faults.ts";
import {
  checkParams,
  OwnMessageError,
  readHandshake,
  readResponse,
  requestLine,
  resultProblem,
} from "./wire-messages.ts";

const target = {
  ...{ name: "t", version: "1", capabilities: ["repair"], ruleIds: [], canonicalRuleIds: false },
};
const hello = { protocolVersion: PROTOCOL_VERSION, target };
const METHODS = Object.keys(WIRE_METHODS) as WireMethod[];

test("a request is one line of JSON-RPC", () => {
  const line = requestLine(7, "repair", { toolName: "a\nb" });
  expect(line).toBe('{"jsonrpc":"2.0","id":7,"method":"repair","params":{"toolName":"a\\nb"}}\n');
});

test("a request of ours that breaks its schema is the harness's fault, by the place", () => {
  for (const method of METHODS) {
    const message = new RegExp(`^harness: our ${method} request breaks its schema: /`);
    expect(() => checkParams(method, { nonsense: 1 })).toThrow(OwnMessageError);
    expect(() => checkParams(method, { nonsense: 1 })).toThrow(message);
  }
  expect(() => checkParams("repair", { toolName: "t", schema: "{}", input: "{}" })).not.toThrow();
  expect(() => checkParams("repair", { toolName: "t", schema: "{}", input: 1 })).toThrow(/schema: \/input /);
});

describe("a line of a target", () => {
  const answer = (more: object) => readResponse(JSON.stringify({ jsonrpc: "2.0", id: 3, ...more }));

  test("is a result, an error or something else", () => {
    expect(answer({ result: { a: 1 } })).toEqual({ kind: "result", id: 3, result: { a: 1 } });
    expect(answer({ id: null, error: { code: -1, message: "m" } })).toEqual({
      ...{ kind: "error", id: null, code: -1, message: "m" },
    });
    expect(readResponse("Listening on 80")).toEqual({ kind: "other", why: "not JSON" });
    for (const wrong of ["1", "null", "{}", '{"jsonrpc":"1.0","id":1,"result":1}'])
      expect(readResponse(wrong)).toMatchObject({ kind: "other", why: expect.stringMatching(/^\/.* \w/) });
  });

  test("whose result does not fit is told the place and the file of the schema", () => {
    const fits = {
      repair: { outcome: "valid", args: "{}", changes: [] },
      stream: { visible: [], flushed: "" },
    };
    for (const [method, result] of Object.entries(fits) as [WireMethod, object][]) {
      expect(resultProblem(method, result)).toBeUndefined();
      expect(resultProblem(method, {})).toMatch(new RegExp(`^/.* \\(spec/schemas/${method}-answer.json\\)$`));
    }
    expect(resultProblem("guard", { payload: 1 })).toMatch(/^\/payload .*guard-answer/);
    expect(resultProblem("grammar", { message: 1 })).toMatch(/grammar-answer/);
  });
});

describe("a handshake", () => {
  test("that fits is given back", () => {
    expect(readHandshake(hello)).toBe(hello);
  });

  test("with a capability that does not exist is told the nearest and all there are", () => {
    const of = (...capabilities: unknown[]) =>
      readHandshake({ ...hello, target: { ...target, capabilities } });
    const all = `which does not exist (there are ${CAPABILITIES.join(", ")})`;
    expect(of("repair", "gramar")).toBe(
      `it declares the capability "gramar", ${all}; did you mean "grammar"?`,
    );
    expect(of(7)).toBe(`it declares the capability 7, ${all}`);
  });

  test("with a member that is misspelt or stands elsewhere is told where it belongs", () => {
    const file = "(spec/schemas/initialize-result.json)";
    const unknown = (name: string, hint: string) =>
      `the member "${name}" of its handshake is not a known member${hint} ${file}`;
    expect(readHandshake({ ...hello, ruleIds: [] })).toBe(unknown("ruleIds", "; it stands inside `target`"));
    expect(readHandshake({ ...hello, target: { ...target, transforms: [] } })).toBe(
      unknown("target.transforms", "; it stands beside `target`"),
    );
    expect(readHandshake({ ...hello, transfroms: [] })).toBe(
      unknown("transfroms", '; did you mean "transforms"?'),
    );
    expect(readHandshake({ ...hello, canonicalRuleId: true })).toBe(
      unknown("canonicalRuleId", '; did you mean "canonicalRuleIds", inside `target`?'),
    );
    expect(readHandshake({ ...hello, zzzzzzzzzzzz: 1 })).toBe(unknown("zzzzzzzzzzzz", ""));
  });

  test("that does not fit is told the place, and another protocol both versions", () => {
    for (const nothing of [null, 1, {}, { ...hello, target: null }])
      expect(readHandshake(nothing)).toMatch(/^its handshake does not fit the schema: \/.*initialize-result/);
    expect(readHandshake({ ...hello, target: { ...target, name: 1 } })).toMatch(/schema: \/target\/name /);
    expect(readHandshake({ ...hello, target: { ...target, capabilities: "repair" } })).toMatch(
      /schema: \/target\/capabilities /,
    );
    expect(readHandshake({ ...hello, protocolVersion: "9.9" })).toBe(
      `it speaks protocol "9.9", this harness ${PROTOCOL_VERSION}`,
    );
  });
});

test("a fault says whose it is, how often it was seen and what to do", () => {
  const say = (count: number) => sayFault({ kind: "repeated-answer", count, sample: "it answered 3 again" });
  expect([1, 2, 3].map(say)).toEqual([
    "your program broke the protocol (repeated-answer, once): it answered 3 again; answer each request once",
    "your program broke the protocol (repeated-answer, twice): it answered 3 again; answer each request once",
    "your program broke the protocol (repeated-answer, 3 times): it answered 3 again; answer each request once",
  ]);
  const givenUp = FAULTS.filter((kind) => !isOfSpeech({ kind, count: 1, sample: "" }));
  expect(givenUp).toEqual(["did-not-restart", "too-many-restarts"]);
  for (const kind of FAULTS) {
    const [head, advice = ""] = sayFault({ kind, count: 1, sample: "s" }).split(": s; ");
    expect(head).toContain(givenUp.includes(kind) ? "was given up" : "broke the protocol");
    expect(advice.length, kind).toBeGreaterThan(15);
  }
});

test("a book of faults counts each kind, keeps what was seen first, and lists them in their order", () => {
  const book = faultBook();
  expect(book.list()).toEqual([]);
  book.note("left-running", "z".repeat(400));
  book.note("no-answer-line", "first");
  book.note("no-answer-line", "second");
  expect(book.list()).toEqual([
    { kind: "no-answer-line", count: 2, sample: "first" },
    { kind: "left-running", count: 1, sample: `${"z".repeat(300)}… (400 characters)` },
  ]);
});
