import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where `npm run bench:peers` installs what Refold is measured beside. */
export const PEERS = "bench/peers";

export interface PeerContender {
  /** As `bench/peers/contenders.ts` knows it. */
  readonly name: string;
  readonly label: string;
  /** What it is: null: nothing that has to be installed. */
  readonly package: string | null;
}

/** Who keeps threads in a folder, in the order of the table. */
export const FILE_CONTENDERS: readonly PeerContender[] = [
  { name: "refold", label: "Refold", package: null },
  { name: "refold-unsynced", label: "Refold, not synced", package: null },
  { name: "pi", label: "pi", package: "@earendil-works/pi-coding-agent" },
  { name: "json-file", label: "one JSON file", package: null },
  { name: "emmett-sqlite", label: "Emmett, SQLite", package: "@event-driven-io/emmett-sqlite" },
  {
    name: "langgraph-sqlite",
    label: "LangGraph, SQLite",
    package: "@langchain/langgraph-checkpoint-sqlite",
  },
];

/** Who keeps threads in a database of PostgreSQL. */
export const POSTGRES_CONTENDERS: readonly PeerContender[] = [
  { name: "refold-postgres", label: "Refold", package: null },
  { name: "emmett-postgres", label: "Emmett", package: "@event-driven-io/emmett-postgresql" },
  {
    name: "langgraph-postgres",
    label: "LangGraph",
    package: "@langchain/langgraph-checkpoint-postgres",
  },
];

/** The version that is installed; null: it is not. */
export function installedVersion(name: string, folder = PEERS): string | null {
  const path = join(folder, "node_modules", name, "package.json");
  if (!existsSync(path)) return null;
  const about: unknown = JSON.parse(readFileSync(path, "utf8"));
  const isNamed = typeof about === "object" && about !== null && "version" in about;
  return isNamed ? String(about.version) : null;
}
