import { cpSync } from "node:fs";
import type { Contender } from "./contender.js";
import { jsonlStore, openRefold } from "./refold.js";

export function refoldFiles(durability: "turn" | "none"): Contender {
  return {
    fill: async (folder, { home }) => cpSync(home, folder, { recursive: true }),
    open: (home) => openRefold(jsonlStore({ home, durability })),
  };
}
