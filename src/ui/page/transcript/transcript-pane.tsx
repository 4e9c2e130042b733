import { useMemo, useEffect, useState } from "preact/hooks";
import type { TranscriptRow, TranscriptWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { RowList } from "../parts/virtual-list.js";
import { useWindow, useLatest } from "../use-latest.js";
import { TranscriptEntry } from "./transcript-entry.js";
import { counted, figure } from "../../../projections/figures.js";
import { ProblemBox, Empty } from "../notices.js";
import { localTime } from "../parts/time.js";
import { StaticProvider } from "../static-look.js";
import { titleOf } from "../session-words.js";
import type { ComponentChildren } from "preact";

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

/** More is no reading matter, and too much for a browser to lay out at once. */
const MOST_ENTRIES = 2_000;
const ENTRIES_A_REQUEST = 500;

interface Printed {
  readonly rows: readonly TranscriptRow[];
  /** Entries up to the offset. */
  readonly total: number;
}

/** Prints the transcript up to the offset, opened, and not only the rows in sight. */
function PrintButton({ session, offset }: PaneProps) {
  const client = useClient();
  const [printed, setPrinted] = useState<Printed | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { key } = session.row;
  const load = async (): Promise<Printed> => {
    const ask = (from: number, count: number) =>
      client.askSession(key, "transcript", { at: offset, from, count });
    const { atRow, total: all } = await ask(0, 1);
    const total = all === 0 ? 0 : atRow + 1;
    const rows: TranscriptRow[] = [];
    for (let from = Math.max(0, total - MOST_ENTRIES); from < total; from += ENTRIES_A_REQUEST) {
      rows.push(...(await ask(from, Math.min(ENTRIES_A_REQUEST, total - from))).rows);
    }
    return { rows, total };
  };
  useEffect(() => {
    if (printed === null) return;
    print(); // which comes back when the dialog is closed
    setPrinted(null);
  }, [printed]);
  return (
    <>
      <button type="button" onClick={() => void load().then(setPrinted, setProblem)}>
        Print…
      </button>
      {problem !== null && <ProblemBox problem={problem} />}
      {printed !== null && <Paper printed={printed} session={session} offset={offset} />}
    </>
  );
}

const LOOK = { times: { zone: "", time: localTime }, highlight: () => null };

function Paper({ printed, session, offset }: PaneProps & { readonly printed: Printed }) {
  const { rows, total } = printed;
  const isCut = rows.length < total;
  return (
    <StaticProvider value={LOOK}>
      <div class="printed transcript">
        <h1 dir="auto">{titleOf(session.row)}</h1>
        <p>
          {session.name}, up to #{offset}
          {isCut && `: the newest ${figure(rows.length)} of ${counted(total, "entry", "entries")}`}
        </p>
        {rows.map((row, index) => (
          <TranscriptEntry key={index} row={row} session={session.row.key} isOpen />
        ))}
      </div>
    </StaticProvider>
  );
}

interface EndingProps {
  readonly sessionKey: string;
  /** Shown where the end cannot be read alone. */
  readonly children: ComponentChildren;
}

/** What was said last in a file that is still being read: mostly that is what it was opened for. */
export function EndingPane({ sessionKey, children }: EndingProps) {
  const client = useClient();
  const { value, problem } = useLatest(sessionKey, (signal) =>
    client.askSession(sessionKey, "ending", {}, signal),
  );
  if (value === null && problem === null) return <Empty>Reading…</Empty>;
  if (value === null || value.rows.length === 0) return <>{children}</>;
  return (
    <section class="ending" aria-label="The end of the file">
      <h2>Its end, while the rest is being read</h2>
      <div class="transcript">
        {value.rows.map((row, index) => (
          <TranscriptEntry key={index} row={row} session={sessionKey} />
        ))}
      </div>
    </section>
  );
}
