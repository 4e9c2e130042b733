import { invalidArgument } from "../../errors.js";
import { homeText, isDatabase } from "../../store/jsonl/home.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";

interface MigrateOptions extends HomeOption {
  readonly print?: true;
}

/** `refold migrate`: makes the tables of a database, or brings them to this version. */
export const declareMigrate: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .option("--print", "print the SQL, and run nothing")
    .addHelpText("after", EXAMPLE)
    .action(async ({ home, print }: MigrateOptions) => {
      const text = homeText(home);
      if (!isDatabase(text)) {
        throw invalidArgument(
          "the home is a folder, which has no tables",
          "name a database: refold migrate --home postgres://user@host/database",
        );
      }
      const { migrate, schemaSql } = await import("../../store/postgres/schema.js");
      if (print) {
        const { parseDatabaseUrl } = await import("../../store/postgres/connect.js");
        output.text(schemaSql({ schema: parseDatabaseUrl(text).schema }).split("\n"));
        return;
      }
      const { connectDatabase } = await import("../../store/postgres/connect.js");
      const { access, schema, name, close } = await connectDatabase(text);
      try {
        const { from, to } = await migrate(access, { schema, name });
        const words =
          from === to ? "was" : from === 0 ? "is new and" : `was at version ${from}, and`;
        output.text(`${name}  ${words} at version ${to}${from === to ? " already" : ""}`);
      } finally {
        await close();
      }
    });
};

const EXAMPLE = `
Each version is made in one transaction, and none is ever taken back. The role needs the right to create a
schema in the database; other roles work with the tables afterwards (docs/postgres.md).

Example:
  $ refold migrate --home postgres://owner@db.example/agents
  $ refold migrate --home postgres://owner@db.example/agents --print | less`;
