import { parentPort, workerData } from "node:worker_threads";
import { countFile } from "./counting.js";
import type { CountOptions, CountTask } from "./tally-file.js";

/** A thread that counts the files it is sent, one after the other. */
export interface WorkerSetup {
  readonly options: CountOptions;
}

const { options }: WorkerSetup = workerData;
parentPort?.on("message", (task: CountTask) => {
  void countFile(task, options).then((counted) => parentPort?.postMessage(counted));
});
