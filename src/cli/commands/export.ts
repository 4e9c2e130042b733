import { Option } from "commander";
import { DIALECTS } from "../../dialects/dialects.js";
import { InvalidArgument } from "../../errors.js";
import type { DeclareCommand } from "../command-module.js";
import { writeFile } from "../export/write-file.js";
import { writeOut } from "../export/write-out.js";
import { byteFigure } from "../output/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import { withThread } from "../store.js";

interface ExportOptions extends HomeOption {
  readonly format: string;
  readonly output?: string;
  readonly force?: true;
}

/** `refold export`: a thread as a session of another tool. */
export const declareExport: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addOption(
      new Option("--format <name>", "whose form")
        .choices([...DIALECTS.keys()])
        .makeOptionMandatory(),
    )
    .option("-o, --output <file>", "write to this file (mode 0600), not to stdout")
    .option("--force", "overwrite the file if it exists")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ExportOptions) =>
      withThread(text, options, async (store, threadId) => {
        const dialect = DIALECTS.get(options.format);
        if (dialect === undefined) throw new InvalidArgument(`unknown format ${options.format}`);
        const parts = dialect.encode(store.read(threadId), store.blobs);
        if (options.output === undefined) {
          await writeOut(parts, shell);
          return;
        }
        const target = { path: options.output, force: options.force === true, home: store.home };
        const sizeBytes = await writeFile(parts, target);
        shell.messages.text(`${byteFigure(sizeBytes)} written to ${options.output}`);
      }),
    );
};

const EXAMPLE = `
A thread that was imported is written byte for byte as its file was.

Example:
  $ refold export 01K6ZQ --format codex -o rollout.jsonl`;
