// Does prepareArguments see what the model sent when that is no JSON object?
import { openLoop } from "../loop.ts";
import { fact, runProbe, show } from "../probe.ts";
import { openWire } from "../wire.ts";
import { ONE_STRING, witness } from "../witness.ts";

const SENT = Object.freeze([
  { what: "JSON text of an object, encoded once more", text: '"{\\"path\\":\\"a\\"}"', want: '{"path":"a"}' },
  { what: "an array around the object", text: '[{"path":"a"}]', want: [{ path: "a" }] },
  { what: "an object cut short", text: '{"path":"a","more":"b', want: { path: "a", more: "b" } },
  { what: "an object with a raw line end in a string", text: '{"path":"a\nb"}', want: { path: "a\nb" } },
  { what: "an object with a bad escape", text: '{"path":"C:\\Work"}', want: { path: "C:\\Work" } },
  { what: "null", text: "null", want: null },
  { what: "no text at all", text: "", want: {} },
] as const);

await runProbe(async (pi) => {
  const wire = await openWire(SENT.map((sent) => ({ calls: [{ name: "witness", arguments: sent.text }] })));
  const seen = witness([{ name: "witness", parameters: ONE_STRING }]);
  const loop = await openLoop(pi, { provider: wire, extensions: [seen.extension] });
  await loop.ask();
  const hook = seen.values("prepare");
  loop.close();
  wire.close();
  const facts = SENT.map((sent, index) => {
    const saw = JSON.stringify(hook[index]);
    return fact(
      `${sent.what}: the hook gets ${show(sent.want)}`,
      saw === JSON.stringify(sent.want),
      saw ?? "no call",
    );
  });
  return { facts, notes: [`executed calls received ${show(seen.values("execute"))}`] };
});
