/** A pi of another shape that stands in: parts that are missing, tools of other owners, settings, and outgoing requests. */
import {
  BUILT_IN,
  inPi,
  OWN_PATH,
  type PiProperty,
  type StandIn,
  standIn,
  type Tool,
  unlike,
} from "./stand-in.ts";

const PATH = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const fail = (): never => {
  throw new Error("this is stale");
};

/** What a read by another name becomes; a sentence where it throws. */
function repaired(there: StandIn, tool = "read"): unknown {
  try {
    return there.tools.get(tool)?.prepareArguments?.({ file_path: "p" });
  } catch (error) {
    return String(error);
  }
}

const olderShapes: PiProperty = {
  name: "a-pi-that-lacks-something",
  *problems(pi) {
    const LATER = ["registerEntryRenderer", "registerMarkdownTransformer", "getSettings"];
    for (const without of [...LATER.map((name) => [name]), LATER, ["getCommands"], ["appendEntry"]])
      yield* inPi(pi, { without }, (there) => [
        unlike(`without ${without.join()}`, [{ path: "p" }, []], [repaired(there), there.told]),
      ]);
    for (const name of ["appendEntry", "getCommands", "getActiveTools"])
      yield* inPi(pi, { other: { [name]: fail } }, (there) => {
        there.emit("agent_start");
        const [noted] = there.calls("read", { file_path: "p" }, "c");
        const covered = name !== "getActiveTools";
        return [unlike(`with a stale ${name}`, covered, noted?.includes("<repair_note>") === true)];
      });
    // Once the tools cannot be asked for any more, no tool is known to be registered.
    let stale = false;
    const tools = BUILT_IN.map((name): Tool => ({ name, parameters: PATH }));
    const getAllTools = () => (stale ? fail() : tools);
    yield* inPi(pi, { other: { getAllTools } }, (there) => {
      stale = true;
      const noted = there.calls("read", { file_path: "p" }, "c");
      return [
        unlike("a note", true, noted[0]?.includes("<repair_note>")),
        unlike(
          "a tool that is not known to be there",
          ["unknown", "unknown"],
          [there.records()[0]?.tool, there.entries[0]?.tool],
        ),
      ];
    });
    yield* inPi(pi, { other: { registerTool: fail } }, (there) => [
      there.told.some((said) => said.includes("built-in"))
        ? undefined
        : `nobody is told: ${there.told.join()}`,
    ]);
    const noUi = {
      get hasUI(): boolean {
        return fail();
      },
    };
    yield* inPi(pi, { other: { registerTool: fail }, context: noUi }, (there) => [
      unlike("stale", [], there.told),
    ]);
  },
};

/** Tools of a name that is a built-in's, and whose they are. */
const OWNERS: readonly (readonly [sourceInfo: unknown, own: boolean])[] = [
  [undefined, true],
  [null, true],
  [{}, true],
  [{ source: "builtin", path: "<read>" }, true],
  [{ source: 5 }, true],
  [{ source: "local", path: "/extensions/other.ts" }, false],
  [{ source: "", path: "/extensions/other.ts" }, false],
];

const owners: PiProperty = {
  name: "tools-of-other-owners",
  *problems(pi) {
    const others = BUILT_IN.filter((name) => name !== "read").map(
      (name): Tool => ({ name, parameters: PATH }),
    );
    for (const [sourceInfo, own] of OWNERS) {
      const builtIns = [{ name: "read", parameters: PATH, sourceInfo }, ...others];
      yield* inPi(pi, { builtIns }, (there) => [
        unlike(
          `read of ${JSON.stringify(sourceInfo)}`,
          [own, own ? 0 : 1],
          [there.tools.has("read"), there.told.length],
        ),
        unlike("the others", others.length, [...there.tools.keys()].filter((name) => name !== "read").length),
        own || there.told[0]?.includes('"read"') ? undefined : "the tool is not named",
      ]);
    }
    const lone = [{ name: "read", parameters: PATH }];
    yield* inPi(
      pi,
      { builtIns: lone, tools: [{ name: "own", parameters: PATH, sourceInfo: { source: "local" } }] },
      (there) => [
        unlike("only what there is", ["read"], [...there.tools.keys()]),
        unlike("nobody is warned of a tool that is no built-in", [], there.told),
      ],
    );
  },
};

/** Another extension that registers `read` once the session has started. */
const takeOver: PiProperty = {
  name: "tools-that-are-taken-over",
  *problems(pi) {
    const commands = (path: unknown) => () => [
      { name: "repair", sourceInfo: { path: "/x.ts" } },
      ...(path === undefined ? [] : [{ name: "repair-stats", sourceInfo: { path } }]),
    ];
    for (const [path, ownPath, told] of [
      ["/extensions/other.ts", OWN_PATH, 1],
      [OWN_PATH, OWN_PATH, 0],
      [undefined, OWN_PATH, 0],
      ["/extensions/other.ts", undefined, 0],
      ["/extensions/other.ts", 5, 0],
    ] as const) {
      const covered = BUILT_IN.map(
        (name): Tool => ({
          ...{ name, parameters: PATH },
          sourceInfo: name === "read" ? { path } : { path: OWN_PATH },
        }),
      );
      let later = false;
      const there = standIn(pi, {
        other: {
          getCommands: commands(ownPath),
          getAllTools: () =>
            later
              ? [...covered, { name: "own", parameters: PATH, sourceInfo: { path: "/extensions/own.ts" } }]
              : BUILT_IN.map((name) => ({ name, parameters: PATH })),
        },
      });
      const raw = {
        type: "toolCall",
        id: "c",
        name: "read",
        arguments: {},
        argumentsError: 'x\nReceived arguments:\n[{"path":"p"}]',
      };
      const about = `read from ${path}, the layer from ${ownPath}`;
      later = true;
      for (let run = 0; run < 2; run++) there.emit("agent_start");
      yield unlike(about, told, there.told.length);
      yield told === 0 || there.told[0]?.includes('"read"') ? undefined : "the tool is not named";
      const { content } = there.says([raw], { stopReason: "toolUse" });
      yield unlike(`${about}: its text`, told === 1, JSON.stringify(content).includes("argumentsError"));
      there.close();
    }
  },
};

const activation: PiProperty = {
  name: "active-tools-stay",
  *problems(pi) {
    for (const [before, after, wanted] of [
      [["read", "bash"], ["read", "bash"], undefined],
      [["read", "bash"], ["bash", "read"], undefined],
      [
        ["read", "bash"],
        ["read", "bash", "ls"],
        ["read", "bash"],
      ],
      [["read", "bash"], ["read"], ["read", "bash"]],
      [
        ["read", "bash"],
        ["read", "ls"],
        ["read", "bash"],
      ],
      [[], ["read"], []],
    ] as const) {
      let registered = false;
      const there = standIn(pi, {
        other: {
          getActiveTools: () => (registered ? after : before),
          registerTool: () => {
            registered = true;
          },
        },
      });
      yield unlike(
        `${before.join()} becoming ${after.join()}`,
        wanted === undefined ? [] : [wanted],
        there.activated,
      );
      there.close();
    }
  },
};

/** What a tool may ask of a session: nothing is known. */
const SESSION = { sessionManager: new Proxy({}, { get: () => () => undefined }) };

/** What a command prints under settings of pi's own, and what the schema of a tool says. */
async function printedBy(there: StandIn, command: string): Promise<string> {
  const bash = there.tools.get("bash");
  const result = await bash?.execute?.("c", { command }, undefined, undefined, SESSION);
  return result?.content.map((part) => part.text).join("") ?? "";
}

const COMMAND = "echo is-$MARK-$0";

const settingsOfPi: PiProperty = {
  name: "settings-of-pi",
  async *problems(pi) {
    const offered = { shellCommandPrefix: "MARK=offered", shellPath: "/bin/bash" };
    for (const [trusted, getSettings, wanted] of [
      [undefined, () => offered, "is-offered"],
      [undefined, () => ({}), "is--"],
      [() => true, undefined, "is-project"],
      [() => false, undefined, "is--"],
      [undefined, undefined, "is--"],
    ] as const) {
      const there = standIn(pi, {
        other: { getSettings },
        project: { shellCommandPrefix: "MARK=project" },
        context: trusted === undefined ? {} : { isProjectTrusted: trusted },
      });
      const said = await printedBy(there, COMMAND);
      there.close();
      yield said.includes(wanted) ? undefined : `a command printed ${said}, not ${wanted}`;
    }
  },
};

const PATTERN = { type: "object", properties: { path: { type: "string", pattern: "^a$" } } };
const payload = (more: object) => ({
  ...more,
  tools: [{ type: "function", function: { name: "t", parameters: PATTERN } }],
});

const requests: PiProperty = {
  name: "outgoing-requests",
  *problems(pi) {
    for (const [fields, selected, cleaned] of [
      [{ model: "glm-5" }, "other", true],
      [{ model: "org/kimi-k2-instruct" }, "other", true],
      [{ model: "MiniMax-M2" }, "other", true],
      [{ modelId: "glm-5" }, "other", true],
      [{ model: "gpt-6", modelId: "glm-5" }, "glm-5", false],
      [{ model: "gpt-6" }, "glm-5", false],
      [{ model: 5 }, "glm-5", true],
      [{}, "glm-5", true],
      [{}, "gpt-6", false],
      [{}, undefined, false],
    ] as const) {
      const context = { model: selected === undefined ? undefined : { id: selected } };
      yield* inPi(pi, { context }, (there) => {
        const given = payload(fields);
        const before = structuredClone(given);
        const sent = there.emit("before_provider_request", { payload: given });
        const wanted = JSON.parse(JSON.stringify(given).replace("^a$", "a")) as unknown;
        return [
          unlike(`${JSON.stringify(fields)}, ${selected} selected`, cleaned ? wanted : undefined, sent),
          unlike("what was passed", before, given),
        ];
      });
    }
    yield* inPi(pi, {}, (there) =>
      [null, "text", 5, undefined].map((given) =>
        unlike(
          "a payload that is none",
          undefined,
          there.emit("before_provider_request", { payload: given }),
        ),
      ),
    );
  },
};

/** A menu is shown until it is left; one that never ends would hold up pi. */
const menus: PiProperty = {
  name: "menus-end",
  async *problems(pi) {
    for (const picked of ["Done", undefined, "what no menu offers"]) {
      let shown = 0;
      const select = async (): Promise<string | undefined> => {
        if (++shown > 5) fail();
        return picked;
      };
      const there = standIn(pi, { context: { ui: { notify: () => undefined, select } } });
      const ended = await there.sets("").then(
        () => true,
        () => false,
      );
      there.close();
      yield unlike(`a menu in which ${picked} is picked`, [true, 1], [ended, shown]);
    }
  },
};

/** Shapes of pi. */
export const standInHost: readonly PiProperty[] = Object.freeze([
  ...[olderShapes, owners, takeOver, activation, requests, settingsOfPi, menus],
]);
