import { Option } from "commander";
import { DIALECTS, type Dialect } from "../../dialects/dialects.js";
import { THREAD_WRITERS } from "../../dialects/thread-writers.js";
import { ExportReport } from "../../dialects/writing/export-report.js";
import { InvalidArgument } from "../../errors.js";
import type { EventSource } from "../../events/event-source.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { DeclareCommand } from "../command-module.js";
import { notCarriedLines } from "../export/not-carried-lines.js";
import { writeFile } from "../export/write-file.js";
import { writeOut } from "../export/write-out.js";
import { byteFigure } from "../output/figures.js";
import { packageVersion } from "../package-version.js";
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
        const report = new ExportReport();
        const parts = threadParts(dialect, { store, threadId, report });
        if (options.output === undefined) {
          await writeOut(parts, shell);
        } else {
          const target = { path: options.output, force: options.force === true, home: store.home };
          const sizeBytes = await writeFile(parts, target);
          shell.messages.text(`${byteFigure(sizeBytes)} written to ${options.output}`);
        }
        for (const line of notCarriedLines(report)) shell.messages.text(line);
      }),
    );
};

interface Exported {
  readonly store: JsonlStore;
  readonly threadId: string;
  readonly report: ExportReport;
}

/** The file's bytes: of any thread where the dialect can, else of one that was imported from it. */
function threadParts(
  dialect: Dialect,
  { store, threadId, report }: Exported,
): AsyncIterable<Uint8Array> {
  const { blobs } = store;
  const write = THREAD_WRITERS.get(dialect.name);
  if (write === undefined) return dialect.encode(store.read(threadId), blobs);
  const source: EventSource = { read: (range) => store.read(threadId, range) };
  return write(source, { threadId, blobs, version: packageVersion(), report });
}

const EXAMPLE = `
What was imported is written byte for byte as its file was. As a Codex rollout any thread
can be written; what such a file has no place for is listed on stderr.

Example:
  $ refold export 01K6ZQ --format codex -o rollout.jsonl`;
