import { diffStates } from "../../reducers/diff-states.js";
import type { DeclareCommand } from "../command-module.js";
import { diffJson } from "../diff/diff-json.js";
import { diffLines } from "../diff/diff-lines.js";
import { openSide } from "../diff/open-side.js";
import { sharedOffset } from "../diff/shared-offset.js";
import { declareReading, type ReadingOptions } from "../session.js";

interface DiffOptions extends ReadingOptions {
  readonly json?: true;
}

/** `refold diff`: what one state has that the other has not. */
export const declareDiff: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<a>", "a FILE or THREAD; with @N behind it, at that offset")
    .argument("<b>", "another one, or the same at another offset")
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action(async (textA: string, textB: string, options: DiffOptions) => {
      const a = await openSide(textA, { shell, ...options });
      const b = await openSide(textB, { shell, ...options });
      const sharedTo = await sharedOffset(a.state, b.state, options);
      const diff = diffStates(a.state, b.state, sharedTo === undefined ? {} : { sharedTo });
      const { output } = shell;
      if (options.json) output.json(diffJson(diff), { indent: 2 });
      else for (const line of diffLines(diff, { a, b, output })) output.text(line);
    });
};

const EXAMPLE = `
Example:
  $ refold diff 01K6ZQ@40 01K6ZQ@80
  $ refold diff 01K6ZQ 01K70A --json`;
