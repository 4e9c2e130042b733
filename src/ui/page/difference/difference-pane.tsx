import { counted, shortFigure } from "../../../projections/figures.js";
import { neutraliseLine } from "../../../projections/display-text.js";
import type { DiffRow, DiffSide, DiffWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { OffsetLink } from "../parts/offset-link.js";
import { RowList } from "../parts/row-list.js";
import { useFilter } from "../place-store.js";
import { useLatest } from "../use-latest.js";
import { useWindow } from "../use-window.js";
import { DifferenceRow } from "./difference-row.js";
import { OtherSide } from "./other-side.js";

/** What a prompt's history has that another has not: of an earlier offset, or of another session. */
export function DifferencePane({ session, offset }: PaneProps) {
  const client = useClient();
  const { key } = session.row;
  const [of] = useFilter("of");
  const other = of === "" ? key : of;
  const from = useOtherOffset(key, other, offset);
  const rows = useWindow<DiffRow, DiffWindow>({
    key: from === null ? null : `${other} ${from} ${key} ${offset}`,
    load: (range, signal) =>
      client.ask("diff", { a: other, at: from, b: key, bt: offset, ...range }, signal),
  });
  const answer = rows.latest.value;
  return (
    <div class="rows-pane difference">
      <OtherSide session={session} other={other} from={from} offset={offset} />
      {answer !== null && (
        <>
          <header class="sides">
            <SideHead side={answer.a} sign="−" />
            <SideHead side={answer.b} sign="+" />
          </header>
          <Values values={answer.values} />
        </>
      )}
      <RowList
        label="Differences"
        rows={rows}
        estimate={64}
        empty="Both are empty."
        renderRow={(row) => <DifferenceRow row={row} a={other} b={key} at={offset} from={from} />}
      />
    </div>
  );
}

/** The offset that was chosen, else where the turn began. */
function useOtherOffset(key: string, other: string, offset: number): number | null {
  const client = useClient();
  const [chosen] = useFilter("a");
  const isChosen = /^\d+$/.test(chosen);
  const isElsewhere = other !== key;
  const { value } = useLatest(isChosen ? null : `${key} ${other} ${offset}`, async (signal) => {
    if (isElsewhere) return (await client.askSession(other, "", {}, signal)).head - 1;
    const query = { at: offset, by: "turn", to: "previous" };
    return (await client.askSession(key, "step", query, signal)).offset ?? 0;
  });
  return isChosen ? Number(chosen) : value;
}

function SideHead({ side, sign }: { readonly side: DiffSide; readonly sign: string }) {
  return (
    <p>
      <b aria-hidden="true">{sign}</b>
      <OffsetLink offset={side.at} session={side.key} />
      <span dir="auto" class="side-title">
        {side.title === null ? "(nothing said yet)" : neutraliseLine(side.title)}
      </span>
      <span class="quiet">
        {counted(side.items, "item")}, {shortFigure(side.tokens)} tokens
      </span>
    </p>
  );
}

/** Settings and what the model was told of them, where they differ. */
function Values({ values }: Pick<DiffWindow, "values">) {
  if (values.length === 0) return null;
  return (
    <details class="diff-values">
      <summary>{counted(values.length, "changed setting")}</summary>
      <table>
        <tbody>
          {values.map(({ of, name, a, b }) => (
            <tr key={`${of} ${name}`}>
              <th scope="row">
                {of === "baseline" ? "told: " : ""}
                {neutraliseLine(name)}
              </th>
              <td>{a === null ? "–" : neutraliseLine(a)}</td>
              <td>{b === null ? "–" : neutraliseLine(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
