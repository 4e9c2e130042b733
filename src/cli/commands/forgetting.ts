import {
  type Forgetting,
  type ForgottenItem,
  projectForgetting,
} from "../../projections/views/forgetting.js";
import { counted, shortFigure } from "../../projections/figures.js";
import { refKey } from "../../reducers/item-refs.js";
import { filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declareSession, UP_TO_OFFSET, type ViewOptions, withSession } from "../session.js";
import { rangeUpTo, refuseDamage } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

/** `refold forgetting`: what the model does not see any more, why, and where the originals are. */
export const declareForgetting: DeclareCommand = (command, shell) => {
  const { output } = shell;
  declareSession(command)
    .option(...UP_TO_OFFSET)
    .option("--json", "each as a line of JSON")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ViewOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const range = await rangeUpTo(session, options.at);
        const found = await projectForgetting(session.source, range);
        if (options.json) for (const one of found) output.json(forgettingJson(one));
        else output.text(forgettingLines(found, output));
        refuseDamage(session, shell);
      }),
    );
};

function forgettingJson({ items, ...forgetting }: Forgetting): object {
  return {
    ...forgetting,
    items: items.map(({ original, ...item }) => ({
      ...item,
      original: { ...original, ref: refKey(original.ref) },
    })),
  };
}

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
    yield filledLine(start, `${what}: ${reason}`, output);
    yield* itemLines(items, output);
  }
  const tokens = found.reduce((sum, one) => sum + one.tokens, 0);
  yield `\n${counted(found.length, "time")}, ${shortFigure(tokens)} tokens in all`;
}

function* itemLines(items: readonly ForgottenItem[], output: Output): Generator<string> {
  const largest = items.toSorted((one, other) => other.tokens - one.tokens).slice(0, ITEMS_NAMED);
  for (const { type, tokens, original } of largest) {
    const { blob, ref } = original;
    const start = `${INDENT}${padEnd(type, 24)}${padStart(shortFigure(tokens), 6)}  in `;
    const where = blob === null ? `event #${refKey(ref)}` : `blob ${blob}`;
    yield output.styles.dim(filledLine(start, where, output));
  }
  const rest = items.length - largest.length;
  if (rest > 0) yield output.styles.dim(`${INDENT}and ${counted(rest, "more item")}`);
}
