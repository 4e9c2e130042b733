import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Ran } from "../cli/run-refold.js";
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

/** Runs a command of `refold` over a home. */
export type Refold = (words: readonly string[], options: { readonly home: string }) => Promise<Ran>;

/** Each time as a process of its own. */
export const asProcesses =
  (refold: string): Refold =>
  (words, { home }) => {
    const { stdout, stderr, status } = runRefold(refold, [...words, "--home", home]);
    return Promise.resolve({ code: status, stdout, stderr });
  };

/** What the command line gives as the next request of a session file. */
export async function refoldPrompt(
  refold: Refold,
  { file, api, model, home }: { file: string; api: Api; model: string; home: string },
): Promise<RefoldPrompt> {
  const words = ["prompt", file, "--provider", PROVIDERS[api], "--model", model];
  const { stdout, stderr, code } = await refold(words, { home });
  return { body: parseLine(stdout), told: stderr, exitCode: code };
}

export function runRefold(refold: string, args: readonly string[]) {
  return spawnSync(process.execPath, [refold, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
  });
}
