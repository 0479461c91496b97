/** What `adaptToolDefinition` promises to the owner of a tool, and what an adapted tool and the extension know of each other. */
import type { PiLibrary } from "../targets/reference.ts";
import { inPi, type PiProperty, unlike } from "./stand-in.ts";

const OWN = {
  type: "object",
  properties: { files: { type: "array", items: { type: "string" } }, title: { type: "string" } },
  required: ["files", "title"],
};
const ALIASES = { legacyConfig: { fieldAliases: { title: ["name"] } } };

type Thrown = {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly result?: { readonly outcome?: unknown; readonly args?: unknown };
};

/** What a hook gives back, or what it throws. */
function ask(
  pi: PiLibrary,
  options: object,
  args: unknown,
  more: object = {},
): { readonly value?: unknown; readonly thrown?: Thrown } {
  const definition = { name: "own", parameters: OWN, ...more };
  try {
    return { value: pi.adaptToolDefinition(definition, options).prepareArguments(args) };
  } catch (thrown) {
    return { thrown: thrown as Thrown };
  }
}

const adapted: PiProperty = {
  name: "adapted-definitions",
  *problems(pi) {
    const right = { files: ["a"], title: "t" };
    const hopeless = { files: 5, title: null };
    yield ask(pi, {}, right).value === right ? undefined : "right arguments are not the very same";
    yield unlike("repaired", { value: right }, ask(pi, ALIASES, { files: '["a"]', name: "t" }));
    yield unlike("without options", { value: right }, ask(pi, {}, { files: '["a"]', title: "t" }));
    const lenient = ask(pi, { unrepairable: "passthrough" }, hopeless);
    yield lenient.value === hopeless ? undefined : "pass-through is not the original";
    for (const options of [{}, { unrepairable: "throw" }, { unrepairable: undefined }]) {
      const { thrown } = ask(pi, options, hopeless);
      yield thrown instanceof pi.UnrepairableToolInputError && thrown instanceof Error
        ? undefined
        : `hopeless arguments under ${JSON.stringify(options)} throw ${String(thrown)}`;
      yield unlike("the error's name", "UnrepairableToolInputError", thrown?.name);
      yield String(thrown?.message).includes('"own"')
        ? undefined
        : `its words are ${String(thrown?.message)}`;
      yield unlike(
        "its verdict",
        ["unrepairable", hopeless],
        [thrown?.result?.outcome, thrown?.result?.args],
      );
    }
    const silent = new pi.UnrepairableToolInputError({
      ...ask(pi, {}, hopeless).thrown?.result,
      retryMessage: undefined,
    } as never);
    yield silent.message === "" ? "an error without a retry message says nothing" : undefined;
    const outcomes: unknown[] = [];
    ask(
      pi,
      { onOutcome: ({ outcome }: { readonly outcome: unknown }) => void outcomes.push(outcome) },
      hopeless,
    );
    yield unlike("the callback", ["unrepairable"], outcomes);
    // The hook of the owner comes after the envelope, on its own object.
    const owner = {
      prefix: "my ",
      prepareArguments(this: { readonly prefix: string }, args: unknown) {
        return { files: [], title: this.prefix + String((args as { readonly t?: unknown }).t) };
      },
    };
    yield unlike("the owner's hook", { value: { files: [], title: "my x" } }, ask(pi, {}, { t: "x" }, owner));
    yield unlike(
      "on argument text",
      { value: { files: [], title: "my x" } },
      ask(pi, {}, '{"t":"x"}', owner),
    );
    for (const prepareArguments of [undefined, null, 5, "hook"])
      yield unlike(
        "a hook that is none",
        { value: right },
        ask(pi, {}, { files: '["a"]', title: "t" }, { prepareArguments }),
      );
  },
};

class Definition {
  readonly name = "own";
  readonly parameters = OWN;
  readonly #kept = "kept";
  get label(): string {
    return "label";
  }
  kept(): string {
    return this.#kept;
  }
}

const copies: PiProperty = {
  name: "copies-of-definitions",
  *problems(pi) {
    let reads = 0;
    const given = {
      ...{
        name: "own",
        parameters: OWN,
        execute: () => undefined,
        prepareArguments: (args: unknown) => args,
      },
      get costly(): number {
        reads += 1;
        return reads;
      },
    };
    const keys = Object.keys(given);
    const copy = pi.adaptToolDefinition(given);
    yield unlike("an accessor is not read", 0, reads);
    yield unlike("keys", keys, Object.keys(copy));
    yield copy.execute === given.execute && copy.parameters === OWN ? undefined : "a property is another one";
    yield unlike("the accessor", 1, copy.costly);
    yield (copy as object) !== given && given.prepareArguments !== copy.prepareArguments
      ? undefined
      : "it is no copy";
    const again = { ...copy };
    yield typeof again.prepareArguments === "function" ? undefined : "a copy of the copy has no hook";
    const changed = Object.assign(copy, { prepareArguments: given.prepareArguments });
    yield changed.prepareArguments === given.prepareArguments ? undefined : "its hook cannot be set";
    yield Reflect.deleteProperty(changed, "prepareArguments") ? undefined : "its hook cannot be taken away";
    const frozen = pi.adaptToolDefinition(Object.freeze({ name: "own", parameters: OWN }));
    yield typeof frozen.prepareArguments === "function" ? undefined : "a frozen definition gets no hook";
    const instance = pi.adaptToolDefinition(new Definition());
    yield unlike(
      "what an instance inherits",
      ["label", true],
      [instance.label, instance instanceof Definition],
    );
    for (const parameters of [undefined, null, 5, "schema", () => undefined]) {
      const odd = pi.adaptToolDefinition({ name: "own", parameters });
      const args = { a: 1 };
      yield odd.prepareArguments(args) === args
        ? undefined
        : `a schema that is ${String(parameters)} decides`;
    }
  },
};

const ERROR = "not JSON\n\nReceived arguments:\n";
const failed = (name: string, text: string) => ({
  ...{ type: "toolCall", id: "c", name, arguments: {} as object, argumentsError: ERROR + text },
});
interface Call {
  readonly arguments?: object;
  readonly argumentsError?: unknown;
}

/** The names of what any module of this process finds. */
const sharedNames = (): readonly string[] =>
  Object.getOwnPropertySymbols(globalThis).flatMap((key) => Symbol.keyFor(key) ?? []);

/** What copies of the package share: as at first. */
function forgetShared(): void {
  for (const name of sharedNames().filter((name) => name.startsWith("pi-repair")))
    Reflect.deleteProperty(globalThis, Symbol.for(name));
}

const together: PiProperty = {
  name: "adapted-tools-and-the-extension",
  *problems(pi) {
    forgetShared();
    const before = sharedNames();
    const bleeds = [{ kind: "anchor-bleed", selector: "/title", modelFamilies: ["glm"] }];
    const schema = structuredClone(OWN);
    const own = pi.adaptToolDefinition(
      { name: "own", parameters: schema },
      { ...ALIASES, preprocessors: bleeds },
    );
    const added = sharedNames().filter((name) => !before.includes(name));
    yield unlike(
      "what is shared has the package's name",
      [true],
      added.map((name) => name.startsWith("pi-repair")),
    );
    const other = pi.adaptToolDefinition({ name: "other", parameters: schema });
    const plain = { name: "plain", parameters: schema };
    const tools = [own, other, plain, { name: "odd", parameters: null }, { name: "odder", parameters: 5 }];
    const active = ["read", ...tools.map(({ name }) => name)];
    yield* inPi(pi, { tools, active }, function* (there) {
      const read = (name: string, args: unknown, model = "m"): Call => {
        const { content } = there.says([failed(name, JSON.stringify(args))], {
          stopReason: "toolUse",
          model,
        });
        return (content as readonly Call[])[0] ?? {};
      };
      const made = { files: ["a"], title: "t" };
      const text = { files: '["a"]', title: "t" };
      for (const name of ["own", "other", "plain"])
        yield unlike(
          `${name}'s text`,
          [made, undefined],
          [read(name, [text]).arguments, read(name, [text]).argumentsError],
        );
      yield unlike("its own aliases", made, read("own", [{ files: ["a"], name: "t" }]).arguments);
      yield unlike("another one's", {}, read("other", [{ files: ["a"], name: "t" }]).arguments);
      yield unlike("nobody's", {}, read("plain", [{ files: ["a"], name: "t" }]).arguments);
      yield unlike(
        "the model of the message",
        "t",
        Reflect.get(read("own", [{ files: [], title: "^t$" }], "glm-5").arguments ?? {}, "title"),
      );
      yield unlike(
        "another model",
        "^t$",
        Reflect.get(read("own", [{ files: [], title: "^t$" }], "m").arguments ?? {}, "title"),
      );
      for (const name of ["odd", "odder"])
        yield unlike("a tool of no schema", {}, read(name, [{ any: 1 }]).arguments);
      // What nobody could read is shown by pi: the hook lets the empty object pass, this one and no other.
      const lost = read("own", "{").arguments ?? {};
      yield own.prepareArguments(lost) === lost
        ? undefined
        : "the text that nobody could read is not left to pi";
      for (const args of [{}, { files: 5 }, [], null])
        yield unlike(
          "other empty arguments",
          "UnrepairableToolInputError",
          nameOf(() => own.prepareArguments(args)),
        );
      const full = { files: 5 };
      there.says([{ ...failed("own", "{"), arguments: full }]);
      yield unlike(
        "arguments that say something",
        "UnrepairableToolInputError",
        nameOf(() => own.prepareArguments(full)),
      );
    });
    yield* inPi(pi, {}, function* (there) {
      const hook = there.tools.get("read")?.prepareArguments;
      const lost = failed("read", '{"path');
      there.says([lost], { stopReason: "toolUse" });
      yield hook?.(lost.arguments) === lost.arguments
        ? undefined
        : "the text that nobody could read is not left to pi";
      const copy = {};
      yield hook?.(copy) === copy ? undefined : "a copy of the empty arguments is not left to pi";
      for (const [about, ask] of [
        ["a call with arguments", () => hook?.({ limit: 1 })],
        ["a call that is a list", () => hook?.([])],
        ["another tool's call", () => there.tools.get("write")?.prepareArguments?.({})],
      ] as const)
        yield unlike(about, "UnrepairableToolInputError", nameOf(ask));
      there.says([]);
      yield unlike(
        "in a later message",
        "UnrepairableToolInputError",
        nameOf(() => hook?.({})),
      );
    });
    yield* inPi(pi, { passthrough: true }, (there) => {
      const args = { path: 5.5 };
      return [
        there.tools.get("read")?.prepareArguments?.(args) === args
          ? undefined
          : "pass-through is not the original",
      ];
    });
  },
};

function nameOf(run: () => unknown): unknown {
  try {
    return ["returned", run()];
  } catch (error) {
    return (error as Error).name;
  }
}

/** Tool owners. */
export const standInOwners: readonly PiProperty[] = Object.freeze([...[adapted, copies, together]]);
