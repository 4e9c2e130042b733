import { Option } from "commander";
import {
  renderTranscript,
  type TranscriptFormat,
} from "../../projections/transcript/render-transcript.js";
import { UTC_TIMES } from "../output/times.js";
import { declarePrices, type PricesOption, loadPrices } from "../prices.js";
import {
  declareSession,
  NO_PAGER,
  type PagerOption,
  UP_TO_OFFSET,
  type ViewOptions,
  withSession,
} from "../session.js";
import { rangeUpTo, refuseDamage } from "../session-reading.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { accountantOf } from "../../dialects/dialects.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { WalkOptions } from "../../projections/walk-log.js";
import type { ReadTranscript } from "../../sessions/exported-thread.js";
import type { Session } from "../../sessions/session.js";

interface TranscriptOptions extends ViewOptions, PagerOption, PricesOption {
  readonly format: TranscriptFormat | "html";
}

/** `refold transcript`: the whole conversation, to read or to pass on. */
export const declareTranscript: DeclareCommand = (command, shell) => {
  const formats = new Option("--format <name>", "what it is written as");
  declarePrices(declareSession(command))
    .option(...UP_TO_OFFSET)
    .addOption(formats.choices(["text", "md", "html", "json"]).default("text"))
    .option(...NO_PAGER)
    .option(...UTC_TIMES)
    .addHelpText("after", EXAMPLE)
    .action((text: string, { format, pager, ...options }: TranscriptOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const range = await rangeUpTo(session, options.at);
        if (pager) await shell.output.page();
        const { transcript, look } = await readTranscript(
          session,
          { format, ...range, ...options },
          shell,
        );
        if (format === "json") shell.output.json(transcript, { indent: 2 });
        else if (format === "html") {
          const { renderTranscriptHtml } = await import("../../sessions/static-page.js");
          shell.output.text(renderTranscriptHtml(transcript, look).trimEnd());
        } else shell.output.text((await renderTranscript(transcript, format, look)).trimEnd());
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold transcript session.jsonl --format html > session.html`;

interface ReadOptions extends WalkOptions, PricesOption {
  readonly format: TranscriptFormat | "html";
}

/** A session as a transcript; only a page shows its pictures. */
export async function readTranscript(
  session: Session,
  { format, to, ...money }: ReadOptions,
  { output }: Shell,
): Promise<ReadTranscript> {
  const { source, blobs } = session;
  const options = {
    prices: await loadPrices(money),
    accountantOf,
    ...(to !== undefined && { to }),
    ...(format === "html" && { blobs }),
  };
  const transcript = await projectTranscript(source, options);
  return { transcript, look: { times: output.times, damagedPlaces: session.damage().length } };
}
