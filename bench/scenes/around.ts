/** What surrounds a repair: the feedback queue when it is full, and a line of telemetry. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TelemetryRecord } from "../../reference/pi/telemetry.ts";
import type { Scene } from "../scene.ts";

const CAP = 128;
const FEEDBACK = { rules: ["preprocess.exact-alias"], notes: ["Moved `file_path` to `path`."] };
const args = (at: number) => ({ path: `src/file-${at}.ts`, offset: at, limit: 200 });

/** One call through a queue that is full of others. */
export function feedbackScene(): Scene {
  const own = args(CAP);
  return {
    id: "feedback/queue-at-cap",
    against: "writing the call's arguments as JSON",
    baseline: () => JSON.stringify(own),
    of({ core: { RepairLifecycle: Queue } }) {
      if (Queue === undefined) return undefined;
      const queue = new Queue({ maxPending: CAP, now: () => 0 });
      for (let at = 0; at < CAP - 1; at++) queue.enqueue("read", args(at), FEEDBACK);
      return () => {
        queue.enqueue("read", own, FEEDBACK);
        queue.correlate("read", own, "call");
        return queue.take("call");
      };
    },
  };
}

const RECORD: TelemetryRecord = {
  ts: "2026-01-01T00:00:00.000Z",
  tool: "read",
  model: "claude",
  outcome: "repaired",
  rules: ["preprocess.exact-alias"],
  fingerprint: "0badcafe",
  profile: "adaptive",
  stages: ["preprocess"],
};

/** Appending a line of telemetry. `close` removes its files. */
export function telemetryScene(): { readonly scene: Scene; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), "bench-telemetry-"));
  const plain = join(folder, "plain.jsonl");
  return {
    scene: {
      id: "telemetry/append",
      against: "appending the same line to a file",
      baseline: () => appendFileSync(plain, `${JSON.stringify(RECORD)}\n`),
      of: ({ name, appendRecord: append }) =>
        append === undefined ? undefined : () => append(join(folder, `${name}.jsonl`), RECORD),
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
