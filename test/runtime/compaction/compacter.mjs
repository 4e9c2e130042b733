/**
 * A process that compacts a thread again and again until it is killed; says `N` after each
 * compaction that it was told is stored. Usage: compacter.mjs HOME THREAD
 */
import process from "node:process";
import { jsonlStore, resumeThread } from "refold";

const [, , home, threadId] = process.argv;
const store = jsonlStore({ home });
const thread = await resumeThread(threadId, { store });
const usage = {
  ...{ input: 90, cachedInput: 0, cacheWrite: 0 },
  ...{ output: 6, reasoning: 0, total: 96 },
};
for (let round = 1; ; round += 1) {
  const turn = await thread.startTurn({ model: "model-a", cwd: "/srv/tide" });
  await turn.recordUserInput(`question ${round} ${"why ".repeat(200)}`);
  if (round % 2 === 0) await turn.complete();
  await thread.compact({ summarize: () => ({ text: `summary ${round}`, usage }) });
  process.stdout.write(`${round}\n`);
  if (round % 2 === 1) await turn.complete();
}
