import { parentPort } from "node:worker_threads";
import { countFile } from "./counting.js";
import type { CountOptions, CountTask } from "./tally-file.js";

/** What a thread that counts is sent: a file, and what to count of it. */
export interface CountMessage {
  readonly task: CountTask;
  readonly options: CountOptions;
}

parentPort?.on("message", ({ task, options }: CountMessage) => {
  void countFile(task, options).then((counted) => parentPort?.postMessage(counted));
});
