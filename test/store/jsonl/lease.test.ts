import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { decodeHolder } from "../../../src/store/jsonl/process-identity.js";
import { leaseHeld } from "../../../src/store/errors.js";
import { takeLease } from "../../../src/store/jsonl/lease.js";
import { ownIdentity } from "../../../src/store/jsonl/process-identity.js";
import { faultyFileSystem } from "../../../src/testing/faulty-file-system.js";
import { bundled } from "../../bundled.js";
import { temporaryHome } from "./home.js";

const SINCE = "2026-04-01T12:00:00.000Z";

function options(folder = join(temporaryHome(), "x.lease")) {
  return { fileSystem: nodeFileSystem, folder, what: "thread X" };
}

/** Leaves a lease file as another process would. */
function leaveLease(folder: string, holder: object): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "feedc0de");
  const left = { ...ownIdentity(), since: SINCE, token: "feedc0de", ...holder };
  writeFileSync(path, JSON.stringify(left));
  utimesSync(path, 1_000_000, 1_000_000);
  return path;
}

/** A process that does nothing until the test ends. */
function idleProcess(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.pid === undefined) throw new Error("no process");
  return child.pid;
}

/** A process that has ended, and whose parent never asks how. */
async function zombie(): Promise<number> {
  const script = "sleep 0.2 & echo $!; exec sleep 1000";
  const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const pid = Number(String(await once(parent.stdout, "data")));
  const state = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.charAt(0);
  await expect.poll(state).toBe("Z");
  return pid;
}

function startTimeOf(pid: number): string | null {
  if (process.platform !== "linux") return null;
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? null;
}

describe("a lease", () => {
  test("law 10: is held by one taker at a time, also within one process", async () => {
    const place = options();
    const lease = await takeLease(place);
    expect(lease.isHeld()).toBe(true);
    await expect(takeLease(place)).rejects.toMatchObject({
      code: "lease-held",
      details: { holder: { pid: process.pid, host: ownIdentity().host } },
    });
    lease.release();
    (await takeLease(place)).release();
    expect(readdirSync(join(place.folder, ".."))).toEqual([]);
  });

  test("law 10: goes to exactly one of many that ask at once", async () => {
    const place = options();
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => takeLease(place)));
    const taken = attempts.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === "rejected") {
        expect(attempt.reason).toMatchObject({ code: "lease-held" });
      } else attempt.value.release();
    }
  });

  test("names its file's mode, host, boot, pid namespace, pid, start time and token", async () => {
    const place = options();
    const lease = await takeLease(place);
    const [name = ""] = readdirSync(place.folder);
    const path = join(place.folder, name);
    const { since, ...holder } = decodeHolder(readFileSync(path, "utf8"));
    expect(holder).toEqual({ ...ownIdentity(), token: name });
    expect(Date.parse(since)).toBeGreaterThan(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    lease.release();
  });

  test("is written whole, however little the system takes at a time", async () => {
    const fileSystem = faultyFileSystem(({ operation }) =>
      operation === "write" ? { kind: "shorten", share: 0.4 } : null,
    );
    const place = { ...options(), fileSystem };
    const lease = await takeLease(place);
    expect(fileSystem.injected).not.toEqual([]);
    await expect(takeLease(place)).rejects.toMatchObject({
      details: { holder: { pid: process.pid } },
    });
    lease.release();
  });

  test("of a process that lives is refused, with its pid and host", async () => {
    const place = options();
    const pid = idleProcess();
    leaveLease(place.folder, { pid, startTime: startTimeOf(pid) });
    await expect(takeLease(place)).rejects.toMatchObject({
      code: "lease-held",
      message: `thread X: held by process ${pid} on ${ownIdentity().host} since ${SINCE}`,
      details: { holder: { pid } },
    });
  });

  test("that does not say whose it is names no process to end", () => {
    const unknown = { ...ownIdentity(), host: "an unknown host", pid: 0, since: "", token: "" };
    const { message, remedy } = leaseHeld("thread X", unknown, "x.lease");
    expect(`${message} ${remedy}`).not.toMatch(/process 0|end process/);
  });

  test("of a process that has ended is taken over at once", async () => {
    const place = options();
    const { pid } = spawnSync(process.execPath, ["-e", "0"]);
    leaveLease(place.folder, { pid, startTime: "1" });
    const lease = await takeLease(place);
    expect(lease.isHeld()).toBe(true);
    expect(readdirSync(place.folder)).toHaveLength(1);
    lease.release();
  });

  test.runIf(process.platform === "linux")(
    "of a pid that a later process got is taken over at once",
    async () => {
      const place = options();
      leaveLease(place.folder, { pid: idleProcess(), startTime: "1" });
      (await takeLease(place)).release();
    },
  );

  test.runIf(process.platform === "linux")(
    "of a process that has ended and was not waited for is taken over at once",
    async () => {
      const place = options();
      const pid = await zombie();
      leaveLease(place.folder, { pid, startTime: startTimeOf(pid) });
      (await takeLease(place)).release();
    },
  );

  test("leaves an announcement that is being written, and removes one that its writer left", async () => {
    const place = options();
    mkdirSync(place.folder, { recursive: true });
    for (const name of ["old.new", "young.new"]) writeFileSync(join(place.folder, name), "{");
    utimesSync(join(place.folder, "old.new"), 1_000_000, 1_000_000);
    const lease = await takeLease(place);
    lease.release();
    expect(readdirSync(place.folder)).toEqual(["young.new"]);
  });

  test("on a full disk is taken without a word of who holds it: others go by its heartbeat", async () => {
    const place = { ...options(), staleAfterMs: 30 };
    const fileSystem = faultyFileSystem(({ operation }) =>
      operation === "write" ? { kind: "fail", code: "ENOSPC" } : null,
    );
    const lease = await takeLease({ ...place, fileSystem });
    const [name = ""] = readdirSync(place.folder);
    expect(readFileSync(join(place.folder, name), "utf8")).toBe("");
    const refused = takeLease({ ...place, staleAfterMs: 60_000 });
    await expect.poll(() => readdirSync(place.folder)).toEqual([name]); // it looked, and stepped back
    utimesSync(join(place.folder, name), new Date(), new Date()); // the heartbeat
    await expect(refused).rejects.toMatchObject({ code: "lease-held" });
    lease.release();
    (await takeLease(place)).release();
  });

  test("that cannot be written leaves nothing", async () => {
    const place = options();
    const fileSystem = faultyFileSystem(({ operation }) =>
      operation === "write" ? { kind: "fail", code: "EIO" } : null,
    );
    await expect(takeLease({ ...place, fileSystem })).rejects.toMatchObject({
      code: "write-failed",
    });
    expect(existsSync(place.folder)).toBe(false);
  });

  test("of another boot or pid namespace is taken over once its heartbeat stands still", async () => {
    const place = { ...options(), staleAfterMs: 30 };
    const pid = idleProcess(); // lives, but what has this number there may not
    const startTime = startTimeOf(pid);
    leaveLease(place.folder, { boot: "another", pid, startTime });
    (await takeLease(place)).release();
    leaveLease(place.folder, { pidNamespace: "pid:[1]", pid, startTime });
    (await takeLease(place)).release();
    leaveLease(place.folder, { pid: "torn by a power cut" });
    (await takeLease(place)).release();
  });

  test("of another host whose heart beats is refused", async () => {
    const place = { ...options(), staleAfterMs: 60_000 };
    const path = leaveLease(place.folder, { host: "elsewhere", boot: "another", pid: 1 });
    const beating = setInterval(() => utimesSync(path, new Date(), new Date()), 20);
    onTestFinished(() => clearInterval(beating));
    await expect(takeLease(place)).rejects.toMatchObject({
      code: "lease-held",
      details: { holder: { host: "elsewhere" } },
    });
  });

  test("that is stolen is no longer held by the one who was robbed", async () => {
    const place = options();
    const robbed = await takeLease(place);
    const thief = await takeLease({ ...place, steal: true });
    expect([robbed.isHeld(), thief.isHeld()]).toEqual([false, true]);
    robbed.release();
    expect(thief.isHeld()).toBe(true);
    thief.release();
  });

  test.each(["here", "elsewhere"])(
    "law 10: is gone for the one who was robbed once a thief %s has it, however new the last look",
    async (where) => {
      const place = options();
      const robbed = await takeLease(place);
      if (where === "elsewhere") vi.resetModules(); // as another process has it, knowing no holder here
      const { takeLease: steal } = await import("../../../src/store/jsonl/lease.js");
      expect(robbed.heldUntilMs()).not.toBeNull();
      const thief = await steal({ ...place, steal: true });
      expect([robbed.heldUntilMs(), thief.heldUntilMs()]).toEqual([null, expect.any(Number)]);
      thief.release();
      expect(thief.heldUntilMs()).toBeNull();
    },
  );

  test("keeps no process alive", async () => {
    const module = await bundled({
      lease: "src/store/jsonl/lease.ts",
      "file-system": "src/store/jsonl/file-system.ts",
    });
    const folder = join(temporaryHome(), "x.lease");
    const script = `
      import { takeLease } from ${JSON.stringify(module("lease"))};
      import { nodeFileSystem } from ${JSON.stringify(module("file-system"))};
      await takeLease({ fileSystem: nodeFileSystem, folder: ${JSON.stringify(folder)}, what: "x" });`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
