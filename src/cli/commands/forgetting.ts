import { projectForgetting } from "../../projections/views/forgetting.js";
import { refKey } from "../../reducers/item-refs.js";
import type { DeclareCommand } from "../command-module.js";
import { offsetOption } from "../options/offset-option.js";
import { refuseDamage } from "../refuse-damage.js";
import { requireOffset } from "../require-offset.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import { forgettingLines } from "../views/forgetting-lines.js";

interface ForgettingOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `refold forgetting`: what the model does not see any more, why, and where the originals are. */
export const declareForgetting: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "only up to this offset (inclusive)", offsetOption)
    .option("--json", "each as a line of JSON")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ForgettingOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const { at } = options;
        await requireOffset(session, at);
        const found = await projectForgetting(session.source, at === undefined ? {} : { to: at });
        const { output } = shell;
        if (!options.json) for (const line of forgettingLines(found, output)) output.text(line);
        else {
          for (const { items, ...one } of found) {
            output.json({
              ...one,
              items: items.map(({ original, ...item }) => ({
                ...item,
                original: { ...original, ref: refKey(original.ref) },
              })),
            });
          }
        }
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold forgetting session.jsonl`;
