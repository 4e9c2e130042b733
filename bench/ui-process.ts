import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const COMMAND = "bin/refold.js";

/** `refold ui` as a process of its own, and a page that was let in. */
export class UiProcess {
  readonly #process: ChildProcess;
  readonly #origin: string;
  readonly #cookie: string;

  private constructor(
    process: ChildProcess,
    /** What lets a browser in. */
    readonly url: string,
    cookie: string,
  ) {
    this.#process = process;
    this.#origin = new URL(url).origin;
    this.#cookie = cookie;
  }

  /** Starts the command, waits for the address that it prints, and enters. */
  static async start(words: readonly string[]): Promise<UiProcess> {
    const command = [COMMAND, "ui", "--no-open", "--port", "0", ...words];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
    process.once("exit", () => child.kill()); // whoever waits for this process's output waits for its too
    let printed = "";
    for await (const part of child.stdout) {
      printed += String(part);
      if (printed.includes("\n")) break;
    }
    const [, origin = "", token = ""] = /^(\S+)\/#token=(\S+)/.exec(printed) ?? [];
    const entered = await fetch(`${origin}/api/enter`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    if (entered.status !== 204) throw new Error(`not let in: ${entered.status}`);
    return new UiProcess(child, printed.trim(), cookie);
  }

  async ask(path: string): Promise<unknown> {
    const headers = { cookie: this.#cookie };
    const response = await fetch(`${this.#origin}/api/${path}`, { headers });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Asks again and again until an answer is as wanted. */
  async askUntil(path: string, isWanted: (answer: object) => boolean): Promise<void> {
    for (;;) {
      const answer = await this.ask(path);
      if (typeof answer === "object" && answer !== null && isWanted(answer)) return;
      await pause(50);
    }
  }

  /** Resident memory at its peak, in MB; 0 where the system does not tell. */
  get peakMb(): number {
    const file = `/proc/${this.#process.pid ?? 0}/status`;
    const status = existsSync(file) ? readFileSync(file, "utf8") : "";
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGINT");
    await once(this.#process, "exit");
  }
}
