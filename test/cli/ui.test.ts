import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../local-server.js";
import { keepOnce } from "../vault/vault-folder.js";
import { callRefold } from "./run-refold.js";
import { folder } from "./test-folder.js";

/** Starts the command and waits for the address that it prints. */
async function start(...words: readonly string[]) {
  const command = ["bin/refold.js", "ui", "--home", `${folder}/home`, ...words];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" },
  });
  onTestFinished(() => void child.kill("SIGKILL")); // where the test fails before its end
  let stderr = "";
  child.stderr.on("data", (part) => (stderr += String(part)));
  const [printed] = String(await once(child.stdout, "data")).split("\n");
  return {
    url: printed ?? "",
    end: async () => {
      child.kill("SIGINT");
      await once(child, "close");
      return { code: child.exitCode, stderr };
    },
  };
}

test("prints its address, answers there, and ends with Ctrl-C", async () => {
  const ui = await start("--port", "0", "--no-open");
  expect(ui.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  expect(await (await fetch(ui.url)).text()).toContain("<title>");
  expect(await ui.end()).toEqual({ code: 0, stderr: "refold: no threads yet\n" });
});

test("a folder that is named as a tool's home and is missing is refused", async () => {
  const missing = join(folder, "no-home");
  const { code, stderr } = await callRefold(["ui", "--no-open", "--codex", missing]);
  expect(code).toBe(1);
  expect(stderr).toContain(`no such file: ${missing}`);
});

test("takes the next port where one is in use, and says so; without a browser too", async (context) => {
  context.skip(process.platform !== "linux", "a screen is there without being named");
  const taken = await listenLocally(createServer());
  const port = new URL(taken.url).port;
  const ui = await start("--port", port);
  const { code, stderr } = await ui.end();
  await taken.close();
  expect(code).toBe(0);
  expect(stderr).toContain(`refold: port ${port} is in use; this is port ${new URL(ui.url).port}`);
  expect(stderr).toContain("open the address yourself");
});

/** What the page asks, as a browser that entered by the address. */
async function answers(url: string, path: string): Promise<unknown> {
  const { origin, hash } = new URL(url);
  const body = JSON.stringify({ token: hash.replace("#token=", "") });
  const headers = { "Content-Type": "application/json", Origin: origin };
  const entered = await fetch(`${origin}/api/enter`, { method: "POST", headers, body });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (;;) {
    const answer: unknown = await (
      await fetch(`${origin}/api/${path}`, { headers: { cookie } })
    ).json();
    if (JSON.stringify(answer).includes('"isComplete":true')) return answer;
  }
}

test("with --vault it shows sessions that were deleted, tells of that, and leaves nothing behind", async () => {
  const sessions = join(folder, "ui-kept");
  mkdirSync(sessions);
  copyFileSync("fixtures/clean.jsonl", join(sessions, "a.jsonl"));
  await keepOnce(sessions, join(folder, "home", "vault"));
  rmSync(join(sessions, "a.jsonl"));
  await keepOnce(sessions, join(folder, "home", "vault"));
  const views = () =>
    readdirSync(tmpdir()).filter((name) => existsSync(join(tmpdir(), name, "1-ui-kept")));
  const ui = await start("--port", "0", "--no-open", "--vault");
  const title = "Since Sunday the clock shows high water an hour late. Can you find out why?";
  expect(await answers(ui.url, "sessions?from=0&count=10")).toMatchObject({
    rows: [{ title, turns: 2 }],
    notices: [expect.stringMatching(/^vanished: .*a\.jsonl, 11 KB; the vault has it$/)],
  });
  expect(views()).toHaveLength(1);
  expect(await ui.end()).toEqual({ code: 0, stderr: "" });
  expect(views()).toEqual([]);
});
