/** Answers the questions of `elsewhere.ts`, with clocks of its own and with the question before overlapping every one. */
import { parentPort, workerData } from "node:worker_threads";
import { TargetFault } from "./answers.ts";
import { putAsk } from "./bind.ts";
import type { Ask, Clock } from "./check.ts";
import type { FromElsewhere, ToElsewhere } from "./elsewhere.ts";
import { importTarget } from "./load-target.ts";

/** A day that no test runs on. */
const EPOCH_MS = Date.UTC(2038, 0, 20);
/** What passes from one look at the racing clock to the next: any deadline is over at the second look. */
const STEP_MS = { still: 0, racing: 3_600_000 } as const satisfies Record<Clock, number>;

let clock: Clock = "still";
let passed = 0;
const look = (): number => {
  passed += STEP_MS[clock];
  return passed;
};

function setClocks(): void {
  const Real = Date;
  const now = (): number => EPOCH_MS + look();
  class Clocked extends Real {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = Clocked as DateConstructor;
  performance.now = look;
  const hrtime = (): [number, number] => [Math.floor(look() / 1000), 0];
  process.hrtime = Object.assign(hrtime, { bigint: () => BigInt(look()) * 1_000_000n });
  process.uptime = () => look() / 1000;
}

const receiver = parentPort;
if (receiver === null) throw new Error("elsewhere-thread.ts runs in a worker thread only");
const send = (message: FromElsewhere): void => receiver.postMessage(message);
setClocks();
const { target } = await importTarget(String(workerData));
let last: Ask | undefined;

receiver.on("message", (message: ToElsewhere) => {
  clock = message.clock;
  const { ask } = message;
  const asked = putAsk(target, ask);
  const overlapping = last === undefined ? undefined : putAsk(target, last).catch(() => undefined);
  last = ask;
  asked
    .then(
      (reply) => send({ kind: "answer", reply: { answer: reply.answer } as typeof reply }),
      (error: unknown) => {
        const says = error instanceof Error ? error.message : String(error);
        send({ kind: error instanceof TargetFault ? "fault" : "broken", says });
      },
    )
    .finally(() => overlapping);
});
send({ kind: "ready" });
