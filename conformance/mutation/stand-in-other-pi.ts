/** What another pi would do by itself with arguments, and pi's own tools made as a session makes them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { PiLibrary } from "../targets/reference.ts";
import { BUILT_IN, inPi, type PiProperty, type Shape, standIn, unlike } from "./stand-in.ts";

const text = { type: "string" };
const number = { type: "number" };
const PARAMETERS = {
  type: "object",
  properties: { word: text, count: number, words: { type: "array", items: text } },
};

interface Field {
  readonly type?: string;
  readonly items?: Field;
}
interface Asked {
  readonly name: string;
  readonly parameters: { readonly properties: Readonly<Record<string, Field>> };
}
interface Call {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const EMPTY: Readonly<Record<string, unknown>> = { string: "", number: 0 };

/** A pi that drops a null for fields of some types, and wraps a single value or not; what it cannot convert it refuses. */
const validation =
  (drops: readonly string[], wraps: boolean) =>
  ({ name: tool, parameters }: Asked, call: Call): unknown => {
    if (call.type !== "toolCall" || call.id === "" || tool === "" || call.name !== tool)
      throw new Error("no call of this tool");
    const convert = (value: unknown, { type = "", items }: Field): unknown => {
      if (value === null && type in EMPTY) return EMPTY[type];
      if (type === "array" && wraps && typeof value === items?.type) return [value];
      if (type === "array" ? !Array.isArray(value) : typeof value !== type) throw new Error("no such value");
      return value;
    };
    const fields = Object.entries(call.arguments).flatMap(([name, value]) => {
      const field = parameters.properties[name] ?? {};
      return value === null && drops.includes(field.type ?? "") ? [] : [[name, convert(value, field)]];
    });
    return Object.fromEntries(fields);
  };

const ALL = ["string", "number", "array"];

/** How it validates, and whether a null, and a single value, can be left to it. */
const OTHERS: readonly (readonly [validate: unknown, drops: boolean, wraps: boolean])[] = [
  [validation(ALL, true), true, true],
  [validation(ALL, false), true, false],
  [validation([], true), false, true],
  [validation([], false), false, false],
  ...ALL.map((type) => [validation([type], true), false, true] as const),
  ...ALL.map(
    (type) =>
      [
        validation(
          ALL.filter((other) => other !== type),
          true,
        ),
        false,
        true,
      ] as const,
  ),
  [undefined, false, false],
  ["no function", false, false],
];

/** What an adapted tool makes of arguments; the very same object is "left". */
function madeOf(pi: PiLibrary, args: object): unknown {
  try {
    const definition = { name: "own", parameters: PARAMETERS };
    const made = pi.adaptToolDefinition(definition).prepareArguments(args);
    return made === args ? "left" : made;
  } catch (error) {
    return error instanceof pi.UnrepairableToolInputError ? "refused" : String(error);
  }
}

const otherPis: PiProperty = {
  name: "what-another-pi-does-itself",
  *problems(pi, inOtherPi) {
    for (const [row, [validate, drops, wraps]] of OTHERS.entries()) {
      const ask = (args: object): unknown =>
        inOtherPi({ validateToolArguments: validate }, () => madeOf(pi, args));
      yield unlike(`a null in pi ${row}`, drops ? "left" : {}, ask({ word: null }));
      yield unlike(`a single value in pi ${row}`, wraps ? "left" : { words: ["a"] }, ask({ words: "a" }));
      yield unlike(`right arguments in pi ${row}`, "left", ask({ word: "a", count: 1, words: [] }));
    }
    // What it does itself needs no note; where it does not, the model is told.
    for (const [drops, told] of [
      [ALL, false],
      [[], true],
    ] as const)
      yield* inPi(pi, {}, (there) => {
        const validate = validation(drops, false);
        const said = inOtherPi({ validateToolArguments: validate }, () =>
          there.calls("read", { path: "p", limit: null }, "1"),
        );
        return [unlike("a null for a built-in is told", told, said.join().includes("limit"))];
      });
    // Text for a number is right for most; where a pi refuses it, that is no mistake of the model's.
    yield* inPi(pi, {}, (there) => {
      const args = { path: "p", limit: "5" };
      const validateToolArguments = validation(ALL, false);
      const said = inOtherPi({ validateToolArguments }, () => there.calls("read", args, "1"));
      const made = inOtherPi({ validateToolArguments }, () =>
        there.tools.get("read")?.prepareArguments?.(args),
      );
      return [
        unlike("what is converted in its place", { path: "p", limit: 5 }, made),
        unlike("what is told of it", [["done"], [], []], [said, there.records(), there.entries]),
      ];
    });
  },
};

/** A part of a PNG file. */
function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A line of grey that is wider than pi shows a model an image. */
function wideImage(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(2400, 0);
  head.writeUInt32BE(1, 4);
  head.writeUInt8(8, 8);
  const begin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(2401));
  return Buffer.concat([begin, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Whether an image comes smaller than it lies on the disk. */
async function shrinks(pi: PiLibrary, shape: Shape): Promise<boolean> {
  const there = standIn(pi, shape);
  try {
    const image = wideImage();
    writeFileSync(join(there.cwd, "wide.png"), image);
    const result = await there.tools.get("read")?.execute?.("c", { path: "wide.png" });
    const parts = result?.content as readonly { readonly data?: unknown }[] | undefined;
    return parts?.every(({ data }) => data !== image.toString("base64")) === true;
  } finally {
    there.close();
  }
}

const images: PiProperty = {
  name: "images-as-pi-is-set",
  async *problems(pi) {
    for (const [shape, wanted] of [
      [{ other: { getSettings: () => ({}) } }, true],
      [{ other: { getSettings: () => ({ images: {} }) } }, true],
      [{ other: { getSettings: () => ({ images: { autoResize: true } }) } }, true],
      [{ other: { getSettings: () => ({ images: { autoResize: false } }) } }, false],
      [
        {
          without: ["getSettings"],
          project: { images: { autoResize: false } },
          context: { isProjectTrusted: () => true },
        },
        false,
      ],
    ] as const)
      yield unlike(`an image shrinks under ${JSON.stringify(shape)}`, wanted, await shrinks(pi, shape));
  },
};

const powershell: PiProperty = {
  name: "powershell-where-pi-has-it",
  *problems(pi, inOtherPi) {
    const builtIns = [...BUILT_IN, "powershell"].map((name) => ({ name, parameters: PARAMETERS }));
    const getSettings = () => ({ shellCommandPrefix: "set -e", shellPath: "/bin/bash" });
    const made: unknown[] = [];
    const create = (...given: readonly unknown[]) => {
      made.push(given);
      return { name: "powershell", parameters: PARAMETERS };
    };
    for (const has of [true, false])
      yield* inOtherPi({ createPowerShellToolDefinition: has ? create : undefined }, () => [
        ...inPi(pi, { builtIns, other: { getSettings } }, (there) => [
          unlike("it is covered", has, there.tools.has("powershell")),
          unlike("the others are", BUILT_IN.length + Number(has), there.tools.size),
          unlike("somebody is told", [], there.told),
          // A line of bash before each command is no line of its own shell.
          unlike("it is made so", [[there.cwd, undefined]], has ? made : [[there.cwd, undefined]]),
        ]),
      ]);
  },
};

/** Another pi, and its own tools. */
export const standInOtherPi: readonly PiProperty[] = Object.freeze([...[otherPis, images, powershell]]);
