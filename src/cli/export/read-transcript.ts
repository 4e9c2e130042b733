import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { TranscriptFormat } from "../../projections/transcript/render-transcript.js";
import type { WalkOptions } from "../../projections/walk-log.js";
import type { ReadTranscript } from "../../sessions/exported-thread.js";
import type { Session } from "../../sessions/session.js";
import { loadPrices, type PricesOption } from "../prices.js";
import type { Shell } from "../shell.js";

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
    ...(to !== undefined && { to }),
    ...(format === "html" && { blobs }),
  };
  const transcript = await projectTranscript(source, options);
  return { transcript, look: { times: output.times, damagedPlaces: session.damage().length } };
}
