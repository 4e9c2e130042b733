import { projectCache } from "../../projections/views/cache.js";
import type { DeclareCommand } from "../command-module.js";
import { offsetOption } from "../options/offset-option.js";
import { refuseDamage } from "../refuse-damage.js";
import { requireOffset } from "../require-offset.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import { cacheLines } from "../views/cache-lines.js";

interface CacheOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `refold cache`: how much of each request the one before had already, and what broke it. */
export const declareCache: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "only up to this offset (inclusive)", offsetOption)
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: CacheOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const { at } = options;
        await requireOffset(session, at);
        shell.progress.start("comparing", session.sizeBytes);
        const report = await projectCache(session.source, at === undefined ? {} : { to: at });
        shell.progress.stop();
        const { output } = shell;
        if (options.json) output.json(report);
        else for (const line of cacheLines(report, output)) output.text(line);
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold cache session.jsonl`;
