import { useEffect, useState } from "preact/hooks";
import { neutraliseText } from "../../../projections/display-text.js";
import { counted, figure, sum } from "../../../projections/figures.js";
import type { SessionView } from "../../api.js";
import type { CompactAnswer, CompactedItem } from "../../api-acts.js";
import { useAbout, useClient } from "../client.js";
import { ProblemBox } from "../notices.js";
import { ActDialog } from "./act-dialog.js";

interface CompactDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
}

/** A smaller history. What would go is shown first, and nothing is written before that. */
export function CompactDialog({ session, onClose }: CompactDialogProps) {
  const client = useClient();
  const { strategies } = useAbout();
  const [strategy, setStrategy] = useState("");
  const { key } = session.row;
  const wish = strategy === "" ? {} : { strategy };
  const { plan, problem } = usePlan(key, wish);
  const canAct = plan !== null && plan.goes.length > 0;
  return (
    <ActDialog
      title="Compact"
      verb="Compact"
      isDisabled={!canAct}
      session={session}
      onAct={async () =>
        (await client.act(key, "compact", { dryRun: false, ...wish })).done ?? "done"
      }
      onClose={onClose}
    >
      <label class="field">
        Strategy
        <select value={strategy} onChange={({ currentTarget }) => setStrategy(currentTarget.value)}>
          <option value="">the thread’s own</option>
          {strategies.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {problem !== null && <ProblemBox problem={problem} />}
      {plan === null && problem === null && <p class="quiet">Planning…</p>}
      {plan !== null && <Plan plan={plan} />}
    </ActDialog>
  );
}

interface Planned {
  /** Null: it is not known yet. */
  readonly plan: CompactAnswer | null;
  readonly problem: unknown;
}

/** What a compaction would do. */
function usePlan(key: string, wish: { readonly strategy?: string }): Planned {
  const client = useClient();
  const [planned, setPlanned] = useState<Planned>({ plan: null, problem: null });
  useEffect(() => {
    let isWanted = true;
    const take = (answer: Planned): void => {
      if (isWanted) setPlanned(answer);
    };
    take({ plan: null, problem: null });
    client.act(key, "compact", { dryRun: true, ...wish }).then(
      (plan) => take({ plan, problem: null }),
      (problem: unknown) => take({ plan: null, problem }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, wish.strategy]);
  return planned;
}

/** What would go and what would stay. */
function Plan({ plan }: { readonly plan: CompactAnswer }) {
  const { words, tokensBefore, tokensAfter, summary, goes, stays } = plan;
  return (
    <div class="plan">
      <p role="status">
        {words}
        {goes.length > 0 && (
          <>
            {" "}
            <b>
              {figure(tokensBefore)} → {figure(tokensAfter)} tokens
            </b>
          </>
        )}
      </p>
      <Fates title="Goes" items={goes} />
      <Fates title="Stays" items={stays} />
      {summary !== null && (
        <details>
          <summary>The summary that takes its place</summary>
          <pre dir="auto">{neutraliseText(summary)}</pre>
        </details>
      )}
    </div>
  );
}

/** Items by kind, with their tokens. */
function Fates({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly CompactedItem[];
}) {
  if (items.length === 0) return null;
  const kinds = new Map<string, CompactedItem[]>();
  for (const item of items) {
    const kind = item.type === "message" ? `message of ${item.origin}` : item.type;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [item]);
    else known.push(item);
  }
  return (
    <table class="fates">
      <caption>
        {title}: {counted(items.length, "item")}, {figure(tokensOf(items))} tokens
      </caption>
      <tbody>
        {[...kinds].map(([kind, ofKind]) => (
          <tr key={kind}>
            <th scope="row">{kind.replaceAll("_", " ")}</th>
            <td>{figure(ofKind.length)}</td>
            <td>{figure(tokensOf(ofKind))} tokens</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function tokensOf(items: readonly CompactedItem[]): number {
  return sum(items.map(({ tokensBefore }) => tokensBefore));
}
