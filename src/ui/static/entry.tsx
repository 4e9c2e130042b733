import { pictureDataUrl } from "../../projections/transcript/image-url.js";
import type { TranscriptEntry as Entry } from "../../projections/transcript/transcript.js";
import type { Picture } from "../api.js";
import { TranscriptEntry } from "../page/transcript/transcript-entry.js";
import { transcriptRow } from "../server/views/transcript-row.js";

/** An entry of a transcript, whole. */
export function StaticEntry({ entry }: { readonly entry: Entry }) {
  const place = { turn: null, ref: null, mostChars: Infinity, pictures: picturesOf(entry) };
  return (
    <TranscriptEntry
      row={transcriptRow(entry, place)}
      session=""
      isLater={false}
      isOpen={undefined}
      onToggle={nothing}
    />
  );
}

const nothing = (): void => undefined;

function picturesOf({ images, imageUrls }: Entry): readonly Picture[] {
  return images.map((words, index) => {
    const url = imageUrls[index] ?? null;
    const remoteUrl = url !== null && /^https?:/i.test(url) ? url : null;
    return { words, url: url === null ? null : pictureDataUrl(url), remoteUrl };
  });
}
