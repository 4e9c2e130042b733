import { projectTranscript } from "../../../projections/transcript/project-transcript.js";
import { fileEnding } from "../../../sessions/file-ending.js";
import type { Ending } from "../../api-views.js";
import type { ListedSession } from "../session-list.js";
import { transcriptRow } from "./transcript-row.js";

const MOST_ROWS = 30;

/** What was said last in another tool's file, before all of it was read. */
export async function ending({ summary }: ListedSession): Promise<Ending> {
  const source = summary.collection === "refold" ? null : await fileEnding(summary.path);
  if (source === null) return { rows: [] };
  const { turns } = await projectTranscript(source);
  const entries = turns.flatMap((turn) => turn.entries).slice(-MOST_ROWS);
  const place = { turn: null, pictures: [], ref: null, mostChars: Infinity };
  return { rows: entries.map((entry) => transcriptRow(entry, place)) };
}
