import { Option } from "commander";
import { DIALECTS } from "../../dialects/dialects.js";
import { InvalidArgument } from "../../errors.js";
import type { DeclareCommand } from "../command-module.js";
import { redactionLines } from "../export/redaction-lines.js";
import { redactionPatterns } from "../export/redaction-patterns.js";
import { withRedacted } from "../export/with-redacted.js";
import { isTranscriptFormat, TRANSCRIPT_FORMATS } from "../export/formats.js";
import { threadParts, transcriptParts, type ExportedParts } from "../export/export-parts.js";
import { withExportable } from "../export/with-exportable.js";
import { writeFile } from "../export/write-file.js";
import { writeOut } from "../export/write-out.js";
import { byteFigure } from "../output/figures.js";
import { pathOption } from "../options/path-option.js";
import { refuseDamage } from "../refuse-damage.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
import { storeHome } from "../../store/jsonl/store-home.js";

interface ExportOptions extends ReadingOptions {
  readonly format: string;
  readonly output?: string;
  readonly force?: true;
  readonly redact?: true;
  readonly redactPattern?: readonly string[];
  readonly redactPatterns?: string;
}

/** `refold export`: a thread as a file to read, to pass on, or for another tool. */
export const declareExport: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .addOption(
      new Option("--format <name>", "what it is written as")
        .choices([...TRANSCRIPT_FORMATS, ...DIALECTS.keys(), "bundle"])
        .makeOptionMandatory(),
    )
    .option("-o, --output <file>", "write to this file (mode 0600), not to stdout", pathOption)
    .option("--force", "overwrite the file if it exists")
    .option("--redact", "replace secrets: tokens, passwords, e-mail addresses, home paths")
    .option(
      "--redact-pattern <regex>",
      "redact what this matches too (RE2's syntax; may be said again)",
      (pattern: string, before: readonly string[] | undefined) => [...(before ?? []), pattern],
    )
    .option("--redact-patterns <file>", "redact what the lines of this file match too", pathOption)
    .addHelpText("after", EXAMPLE)
    .action(async (text: string, options: ExportOptions) => {
      const { format } = options;
      const patterns = await redactionPatterns(options);
      if (format === "bundle" && options.output === undefined && shell.stdout.isTTY === true) {
        throw new InvalidArgument("a bundle is no text for a terminal", "Name a file: -o FILE");
      }
      if (isTranscriptFormat(format) && patterns === null) {
        await withSession(text, { shell, ...options }, async (session) => {
          await write(await transcriptParts(session.source, format), { ...options, text }, shell);
          refuseDamage(session, shell);
        });
        return;
      }
      await withExportable(text, { shell, ...options }, (thread) =>
        withRedacted(thread, patterns, async (redacted) => {
          await write(await threadParts(format, redacted), { ...options, text }, shell);
          for (const line of redactionLines(redacted)) shell.messages.text(line);
        }),
      );
    });
};

async function write(
  { parts, notes }: ExportedParts,
  { output, force, home, text }: ExportOptions & { readonly text: string },
  shell: Shell,
): Promise<void> {
  if (output === undefined) {
    await writeOut(parts, shell);
  } else {
    const target = { path: output, force: force === true, home: storeHome(home), source: text };
    const sizeBytes = await writeFile(parts, target);
    shell.messages.text(`${byteFigure(sizeBytes)} written to ${output}`);
  }
  for (const line of notes()) shell.messages.text(line);
}

const EXAMPLE = `
md, html and json are transcripts (refold transcript). A bundle holds the thread, its ancestors
and their blobs, byte for byte: refold import takes it in anywhere, and commands that read open it
as it is. As a session of another tool, what was imported from one is written byte for byte as its
file was, and what such a file has no place for is listed on stderr.

With --redact secrets are replaced by placeholders, and what was replaced is listed on stderr;
patterns mean --redact too.

Example:
  $ refold export 01K6ZQ --format html --redact -o thread.html
  $ refold export 01K6ZQ --format bundle -o thread.refold
  $ refold export 01K6ZQ --format codex -o rollout.jsonl`;
