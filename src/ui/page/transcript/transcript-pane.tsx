import { useMemo } from "preact/hooks";
import type { TranscriptRow, TranscriptWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { RowList } from "../parts/row-list.js";
import { useWindow } from "../use-window.js";
import { PrintButton } from "./print.js";
import { TranscriptEntry } from "./transcript-entry.js";

/** The conversation as people read it. */
export function TranscriptPane({ session, offset }: PaneProps) {
  const client = useClient();
  const { key } = session.row;
  const rows = useWindow<TranscriptRow, TranscriptWindow>({
    key: `${key} ${session.head} ${offset}`,
    load: (range, signal) => client.askSession(key, "transcript", { at: offset, ...range }, signal),
  });
  // What the reader opened stays open when it comes into sight again.
  const opened = useMemo(() => new Map<number, boolean>(), [key]);
  return (
    <div class="rows-pane transcript">
      <div class="pane-head">
        <PrintButton session={session} offset={offset} />
      </div>
      <RowList
        label="Transcript"
        rows={rows}
        estimate={48}
        start={rows.latest.value?.atRow ?? null}
        startKey={offset}
        empty="Nothing was said yet."
        renderRow={(row, index) => (
          <TranscriptEntry
            key={index}
            row={row}
            session={key}
            isLater={row.offset > offset}
            isOpen={opened.get(index)}
            onToggle={(isOpen) => opened.set(index, isOpen)}
          />
        )}
      />
    </div>
  );
}
