import type { Contender } from "./contender.js";

/** By the names of `bench/peer-contenders.ts`. Only the one that is asked for is loaded. */
export const CONTENDERS: Readonly<Record<string, () => Promise<Contender>>> = {
  refold: async () => (await import("./refold-files.js")).refoldFiles("turn"),
  "refold-unsynced": async () => (await import("./refold-files.js")).refoldFiles("none"),
  "refold-postgres": async () => (await import("./refold-postgres.js")).refoldPostgres,
  pi: async () => (await import("./pi.js")).pi,
  "emmett-sqlite": async () => (await import("./emmett-sqlite.js")).emmettSqlite,
  "emmett-postgres": async () => (await import("./emmett-postgres.js")).emmettPostgres,
  "json-file": async () => (await import("./json-file.js")).jsonFile,
  "langgraph-sqlite": async () => (await import("./langgraph-sqlite.js")).langGraphSqlite,
  "langgraph-postgres": async () => (await import("./langgraph-postgres.js")).langGraphPostgres,
};
