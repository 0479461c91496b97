// Sends pairs of the conversion table through pi's real loop and reads what `execute` received.
import { type Pair, plainSchema, type Received, typeboxSchema } from "./conversion.ts";
import { CannotProbe, importFrom, type Pi } from "./load.ts";
import { call, fauxProvider, openLoop, says, text } from "./loop.ts";
import { witness } from "./witness.ts";

function received(args: unknown): string {
  if (args === undefined) return "refused";
  if (typeof args !== "object" || args === null || !Object.hasOwn(args, "v")) return "dropped";
  return JSON.stringify((args as { v: unknown }).v) ?? "undefined";
}

async function typeBuilder(pi: Pi): Promise<unknown> {
  const module = (await importFrom(pi.resolve, "typebox")) as { Type?: unknown };
  if (!module.Type) throw new CannotProbe("typebox exports no Type");
  return module.Type;
}

/** What the loop of `pi` hands to `execute` for each pair, by pair id, for plain and TypeBox schemas. */
export async function convert(pi: Pi, pairs: readonly Pair[]): Promise<Readonly<Record<string, Received>>> {
  const type = await typeBuilder(pi);
  const provider = fauxProvider(pi);
  const name = (kind: string, index: number): string => `${kind}_${index}`;
  const seen = witness(
    pairs.flatMap((pair, index) => [
      { name: name("plain", index), parameters: plainSchema(pair), hookless: true },
      { name: name("typebox", index), parameters: typeboxSchema(pair, type), hookless: true },
    ]),
  );
  const loop = await openLoop(pi, { provider, extensions: [seen.extension] });
  const calls = pairs.flatMap((pair, index) => [
    call(name("plain", index), { v: pair.sent }),
    call(name("typebox", index), { v: pair.sent }),
  ]);
  provider.reply([says(calls), says([text("done")])]);
  await loop.ask();
  const answered = loop.results().length;
  loop.close();
  if (answered !== calls.length) throw new CannotProbe(`${answered} of ${calls.length} calls were answered`);
  const of = (kind: string, index: number): string => received(seen.values("execute", name(kind, index))[0]);
  return Object.fromEntries(
    pairs.map((pair, index) => [pair.id, { plain: of("plain", index), typebox: of("typebox", index) }]),
  );
}
