import { join } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { langGraph } from "./langgraph.js";

export const langGraphSqlite = langGraph(async (folder) => {
  const saver = SqliteSaver.fromConnString(join(folder, "checkpoints.db"));
  return { saver, close: () => void saver.db.close() };
});
