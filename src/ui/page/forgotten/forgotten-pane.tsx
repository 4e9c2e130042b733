import { useState } from "preact/hooks";
import { byteFigure, counted, shortFigure } from "../../../projections/figures.js";
import type { ForgottenRow, ForgottenWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { LongText } from "../parts/long-text.js";
import { OffsetLink } from "../parts/offset-link.js";
import { RowList } from "../parts/virtual-list.js";
import { Time } from "../parts/time.js";
import { useWindow } from "../use-latest.js";

/** What the model does not see any more at an offset: since when, why, and its original. */
export function ForgottenPane({ session, offset }: PaneProps) {
  const client = useClient();
  const { key } = session.row;
  const rows = useWindow<ForgottenRow, ForgottenWindow>({
    key: `${key} ${offset}`,
    load: ({ from, count }, signal) =>
      client.askSession(key, "forgotten", { at: offset, from, count }, signal),
  });
  const answer = rows.latest.value;
  return (
    <div class="rows-pane forgotten">
      {answer !== null && answer.total > 0 && (
        <header class="pane-head">
          <p>
            <b>{counted(answer.total, "time")}</b>
            <span>{shortFigure(answer.tokens)} tokens in all</span>
          </p>
        </header>
      )}
      <RowList
        label="What was forgotten"
        rows={rows}
        estimate={60}
        empty="Nothing was forgotten up to here."
        renderRow={(row) => <Forgetting key={row.offset} row={row} session={key} />}
      />
    </div>
  );
}

const KIND_WORDS: Readonly<Record<ForgottenRow["kind"], string>> = {
  bounded: "cut when recorded",
  compacted: "compacted",
  trimmed: "trimmed",
  cleared: "cleared",
  "images-replaced": "images replaced",
  "rolled-back": "rolled back",
};

/** More are folded. */
const SHOWN_ITEMS = 5;

function Forgetting({ row, session }: { readonly row: ForgottenRow; readonly session: string }) {
  const [isWhole, setWhole] = useState(false);
  const items = isWhole ? row.items : row.items.slice(0, SHOWN_ITEMS);
  const folded = row.items.length - items.length;
  const unlisted = row.itemsTotal - row.items.length;
  return (
    <article class={`forgetting ${row.kind}`}>
      <header>
        <OffsetLink offset={row.offset} />
        <b>{KIND_WORDS[row.kind]}</b>
        <span>
          {counted(row.itemsTotal, "item")}, {shortFigure(row.tokens)} tokens
        </span>
        <span class="reason">{row.reason}</span>
        <Time at={row.at} />
      </header>
      <ul>
        {items.map((item) => (
          <ForgottenItem key={item.ref} item={item} session={session} />
        ))}
      </ul>
      {folded > 0 && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          {counted(folded, "more item")}
        </button>
      )}
      {folded === 0 && unlisted > 0 && <p class="quiet">and {counted(unlisted, "smaller item")}</p>}
    </article>
  );
}

interface ForgottenItemProps {
  readonly item: ForgottenRow["items"][number];
  readonly session: string;
}

function ForgottenItem({ item, session }: ForgottenItemProps) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const { type, tokens, bytes, ref, offset, isCut } = item;
  return (
    <li>
      <span class="kind">{type.replaceAll("_", " ")}</span>
      <span class="figure">{shortFigure(tokens)} tokens</span>
      <span class="quiet figure">{byteFigure(bytes)}</span>
      <OffsetLink offset={offset} />
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isCut ? "whole output" : "original"}
      </button>
      {isOpen && (
        <div class="original">
          <LongText
            text=""
            total={null}
            load={(from, count) => client.askSession(session, "original", { ref, from, count })}
          />
        </div>
      )}
    </li>
  );
}
