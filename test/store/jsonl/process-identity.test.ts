import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import type * as ProcessIdentities from "../../../src/store/jsonl/process-identity.js";

vi.mock("node:fs", { spy: true });

/** As another process would load it. */
async function loaded(): Promise<typeof ProcessIdentities> {
  vi.resetModules();
  return await import("../../../src/store/jsonl/process-identity.js");
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.mocked(readlinkSync).mockReset();
  vi.mocked(readFileSync).mockReset();
});

describe.skipIf(process.platform === "win32")("where ps tells when a process began", () => {
  test("a process lives for those of another time zone and language too", async () => {
    vi.stubGlobal("process", Object.create(process, { platform: { value: "darwin" } }));
    vi.stubEnv("TZ", "Asia/Tokyo");
    const holder = (await loaded()).ownIdentity();
    expect(holder.startTime).not.toBeNull();
    vi.stubEnv("TZ", "America/New_York");
    const { processLiveness, ownIdentity } = await loaded();
    expect(ownIdentity().startTime).toBe(holder.startTime);
    expect(processLiveness({ ...holder, boot: ownIdentity().boot })).toBe("alive");
  });
});

describe.skipIf(process.platform !== "linux")("in a sandbox that hides parts of /proc", () => {
  test("a process is told by what there is", async () => {
    const refuse = () => {
      throw Object.assign(new Error("hidden"), { code: "EACCES" });
    };
    vi.mocked(readlinkSync).mockImplementation(refuse);
    vi.mocked(readFileSync).mockImplementation(refuse);
    const { ownIdentity, processLiveness } = await loaded();
    const own = ownIdentity();
    expect(own).toMatchObject({ pid: process.pid, pidNamespace: hostname(), startTime: null });
    expect(own.boot).toContain(hostname());
    expect(processLiveness(own)).toBe("alive");
    expect(processLiveness({ ...own, pidNamespace: "another" })).toBe("unknown");
  });
});
