// Archives and unarchives a thread for ever, telling of each change, until it is killed.
import process from "node:process";
import { jsonlStore } from "../../../../dist/index.js";

const [home, threadId] = process.argv.slice(2);
const store = jsonlStore({ home, durability: "none" });
for (;;) {
  await store.archive(threadId);
  process.stdout.write("archived\n");
  await store.unarchive(threadId);
  process.stdout.write("plain\n");
}
