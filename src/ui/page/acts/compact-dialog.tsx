import { useState } from "preact/hooks";
import { neutraliseText } from "../../../projections/display-text.js";
import { counted, figure, sum } from "../../../projections/figures.js";
import { entry } from "../../../projections/stats/tally.js";
import type { CompactAnswer, CompactedItem } from "../../api-acts.js";
import { useAbout, useClient } from "../client.js";
import { ProblemBox } from "../notices.js";
import { useLatest } from "../use-latest.js";
import { ActDialog } from "./act-dialog.js";
import type { ThreadDialogProps } from "./thread-dialogs.js";

/** A smaller history. What would go is shown first, and nothing is written before that. */
export function CompactDialog({ session, onClose }: ThreadDialogProps) {
  const client = useClient();
  const { strategies } = useAbout();
  const [strategy, setStrategy] = useState("");
  const { key } = session.row;
  const wish = strategy === "" ? {} : { strategy };
  const wanted = `${key} ${strategy}`;
  const planned = useLatest(wanted, () => client.act(key, "compact", { dryRun: true, ...wish }));
  const plan = planned.key === wanted ? planned.value : null;
  const problem = planned.isLoading ? null : planned.problem;
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
    entry(kinds, kind, (): CompactedItem[] => []).push(item);
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
