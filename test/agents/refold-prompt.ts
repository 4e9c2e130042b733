import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repositoryFolder } from "./installation.js";
import { parseLine } from "./json.js";
import type { Api } from "./scripted-server.js";

const PROVIDERS: Record<Api, string> = {
  responses: "openai-responses",
  messages: "anthropic",
  chat: "openai-chat",
};

export interface RefoldPrompt {
  /** Undefined where Refold gave none. */
  readonly body: unknown;
  /** What Refold said on standard error, and its exit code: whether it told of anything. */
  readonly told: string;
  readonly exitCode: number | null;
}

/** Where `refold` is: this checkout's, or that of another one which is to be judged. */
export function refoldIn(checkout: string | undefined): string {
  return join(checkout ?? repositoryFolder(), "bin", "refold.js");
}

/** What the command line gives as the next request of a session file. */
export function refoldPrompt(
  refold: string,
  { file, api, model, home }: { file: string; api: Api; model: string; home: string },
): RefoldPrompt {
  const options = ["--provider", PROVIDERS[api], "--model", model, "--home", home];
  const { stdout, stderr, status } = runRefold(refold, ["prompt", file, ...options]);
  return { body: parseLine(stdout), told: stderr, exitCode: status };
}

export function runRefold(refold: string, args: readonly string[]) {
  return spawnSync(process.execPath, [refold, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
  });
}
