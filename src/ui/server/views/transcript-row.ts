import { beginning } from "../../../projections/display-text.js";
import { readOutput } from "../../../projections/item-words.js";
import { readEdits } from "../../../projections/transcript/edits.js";
import type { TranscriptEntry } from "../../../projections/transcript/transcript.js";
import type { TranscriptRow } from "../../api-views.js";

interface RowPlace extends Pick<TranscriptRow, "turn" | "pictures" | "ref"> {
  readonly mostChars: number;
}

/** An entry of a transcript as the page shows it. */
export function transcriptRow(
  entry: Omit<TranscriptEntry, "images" | "imageUrls">,
  { turn, pictures, ref, mostChars }: RowPlace,
): TranscriptRow {
  const { offset, at, speaker, name, callId, failed, cutTokens, tokens } = entry;
  const output = speaker === "output" ? readOutput(entry.text) : null;
  const text = output?.text ?? entry.text;
  const edits = speaker === "call" ? readEdits(name, text) : null;
  return {
    ...{ offset, at, speaker, name, callId, failed, cutTokens, tokens, turn, pictures, ref },
    ...{
      text: beginning(text, mostChars),
      textChars: text.length,
      exitCode: output?.exitCode ?? null,
    },
    edits: edits?.edits ?? null,
  };
}
