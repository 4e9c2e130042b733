import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { langGraph } from "./langgraph.js";

export const langGraphPostgres = langGraph(async (url) => {
  const saver = PostgresSaver.fromConnString(url);
  await saver.setup();
  return { saver, close: () => saver.end() };
});
