import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A batch that an appender was told is stored. */
export interface Acknowledged {
  readonly writer: string;
  readonly sequence: number;
  readonly offset: number;
  readonly size: number;
}

export interface AppenderOptions {
  readonly home: string;
  readonly threadId: string;
  /** Stands in each event, and in each line that acknowledges. */
  readonly writer: string;
  readonly seed: number;
  /** Length of the longest texts; one batch in four has some of up to that. */
  readonly longestText: number;
}

/** A process that appends to a thread as fast as it can until it is killed. */
export interface Appender {
  /** Lets it begin. @returns once it has told of so many batches */
  appended(batches: number): Promise<void>;
  /** Kills it at once. @returns everything that it told of */
  killed(): Promise<readonly Acknowledged[]>;
}

/** Starts `appender.mjs`; it waits until it is let go, so that it can be started ahead of time. */
export function startAppender(options: AppenderOptions): Appender {
  const { home, threadId, writer, seed, longestText } = options;
  const script = join(process.cwd(), "test/torture/appender.mjs");
  const args = [script, home, threadId, writer, String(seed), String(longestText)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const acknowledged: Acknowledged[] = [];
  let awaited = { batches: Infinity, resolve: (): void => undefined };
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") return;
    acknowledged.push(decodeLine(line));
    if (acknowledged.length >= awaited.batches) awaited.resolve();
  });
  return {
    async appended(batches) {
      child.stdin.write("go\n");
      const enough = new Promise<void>((resolve) => (awaited = { batches, resolve }));
      const ended = closed.then(() => {
        throw new Error(`appender ${writer} ended by itself`);
      });
      ended.catch(() => undefined); // it is killed later
      await Promise.race([enough, ended]);
    },
    async killed() {
      child.kill("SIGKILL");
      await closed;
      return acknowledged;
    },
  };
}

function decodeLine(line: string): Acknowledged {
  const [writer = "", sequence, offset, size] = line.split(" ");
  return { writer, sequence: Number(sequence), offset: Number(offset), size: Number(size) };
}
