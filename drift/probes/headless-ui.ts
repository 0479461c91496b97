// Without a terminal, do dialogs answer at once?
import { fauxProvider, openLoop, says, text } from "../loop.ts";
import { fact, runProbe, show } from "../probe.ts";

type Ui = Readonly<
  Record<"select" | "confirm" | "input" | "notify" | "custom", (...args: unknown[]) => unknown>
>;

async function soon(answer: unknown): Promise<string> {
  const late = new Promise((resolve) => setTimeout(resolve, 500, "still waiting"));
  return show((await Promise.race([Promise.resolve(answer), late])) ?? "nothing");
}

await runProbe(async (pi) => {
  const provider = fauxProvider(pi);
  let hasUi: unknown;
  const answers: Record<string, string> = {};
  const loop = await openLoop(pi, {
    provider,
    extensions: [
      (api) =>
        void api.on("message_end", async (_event, context) => {
          hasUi = context.hasUI;
          const ui = context.ui as unknown as Ui;
          answers.select ??= await soon(ui.select("pick", ["a", "b"]));
          answers.confirm ??= await soon(ui.confirm("sure", "really"));
          answers.input ??= await soon(ui.input("name"));
          answers.custom ??= await soon(ui.custom(() => ({ render: () => [] })));
          ui.notify("hello", "info");
        }),
    ],
  });
  provider.reply([says([text("hello")])]);
  await loop.ask();
  const errors = loop.errors.join("; ");
  loop.close();
  return {
    facts: [
      fact("hasUI is false", hasUi === false, hasUi ?? "no event"),
      ...["select", "confirm", "input", "custom"].map((name) =>
        fact(
          `${name} answers at once`,
          answers[name] !== undefined && answers[name] !== "still waiting",
          answers[name] ?? errors,
        ),
      ),
      fact("notify does no harm", errors === "", errors || "no error"),
    ],
  };
});
