import { useEffect, useState } from "preact/hooks";
import { counted, figure } from "../../../projections/figures.js";
import type { TranscriptRow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { ProblemBox } from "../parts/problem-box.js";
import { localTime } from "../parts/time.js";
import { StaticProvider } from "../static-look.js";
import { titleOf } from "../session-words.js";
import { TranscriptEntry } from "./transcript-entry.js";

/** More is no reading matter, and too much for a browser to lay out at once. */
const MOST_ENTRIES = 2_000;
const ENTRIES_A_REQUEST = 500;

interface Printed {
  readonly rows: readonly TranscriptRow[];
  /** Entries up to the offset. */
  readonly total: number;
}

/** Prints the transcript up to the offset, opened, and not only the rows in sight. */
export function PrintButton({ session, offset }: PaneProps) {
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
          <TranscriptEntry
            key={index}
            row={row}
            session={session.row.key}
            isLater={false}
            isOpen={true}
            onToggle={nothing}
          />
        ))}
      </div>
    </StaticProvider>
  );
}

const nothing = (): void => undefined;
