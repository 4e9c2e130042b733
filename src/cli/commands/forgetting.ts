import {
  type Forgetting,
  type ForgottenItem,
  projectForgetting,
} from "../../projections/views/forgetting.js";
import { refKey } from "../../reducers/item-refs.js";
import { refuseDamage } from "../session-notices.js";
import { offsetOption } from "../options.js";
import { counted, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declareReading, type ReadingOptions, requireOffset, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";

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

const ITEMS_NAMED = 5;
const INDENT = " ".repeat(8);

/** What was forgotten, oldest first, with where the largest pieces still are. */
export function* forgettingLines(found: readonly Forgetting[], output: Output): Generator<string> {
  if (found.length === 0) {
    yield "nothing was forgotten";
    return;
  }
  for (const { offset, kind, reason, items, tokens } of found) {
    const what = `${counted(items.length, "item")}, ${shortFigure(tokens)} tokens`;
    const start = `${padStart(`#${offset}`, 7)} ${padEnd(kind, 16)}`;
    const room = Math.max(output.columns - start.length, 12);
    yield `${start}${excerpt(`${what}: ${reason}`, room)}`;
    yield* itemLines(items, output);
  }
  const tokens = found.reduce((sum, one) => sum + one.tokens, 0);
  yield `\n${counted(found.length, "time")}, ${shortFigure(tokens)} tokens in all`;
}

function* itemLines(
  items: readonly ForgottenItem[],
  { styles, columns }: Output,
): Generator<string> {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, ITEMS_NAMED);
  for (const { type, tokens, original } of largest) {
    const where =
      original.blob === null ? `event #${refKey(original.ref)}` : `blob ${original.blob}`;
    const start = `${INDENT}${padEnd(type, 24)}${padStart(shortFigure(tokens), 6)}  in `;
    yield styles.dim(`${start}${excerpt(where, Math.max(columns - start.length, 12))}`);
  }
  const rest = items.length - largest.length;
  if (rest > 0) yield styles.dim(`${INDENT}and ${counted(rest, "more item")}`);
}
