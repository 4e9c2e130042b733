import { join } from "node:path";
import { getSQLiteEventStore } from "@event-driven-io/emmett-sqlite";
import { emmett } from "./emmett.js";

export const emmettSqlite = emmett((folder) =>
  getSQLiteEventStore({
    fileName: join(folder, "events.db"),
    schema: { autoMigration: "CreateOrUpdate" },
  }),
);
