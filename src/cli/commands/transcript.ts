import { Option } from "commander";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../projections/transcript/render-transcript.js";
import {
  declareSession,
  NO_PAGER,
  type PagerOption,
  UP_TO_OFFSET,
  type ViewOptions,
  withSession,
} from "../session.js";
import { rangeUpTo, refuseDamage } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

interface TranscriptOptions extends ViewOptions, PagerOption {
  readonly format: TranscriptFormat;
}

/** `refold transcript`: the whole conversation, to read or to pass on. */
export const declareTranscript: DeclareCommand = (command, shell) => {
  const formats = new Option("--format <name>", "what it is written as");
  declareSession(command)
    .option(...UP_TO_OFFSET)
    .addOption(formats.choices(["text", "md", "html", "json"]).default("text"))
    .option(...NO_PAGER)
    .addHelpText("after", EXAMPLE)
    .action((text: string, { format, pager, ...options }: TranscriptOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const range = await rangeUpTo(session, options.at);
        if (pager) await shell.output.page();
        const transcript = await projectTranscript(session.source, range);
        if (format === "json") shell.output.json(transcript, { indent: 2 });
        else shell.output.text(renderTranscript(transcript, format).trimEnd());
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold transcript session.jsonl --format html > session.html`;
