import { counted, shortFigure, figure } from "../../../projections/figures.js";
import { neutraliseLine, neutraliseText } from "../../../projections/display-text.js";
import type { DiffRow, DiffSide, DiffWindow, DiffItem, DiffWords } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { OffsetLink } from "../parts/offset-link.js";
import { RowList } from "../parts/virtual-list.js";
import { useFilter } from "../place-store.js";
import { useLatest, useWindow } from "../use-latest.js";
import { OtherSide } from "./other-side.js";
import type { ComponentChildren } from "preact";
import { LongText } from "../parts/long-text.js";

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

interface DifferenceRowProps {
  readonly row: DiffRow;
  /** Keys of both sessions. */
  readonly a: string;
  readonly b: string;
  /** Offset of B. */
  readonly at: number;
  /** Offset of A. */
  readonly from: number | null;
}

/** An item of one side, the same item as both have it, or what both have in common. */
function DifferenceRow({ row, a, b, at, from }: DifferenceRowProps) {
  if (row.kind === "common") {
    return <p class="common">{counted(row.items, "item")} the same</p>;
  }
  const hasWords = row.kind === "changed" && row.words.length > 0;
  return (
    <div class={`sides ${row.kind}`}>
      {row.kind === "only-b" ? (
        <div class="side-none" />
      ) : (
        <Item item={row.a} session={a} at={from}>
          {hasWords ? <Words words={row.words} side="a" /> : null}
        </Item>
      )}
      {row.kind === "only-a" ? (
        <div class="side-none" />
      ) : (
        <Item item={row.b} session={b} at={at}>
          {hasWords ? <Words words={row.words} side="b" /> : null}
        </Item>
      )}
    </div>
  );
}

interface ItemProps {
  readonly item: DiffItem;
  readonly session: string;
  readonly at: number | null;
  /** Shown in place of its text. */
  readonly children: ComponentChildren;
}

function Item({ item, session, at, children }: ItemProps) {
  const client = useClient();
  const { ref, offset, kind, tokens, text, textChars } = item;
  const rest = (from: number, count: number) =>
    client.askSession(session, "text", { at, ref, from, count });
  return (
    <article class="side-item">
      <header>
        <b>{kind}</b>
        <OffsetLink offset={offset} session={session} />
        <span class="quiet" title={`${figure(tokens)} tokens`}>
          {shortFigure(tokens)}
        </span>
      </header>
      {children ?? <LongText text={text} total={textChars} load={rest} />}
    </article>
  );
}

interface WordsProps {
  readonly words: readonly DiffWords[];
  readonly side: "a" | "b";
}

function Words({ words, side }: WordsProps) {
  const Changed = side === "a" ? "del" : "ins";
  return (
    <pre dir="auto">
      {words.map(({ in: place, text }, index) => {
        if (place === "both") return neutraliseText(text);
        return place === side ? <Changed key={index}>{neutraliseText(text)}</Changed> : null;
      })}
    </pre>
  );
}
