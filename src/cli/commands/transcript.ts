import { Option } from "commander";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../projections/transcript/render-transcript.js";
import { refuseDamage } from "../session-notices.js";
import { offsetOption } from "../options.js";
import { declareReading, type ReadingOptions, requireOffset, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";

interface TranscriptOptions extends ReadingOptions {
  readonly at?: number;
  readonly format: TranscriptFormat;
}

/** `refold transcript`: the whole conversation, to read or to pass on. */
export const declareTranscript: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "only up to this offset (inclusive)", offsetOption)
    .addOption(
      new Option("--format <name>", "what it is written as")
        .choices(["text", "md", "html", "json"])
        .default("text"),
    )
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: TranscriptOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const { at, format } = options;
        await requireOffset(session, at);
        const transcript = await projectTranscript(
          session.source,
          at === undefined ? {} : { to: at },
        );
        if (format === "json") shell.output.json(transcript, { indent: 2 });
        else shell.output.text(renderTranscript(transcript, format).trimEnd());
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold transcript session.jsonl --format html > session.html`;
