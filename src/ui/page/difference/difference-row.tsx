import type { ComponentChildren } from "preact";
import { neutraliseText } from "../../../projections/display-text.js";
import { counted, figure, shortFigure } from "../../../projections/figures.js";
import type { DiffItem, DiffRow, DiffWords } from "../../api-views.js";
import { useClient } from "../client.js";
import { LongText } from "../parts/long-text.js";
import { OffsetLink } from "../parts/offset-link.js";

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
export function DifferenceRow({ row, a, b, at, from }: DifferenceRowProps) {
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
