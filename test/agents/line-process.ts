import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseLine } from "./json.js";

export interface LineProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything that goes in and comes out is kept in this file. */
  readonly logFile: string;
  /** What is answered to a line that asks for something; null: nothing. */
  readonly answer?: (line: unknown) => object | null;
}

const DEFAULT_WAIT_MS = 60_000;

/** A program that is spoken to in lines of JSON over its standard input and output. */
export class LineProcess {
  readonly #child: ChildProcess;
  readonly #seen: unknown[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #logFile: string;
  #hasEnded = false;

  constructor({ command, cwd, env, logFile, answer }: LineProcessOptions) {
    const [program = "", ...args] = command;
    this.#logFile = logFile;
    this.#child = spawn(program, args, { cwd, env, stdio: "pipe" });
    this.#log("start", command.join(" "));
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        this.#log("out", line);
        const value = parseLine(line);
        if (value !== undefined) this.#seen.push(value);
        const answered = answer?.(value) ?? null;
        if (answered !== null) this.send(answered);
        this.#wake();
      });
    }
    this.#child.stderr?.on("data", (data: Buffer) => this.#log("err", data.toString()));
    this.#child.stdin?.on("error", (error) => this.#log("stdin", error.message));
    this.#child.on("error", (error) => this.#log("error", error.message));
    this.#child.on("close", (code, signal) => {
      this.#hasEnded = true;
      this.#log("end", `${String(code)} ${String(signal)}`);
      this.#wake();
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** How many lines have come so far: where a wait for something new begins. */
  get position(): number {
    return this.#seen.length;
  }

  /** The newest line that fits, of those that have come. */
  newest(fits: (line: unknown) => boolean): unknown {
    return this.#seen.findLast(fits);
  }

  send(message: object): void {
    const line = JSON.stringify(message);
    this.#log("in", line);
    this.#child.stdin?.write(`${line}\n`);
  }

  /** The first line from `from` on that fits; refuses when the program ends or nothing comes. */
  async waitFor(
    what: string,
    fits: (line: unknown) => boolean,
    { from = 0, timeoutMs = DEFAULT_WAIT_MS } = {},
  ): Promise<unknown> {
    const endsAt = Date.now() + timeoutMs;
    let next = from;
    for (;;) {
      while (next < this.#seen.length) {
        const line = this.#seen[next];
        if (fits(line)) return line;
        next += 1;
      }
      if (this.#hasEnded) throw new Error(`the program ended before ${what}`);
      const restMs = endsAt - Date.now();
      if (restMs <= 0) throw new Error(`nothing within ${timeoutMs} ms: ${what}`);
      await this.#change(restMs);
    }
  }

  /** Ends the program: by the end of its input, then by force. */
  async close(patienceMs = 1_500): Promise<void> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill("SIGTERM"), patienceMs);
    const last = setTimeout(() => this.#child.kill("SIGKILL"), patienceMs + 2_500);
    await this.#ended();
    clearTimeout(timer);
    clearTimeout(last);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended();
  }

  async #ended(): Promise<void> {
    if (!this.#hasEnded) await once(this.#child, "close");
  }

  #change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(done);
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  #log(kind: string, text: string): void {
    appendFileSync(this.#logFile, `${kind} ${text.slice(0, 4_000)}\n`);
  }
}
