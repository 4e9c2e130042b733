import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listenLocally } from "../local-server.js";
import { folder } from "./test-folder.js";

/** Starts the command and waits for the address that it prints. */
async function start(...words: readonly string[]) {
  const command = ["bin/refold.js", "ui", "--home", `${folder}/home`, ...words];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" },
  });
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
  expect(await ui.end()).toEqual({ code: 0, stderr: "" });
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
