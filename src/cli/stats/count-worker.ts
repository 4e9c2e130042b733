import { parentPort } from "node:worker_threads";
import { countBatch, type BatchTask } from "./count-batches.js";

parentPort?.on("message", (task: BatchTask) => {
  void countBatch(task).then((counted) => {
    parentPort?.postMessage(counted, [counted.keys.buffer]);
  });
});
