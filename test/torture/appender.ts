import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** A batch that an appender was told is stored. */
export interface Acknowledged {
  readonly writer: string;
  readonly sequence: number;
  readonly offset: number;
  readonly size: number;
}

export interface AppenderOptions {
  /** A folder, or what a PostgreSQL store needs, as JSON. */
  readonly home: string;
  readonly threadId: string;
  /** Stands in each event, and in each line that acknowledges. */
  readonly writer: string;
  readonly seed: number;
  /** Length of the longest texts; one batch in four has some of up to that. */
  readonly longestText: number;
}

/** A process that appends to a thread when it is told to, until it is killed. */
export interface Appender {
  /** Lets it append as fast as it can. @returns once it has told of so many batches */
  appended(batches: number): Promise<void>;
  /** Lets it append so many batches. @returns once it has told of them */
  append(batches: number): Promise<void>;
  /** Lets it give up its lease. @returns once it has */
  rested(): Promise<void>;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** How often it was told that another one writes. */
  readonly refusals: number;
  /** Everything that it told of so far. */
  readonly acknowledged: readonly Acknowledged[];
  /** Kills it at once. @returns everything that it told of */
  killed(): Promise<readonly Acknowledged[]>;
}

/** Starts `appender.mjs`; it waits until it is told what to do, so that it can be started ahead of time. */
export function startAppender(options: AppenderOptions): Appender {
  const { home, threadId, writer, seed, longestText } = options;
  const script = join(process.cwd(), "test/torture/appender.mjs");
  const args = [script, home, threadId, writer, String(seed), String(longestText)];
  return new AppenderProcess(
    writer,
    spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }),
  );
}

class AppenderProcess implements Appender {
  readonly acknowledged: Acknowledged[] = [];
  refusals = 0;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #closed: Promise<unknown>;
  readonly #ended: Promise<never>;
  #rests = 0;
  #told: () => void = () => undefined;

  constructor(writer: string, child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    this.#closed = once(child, "close");
    this.#ended = this.#closed.then(() => {
      throw new Error(`appender ${writer} ended by itself`);
    });
    this.#ended.catch(() => undefined); // it is killed later
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.#take(line);
      this.#told();
    });
  }

  async appended(batches: number): Promise<void> {
    this.#child.stdin.write("go\n");
    await this.#until(() => this.acknowledged.length >= batches);
  }

  async append(batches: number): Promise<void> {
    const due = this.acknowledged.length + batches;
    this.#child.stdin.write(`append ${batches}\n`);
    await this.#until(() => this.acknowledged.length >= due);
  }

  async rested(): Promise<void> {
    const due = this.#rests + 1;
    this.#child.stdin.write("rest\n");
    await this.#until(() => this.#rests >= due);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  async killed(): Promise<readonly Acknowledged[]> {
    this.#child.kill("SIGKILL");
    await this.#closed;
    return this.acknowledged;
  }

  #take(line: string): void {
    if (line === "ready") return;
    if (line === "resting") this.#rests += 1;
    else if (line.startsWith("refused ")) this.refusals += 1;
    else this.acknowledged.push(decodeLine(line));
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      const told = new Promise<void>((resolve) => (this.#told = resolve));
      await Promise.race([told, this.#ended]);
    }
  }
}

function decodeLine(line: string): Acknowledged {
  const [writer = "", sequence, offset, size] = line.split(" ");
  return { writer, sequence: Number(sequence), offset: Number(offset), size: Number(size) };
}
