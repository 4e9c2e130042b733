import { claudeChain, codexRollbacks, copies, largeItem, piChain } from "./growth-files.js";
import type { Shape } from "./growth-shape.js";
import { compactedForks, forkChain, manyThreads, ownTurns, rollbacks } from "./growth-threads.js";

/** What commands are asked of: a recorded session, a folder of some, a thread, the threads of a home. */
export type Kind = "file" | "folder" | "thread" | "home";

const ITEMS = [1_000, 10_000, 100_000];
const FEWER = [100, 1_000, 10_000];

/** What is measured, and at which sizes: items, messages, lines, rollbacks, forks; of the one item, bytes. */
export const SHAPES: readonly {
  readonly name: string;
  readonly kind: Kind;
  readonly write: Shape;
  readonly sizes: readonly number[];
  /** Memory is measured too. */
  readonly weighs?: true;
}[] = [
  { name: "Claude Code chain, by messages", kind: "file", write: claudeChain, sizes: ITEMS },
  { name: "pi chain, by messages", kind: "file", write: piChain, sizes: ITEMS },
  {
    name: "Codex rollout with a rollback every fifth line, by lines",
    ...{ kind: "file", write: codexRollbacks, sizes: ITEMS },
  },
  { name: "thread of the store, by items", kind: "thread", write: ownTurns, sizes: ITEMS },
  { name: "thread of the store, by rollbacks", kind: "thread", write: rollbacks, sizes: FEWER },
  { name: "forks of forks, by depth", kind: "thread", write: forkChain, sizes: ITEMS },
  {
    name: "forks of forks with a checkpoint each, by depth",
    ...{ kind: "thread", write: compactedForks, sizes: FEWER },
  },
  { name: "threads of a home, by threads", kind: "home", write: manyThreads, sizes: FEWER },
  { name: "copies of one session, by copies", kind: "folder", write: copies, sizes: FEWER },
  {
    name: "one item, by bytes",
    ...{ kind: "file", write: largeItem, sizes: [500_000, 5_000_000, 50_000_000], weighs: true },
  },
];
