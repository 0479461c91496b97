/** One run of a program, made of a line of shell: what it writes, how it ends, and that nothing of it is left. */
import { randomUUID } from "node:crypto";
import fs, { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
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
  if (pid > 0) {
    // It shows nothing for a moment while it becomes another program.
    for (let look = 0; look < 1000; look++) {
      const environ = shown(pid, "environ");
      if (environ !== "") return environ.includes(OURS);
    }
    return false;
  }
  const groupOf = (name: string): string | undefined => shown(name, "stat").split(") ").at(-1)?.split(" ")[2];
  return readdirSync("/proc").some((name) => groupOf(name) === String(-pid) && isOurs(Number(name)));
}

// What is tested here ends processes: were it wrong, it must still end nobody else's.
const kill = process.kill.bind(process);
/** What was to be ended, in order. */
const asked: (readonly [pid: number, signal: unknown])[] = [];
vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
  asked.push([pid, signal]);
  if (pid === process.pid) return true;
  if (canSeeOthers && signal !== 0 && !isOurs(pid)) throw new Error(`no process of these tests: ${pid}`);
  return kill(pid, signal);
});

/** In a line of shell: what follows it runs without the mark by which the harness finds it. */
const HIDDEN = `env -i ${OURS}`;

/** Starts a line of shell; `ended` gives its end, and `said` the lines and the ends in their order. */
function shell(line: string, limits: Partial<ProcessLimits> = {}, command = "/bin/sh", start = startProcess) {
  const said: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<{ death: string; left: boolean }>();
  const handlers = {
    onLine: (text: string) => said.push(text),
    onBinary: (shown: string) => said.push(`binary ${shown}`),
  };
  const program = { command, args: ["-c", line], cwd: "/" };
  const child = start(program, { ...LIMITS, ...limits }, handlers, (death, left) => {
    said.push("end");
    resolve({ death, left });
  });
  return { child, said, ended };
}

/** What keeps this process alive, of a kind that Node names so. */
const kept = (kind: string): number =>
  process.getActiveResourcesInfo().filter((name) => name === kind).length;

/** Longer than the moment in which what was written before an exit is read. */
const settled = (): Promise<void> => setTimeout(250);

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

  test("is not read any more once it is killed", async () => {
    const { child, said, ended } = shell("yes");
    await until(() => said.length > 0);
    child.kill("was tired");
    const { length } = said;
    await ended;
    expect(said.slice(length)).toEqual(["end"]);
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

  test("is dropped without harm if it has closed its input", async () => {
    const harm: unknown[] = [];
    const keep = (error: unknown): void => {
      harm.push(error);
    };
    process.on("uncaughtException", keep);
    const { child, said, ended } = shell("exec 0<&-; echo closed; exec sleep 60");
    await until(() => said.length === 1);
    child.write("a\n");
    await setTimeout(20);
    child.kill("was tired");
    expect(await ended).toEqual({ death: "was tired", left: false });
    process.off("uncaughtException", keep);
    expect(harm).toEqual([]);
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

  const neverBegan: readonly (readonly [program: string, why: RegExp])[] = [
    ["/no/such/program", /^could not be started \(.*\/no\/such\/program.*ENOENT\)$/],
    ["/dev/null/program", /^could not be started \(.*ENOTDIR\)$/],
    ["a\0b", /^could not be started \(.*null bytes.*\)$/],
  ];
  for (const [program, why] of neverBegan) {
    test(`that never began is told with the reason: ${JSON.stringify(program)}`, async () => {
      const { child, said, ended } = shell("", {}, program);
      child.write("a\n");
      child.kill("was late");
      expect(said).toEqual([]);
      expect(await child.close()).toBe(false);
      expect(said).toEqual(["end"]);
      const { death, left } = await ended;
      expect(death).toMatch(why);
      expect({ left, stderr: child.stderr(), rest: child.rest() }).toEqual({
        left: false,
        stderr: "",
        rest: { bytes: 0, beginning: "" },
      });
    });
  }

  test("is told once, and leaves nothing that keeps the harness alive", async () => {
    await settled();
    const [timers, pipes] = [kept("Timeout"), kept("PipeWrap")];
    const programs = Array.from({ length: 5 }, () => shell("exec cat"));
    expect(await Promise.all(programs.map(({ child }) => child.close()))).toEqual(Array(5).fill(false));
    await settled();
    expect(programs.map(({ said }) => said)).toEqual(Array(5).fill(["end"]));
    expect(kept("Timeout") - timers).toBeLessThan(5);
    expect(kept("PipeWrap") - pipes).toBeLessThan(5);
  });

  test("has the first reason that it was killed for", async () => {
    const { child, ended } = shell("exec sleep 60");
    child.kill("was killed for this");
    child.kill("was killed for that");
    expect(await ended).toEqual({ death: "was killed for this", left: false });
  });

  test("comes when it holds more memory than it may, and not before", async () => {
    const frugal = shell("exec cat", { maxMemoryBytes: 2 ** 40 });
    const { ended } = shell("exec sleep 60", { maxMemoryBytes: 40_960 });
    expect(await ended).toEqual({ death: "used more than 40960 bytes of memory", left: false });
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
    const { child, ended } = shell("exec sleep 60", { exitMs: 1 });
    const closed = child.close();
    child.kill("was refused");
    // So long that the time for its exit is over when its end is heard of.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
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

  test.skipIf(!canSeeOthers)("is killed with it wherever it went", async () => {
    const { child, said, ended } = shell("setsid sleep 60 & echo $!; wait");
    await until(() => said.length === 1);
    child.kill("was killed");
    expect(await ended).toEqual({ death: "was killed", left: false });
    await until(() => !runs(Number(said[0])));
  });

  test("is killed in its group even if it hides and does not want to end", async () => {
    const stubborn = `${HIDDEN} sh -c 'trap "" TERM; echo $$; while :; do sleep 60; done' &`;
    const { said, ended } = shell(`${stubborn} sleep 0.1; exit 3`);
    expect(await ended).toEqual({ death: "exited with code 3", left: true });
    await until(() => !runs(Number(said[0])));
  });

  test.skipIf(!canSeeOthers)(
    "may hold its pipes where nobody finds it, which is not waited for",
    async () => {
      await settled();
      const before = kept("PipeWrap");
      const { said, ended } = shell(`${HIDDEN} setsid sleep 60 & echo $!; sleep 0.1; exit 0`);
      expect(await ended).toEqual({ death: "exited with code 0", left: false });
      const pid = Number(said[0]);
      expect(runs(pid)).toBe(true);
      await until(() => kept("PipeWrap") <= before);
      process.kill(pid, "SIGKILL");
    },
  );

  test.skipIf(!canSeeOthers)("is found outside its group too", async () => {
    const line = `setsid sh -c 'trap "" TERM; echo $$; exec sleep 60' 2>&1 & cat`;
    const { child, said, ended } = shell(line);
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

describe("the end of the harness", () => {
  /** The module anew, with what it does when the harness ends. */
  async function guarded() {
    const does = new Map<string | symbol, (signal?: string) => void>();
    const keep = (event: string | symbol, listener: () => void) => {
      does.set(event, listener);
      return process;
    };
    const spies = [
      vi.spyOn(process, "on").mockImplementation(keep),
      vi.spyOn(process, "once").mockImplementation(keep),
    ];
    vi.resetModules();
    const { startProcess: start } = await import("./wire-process.ts");
    return { does, spies, run: (line: string) => shell(line, {}, "/bin/sh", start) };
  }

  test("ends all programs that still run, however it comes, and is listened for once", async () => {
    const { does, spies, run } = await guarded();
    for (const event of ["exit", "SIGINT", "SIGTERM", "SIGHUP"]) {
      const programs = [run("exec sleep 60"), run("exec sleep 60")];
      const over = run("exit 0");
      await over.ended;
      asked.length = 0;
      does.get(event)?.();
      expect(asked.slice(0, 2).map(([pid, signal]) => [pid < 0, signal])).toEqual(
        Array(2).fill([true, "SIGKILL"]),
      );
      expect(asked.slice(2)).toEqual(event === "exit" ? [] : [[process.pid, event]]);
      for (const { ended } of programs) {
        expect(await ended).toEqual({ death: "was ended by SIGKILL", left: false });
      }
    }
    expect(does.size).toBe(4);
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 3]);
    for (const spy of spies) spy.mockRestore();
  });
});

describe("a system that does not show its processes", () => {
  test("has programs that end all the same, with their group", async () => {
    const hidden = vi.spyOn(fs, "readdirSync").mockImplementation(() => {
      throw new Error("not shown");
    });
    syncBuiltinESMExports();
    const { ended } = shell("exit 0");
    expect(await ended).toEqual({ death: "exited with code 0", left: false });
    hidden.mockRestore();
    syncBuiltinESMExports();
  });
});
