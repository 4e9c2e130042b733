import { useEffect, useState } from "preact/hooks";
import { neutraliseText } from "../../../projections/display-text.js";
import { figure } from "../../../projections/figures.js";
import type { TextWindow } from "../../api-views.js";
import { ProblemBox } from "../notices.js";

/** Characters that are shown at a time, however long the text is. */
const PAGE = 50_000;

interface LongTextProps {
  /** Its beginning; empty: all of it is asked for. */
  readonly text: string;
  /** In characters; null: not known before it is asked for. */
  readonly total: number | null;
  readonly load: (from: number, count: number) => Promise<TextWindow>;
}

/** A text of any length as it was recorded: its beginning, then a window that the reader moves. */
export function LongText({ text, total, load }: LongTextProps) {
  const [shown, setShown] = useState({ text, from: 0, total });
  const [problem, setProblem] = useState<unknown>(null);
  const show = async (from: number): Promise<void> => {
    try {
      setShown(await load(Math.max(0, from), PAGE));
    } catch (error) {
      setProblem(error);
    }
  };
  useEffect(() => {
    setShown({ text, from: 0, total });
    if (total === null) void show(0);
  }, [text, total]);
  const { from } = shown;
  const end = from + shown.text.length;
  const left = shown.total === null ? 0 : shown.total - end;
  const isBeginning = from === 0 && end < PAGE;
  return (
    <>
      {from > 0 && (
        <button type="button" class="more" onClick={() => void show(from - PAGE)}>
          Earlier: {figure(from)} characters
        </button>
      )}
      <pre dir="auto">{neutraliseText(shown.text)}</pre>
      {problem !== null && <ProblemBox problem={problem} />}
      {left > 0 && (
        <button type="button" class="more" onClick={() => void show(isBeginning ? 0 : end)}>
          {isBeginning ? "Show more: " : "Later: "}
          {figure(left)} characters
        </button>
      )}
    </>
  );
}
