/** One run of a program, made of a line of shell: what it writes, how it ends, and that nothing of it is left. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type ProcessLimits, startProcess } from "./wire-process.ts";

const LIMITS: ProcessLimits = { maxLineBytes: 1000, maxMemoryBytes: 2 ** 40, exitMs: 20_000 };

/** Where the system shows what other processes carry. */
const canSeeOthers = process.platform === "linux";
/** Carried by all that these tests start. */
const OURS = `WIRE_PROCESS_TEST=${randomUUID()}`;
process.env.WIRE_PROCESS_TEST = OURS.split("=")[1];

const shown = (pid: number | string, file: "environ" | "stat"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
};

/** True of a process that these tests have started, and of a group (a negative number) with one in it. */
function isOurs(pid: number): boolean {
  if (pid > 0) return shown(pid, "environ").includes(OURS);
  const groupOf = (name: string): string | undefined => shown(name, "stat").split(") ").at(-1)?.split(" ")[2];
  return readdirSync("/proc").some((name) => groupOf(name) === String(-pid) && isOurs(Number(name)));
}

// What is tested here ends processes: were it wrong, it must still end nobody else's.
const kill = process.kill.bind(process);
vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
  if (canSeeOthers && signal !== 0 && !isOurs(pid)) throw new Error(`no process of these tests: ${pid}`);
  return kill(pid, signal);
});

/** Starts a line of shell; `ended` gives its end, and `said` the lines and the ends in their order. */
function shell(line: string, limits: Partial<ProcessLimits> = {}, command = "/bin/sh") {
  const said: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<{ death: string; left: boolean }>();
  const handlers = {
    onLine: (text: string) => said.push(text),
    onBinary: (shown: string) => said.push(`binary ${shown}`),
  };
  const program = { command, args: ["-c", line], cwd: "/" };
  const child = startProcess(program, { ...LIMITS, ...limits }, handlers, (death, left) => {
    said.push("end");
    resolve({ death, left });
  });
  return { child, said, ended };
}

/** Waits until it is so; the time of the test is the limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}

function runs(pid: number): boolean {
  const stat = shown(pid, "stat");
  return stat !== "" && !stat.includes(") Z ");
}

describe("what a program writes", () => {
  test("comes in lines, before its end is told", async () => {
    const { said, ended } = shell("echo one; echo two; printf '\\377\\n'");
    expect(await ended).toEqual({ death: "exited with code 0", left: false });
    expect(said).toEqual(["one", "two", "binary ÿ", "end"]);
  });

  test("to standard error is kept, the last 64 KiB of it", async () => {
    const few = shell("echo first >&2; echo second >&2");
    await few.ended;
    expect(few.child.stderr()).toBe("first\nsecond\n");
    const many = shell("yes 123456789 | head -c 100000 >&2; printf end >&2; echo done");
    await many.ended;
    expect(many.said).toEqual(["done", "end"]);
    expect(many.child.stderr()).toHaveLength(64 * 1024);
    expect(many.child.stderr().endsWith("123456789\nend")).toBe(true);
  });

  test("without a line feed is what is left, also once it has ended or was killed", async () => {
    const alive = shell("echo a; printf half; exec sleep 60");
    await until(() => alive.child.rest().bytes > 0);
    expect(alive.child.rest()).toEqual({ bytes: 4, beginning: "half" });
    alive.child.kill("was tired");
    expect(alive.child.rest()).toEqual({ bytes: 4, beginning: "half" });
    expect(await alive.ended).toEqual({ death: "was tired", left: false });
    expect(alive.child.rest()).toEqual({ bytes: 4, beginning: "half" });
    expect(shell("exec sleep 0").child.rest()).toEqual({ bytes: 0, beginning: "" });
  });

  test("past the limit of a line ends it, and what follows is not read", async () => {
    const { said, ended } = shell("echo ok; yes | tr -d '\\n'", { maxLineBytes: 5000 });
    expect(await ended).toEqual({ death: "wrote a line of more than 5000 bytes", left: false });
    expect(said).toEqual(["ok", "end"]);
  });
});

describe("what is written to a program", () => {
  test("arrives in order, however it was cut, and its end ends it", async () => {
    const { child, said, ended } = shell("exec cat");
    child.write("a");
    child.write("b\n");
    await until(() => said.length === 1);
    child.write("c\n");
    await until(() => said.length === 2);
    expect(await child.close()).toBe(false);
    expect(await ended).toEqual({ death: "exited with code 0", left: false });
    expect(said).toEqual(["ab", "c", "end"]);
  });

  test("is dropped without harm once it has ended, and closing it again is nothing", async () => {
    const { child, said, ended } = shell("exit 0");
    child.write("a\n");
    await ended;
    child.write("b\n");
    expect(await child.close()).toBe(false);
    child.kill("was late");
    expect(said).toEqual(["end"]);
  });
});

describe("the end of a program", () => {
  const ends: readonly (readonly [line: string, death: string])[] = [
    ["exit 7", "exited with code 7"],
    ["kill -TERM $$", "was ended by SIGTERM"],
    ["kill -KILL $$", "was ended by SIGKILL"],
  ];
  for (const [line, death] of ends) {
    test(`${line}: it ${death}`, async () => {
      expect(await shell(line).ended).toEqual({ death, left: false });
    });
  }

  test("that never began is told with its name", async () => {
    const { child, said, ended } = shell("", {}, "/no/such/program");
    const { death, left } = await ended;
    expect(death).toMatch(/^could not be started \(.*\/no\/such\/program.*ENOENT\)$/);
    expect({ left, said, closed: await child.close() }).toEqual({
      left: false,
      said: ["end"],
      closed: false,
    });
  });

  test("has the first reason that it was killed for", async () => {
    const { child, ended } = shell("exec sleep 60");
    child.kill("was killed for this");
    child.kill("was killed for that");
    expect(await ended).toEqual({ death: "was killed for this", left: false });
  });

  test("comes when it holds more memory than it may, and not before", async () => {
    const frugal = shell("exec cat", { maxMemoryBytes: 2 ** 40 });
    const { ended } = shell("exec sleep 60", { maxMemoryBytes: 4096 });
    expect(await ended).toEqual({ death: "used more than 4096 bytes of memory", left: false });
    expect(frugal.said).toEqual([]);
    expect(await frugal.child.close()).toBe(false);
    expect(await frugal.ended).toEqual({ death: "exited with code 0", left: false });
  });

  test("is waited for once its input is closed, and then it is killed, which is told", async () => {
    const { child, ended } = shell("exec sleep 60", { exitMs: 50 });
    expect(await child.close()).toBe(true);
    expect((await ended).death).toBe("did not exit within 50 ms of the end of its input");
  });

  test("by a kill while its input is closed is no program that stays", async () => {
    const { child, ended } = shell("exec sleep 60", { exitMs: 60_000 });
    const closed = child.close();
    child.kill("was refused");
    expect(await closed).toBe(false);
    expect((await ended).death).toBe("was refused");
  });
});

describe("what a program has started", () => {
  test("and left behind is killed, which is told", async () => {
    const { said, ended } = shell("sleep 60 & echo $!; exit 3");
    expect(await ended).toEqual({ death: "exited with code 3", left: true });
    const pid = Number(said[0]);
    await until(() => !runs(pid));
  });

  test("is killed with it, which is nothing left behind", async () => {
    const { child, said, ended } = shell("sleep 60 & echo $!; wait");
    await until(() => said.length === 1);
    child.kill("was killed");
    expect(await ended).toEqual({ death: "was killed", left: false });
    await until(() => !runs(Number(said[0])));
  });

  test.skipIf(!canSeeOthers)("is found outside its group too", async () => {
    const { child, said, ended } = shell("setsid sleep 60 >/dev/null 2>&1 & echo $!; cat");
    await until(() => said.length === 1);
    const pid = Number(said[0]);
    await until(() => readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("sleep"));
    expect(await child.close()).toBe(true);
    expect(await ended).toEqual({ death: "exited with code 0", left: true });
    await until(() => !runs(pid));
  });

  test.skipIf(!canSeeOthers)("by another program runs on", async () => {
    const other = shell("exec cat");
    await shell("exit 0").ended;
    other.child.write("still here\n");
    await until(() => other.said.length === 1);
    expect(await other.child.close()).toBe(false);
  });
});
