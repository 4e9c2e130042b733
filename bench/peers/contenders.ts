import type { Contender } from "./contender.js";

/** By the names of `bench/peer-contenders.ts`. Only the one that is asked for is loaded. */
export const CONTENDERS: Readonly<Record<string, () => Promise<Contender>>> = {
  refold: async () => (await import("./refold.js")).refold("turn"),
  "refold-unsynced": async () => (await import("./refold.js")).refold("none"),
  pi: async () => (await import("./pi.js")).pi,
  emmett: async () => (await import("./emmett.js")).emmett,
  "json-file": async () => (await import("./json-file.js")).jsonFile,
  langgraph: async () => (await import("./langgraph.js")).langGraph,
};
