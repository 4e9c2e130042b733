import type { ComponentChildren } from "preact";
import { useClient } from "../client.js";
import { Empty } from "../parts/problem-box.js";
import { useLatest } from "../use-latest.js";
import { TranscriptEntry } from "./transcript-entry.js";

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
          <TranscriptEntry
            key={index}
            row={row}
            session={sessionKey}
            isLater={false}
            isOpen={undefined}
            onToggle={nothing}
          />
        ))}
      </div>
    </section>
  );
}

const nothing = (): void => undefined;
