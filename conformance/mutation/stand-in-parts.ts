/** The parts of a message in a pi that stands in: calls whose text can be read or not, and printed calls beside real ones. */

import { inPi, type PiProperty, printed, text, unlike } from "./stand-in.ts";
import { type Call, callsIn, ERROR, LEAK, RECOVER } from "./stand-in-messages.ts";

const plain = { type: "toolCall", id: "c", name: "write", arguments: { path: "p" } };

const readable: PiProperty = {
  name: "calls-of-a-message",
  *problems(pi) {
    yield* inPi(pi, { settings: RECOVER }, function* (there) {
      const whole = {
        type: "toolCall",
        id: "c",
        name: "write",
        arguments: {},
        argumentsError: ERROR,
        kept: 1,
      };
      yield unlike(
        "a call whose text can be read",
        [{ type: "toolCall", id: "c", name: "write", arguments: { path: "p", content: "x" }, kept: 1 }],
        there.says([whole], { stopReason: "toolUse" }).content,
      );
      // Its note finds it by its id, also where a gate has changed its arguments.
      there.emit("tool_call", { toolName: "write", input: { path: "q" }, toolCallId: "c" });
      const content = [text("done")];
      const noted = there.emit("tool_result", { toolName: "write", toolCallId: "c", content });
      yield unlike(
        "a note",
        2,
        (noted as { readonly content?: readonly unknown[] } | undefined)?.content?.length,
      );
      const untouched = {
        message: { role: "assistant", model: "qwen3", stopReason: "toolUse", content: [plain] },
      };
      yield there.emit("message_end", untouched) === undefined
        ? undefined
        : "an untouched message is replaced";
      const empty = { type: "toolCall", id: "c", name: "write", arguments: {} };
      there.says([empty], { stopReason: "toolUse" });
      let refused = false;
      try {
        there.tools.get("write")?.prepareArguments?.(empty.arguments);
      } catch {
        refused = true;
      }
      yield refused ? undefined : "a call without arguments is left to pi like text that it could not read";
      // What is wrong with one part of a message must not lose another.
      const lost = { type: "toolCall", id: "d", name: "write", arguments: null, argumentsError: "no" };
      const inactive = { ...whole, name: "ls", argumentsError: 'Received arguments:\n[{"path":"p"}]' };
      const others = [
        { type: "toolCall", id: "c", name: 5 },
        null,
        { ...whole, name: "none" },
        { ...whole, argumentsError: 5 },
        inactive,
        lost,
      ];
      const beside = there.says([...others, whole], { model: undefined }).content as readonly Call[];
      yield unlike("parts that are left", others, beside.slice(0, -1));
      yield unlike("a call beside them, of no model", { path: "p", content: "x" }, beside.at(-1)?.arguments);
    });
  },
};

const bareCommands: PiProperty = {
  name: "bare-commands",
  *problems(pi) {
    yield* inPi(pi, {}, function* (there) {
      for (const [error, command] of [
        ["Received arguments:\ntouch p", "touch p"],
        ["no\nReceived arguments:touch p", "touch p"],
        ["no\nReceived arguments:\ntouch p\n", "touch p\n"],
        ["no\nReceived arguments:\n\ntouch p", "\ntouch p"],
      ]) {
        const bare = { type: "toolCall", id: "c", name: "bash", arguments: {}, argumentsError: error };
        yield unlike("a bare command", { command }, callsIn(there.says([bare]))[0]?.arguments);
      }
      // Where the marker occurs twice nobody knows where the model's text begins.
      for (const doubtful of ["touch Received arguments: p", '"touch Received arguments: p"']) {
        const argumentsError = `Received arguments:\n${doubtful}`;
        const bare = { type: "toolCall", id: "c", name: "bash", arguments: {}, argumentsError };
        yield unlike("a doubtful command", [bare], there.says([bare]).content);
      }
    });
  },
};

const beside: PiProperty = {
  name: "printed-beside-real",
  *problems(pi) {
    yield* inPi(pi, { settings: RECOVER }, function* (there) {
      for (const [model, shadow] of [
        ["glm-5", true],
        ["qwen3", false],
      ] as const) {
        const bare = text(JSON.stringify({ name: "write", arguments: { path: "^p$", content: "x" } }));
        const real = { ...plain, arguments: { path: "p", content: "x" } };
        const said = there.says([bare, real], { model, stopReason: "toolUse" }).content as readonly unknown[];
        yield unlike(`a text that repeats a call as ${model} means it`, shadow ? 1 : 2, said.length);
      }
      const unknown = { ...plain, name: "none" };
      const cut = there.says([text(`So.\n${LEAK}`), unknown], { stopReason: "toolUse" });
      yield JSON.stringify(cut.content).includes("tool_call")
        ? "text beside a call of no tool is left"
        : undefined;
      const kept = there.entries.length;
      there.says([text(`You would write ${printed("read", { path: "p" })} here.\n\nSo.\n${LEAK}`), plain]);
      there.emit("turn_end");
      yield unlike("the tool of what was cut", "write", there.entries.at(-1)?.tool);
      yield there.entries.length > kept ? undefined : "what was cut is not shown";
    });
  },
};

/** Parts of messages. */
export const standInParts: readonly PiProperty[] = Object.freeze([...[readable, bareCommands, beside]]);
