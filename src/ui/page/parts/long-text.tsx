import { useEffect, useState } from "preact/hooks";
import { neutraliseText } from "../../../projections/display-text.js";
import { figure } from "../../../projections/figures.js";
import type { TextWindow } from "../../api-views.js";
import { ProblemBox } from "./problem-box.js";

/** Characters that are asked for at a time. */
const CHUNK = 100_000;

interface LongTextProps {
  /** Its beginning; empty: all of it is asked for. */
  readonly text: string;
  /** In characters; null: not known before it is asked for. */
  readonly total: number | null;
  readonly load: (from: number, count: number) => Promise<TextWindow>;
}

/** A text of any length as it was recorded: its beginning, and more when the reader wants it. */
export function LongText({ text, total, load }: LongTextProps) {
  const [shown, setShown] = useState({ text, total });
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => setShown({ text, total }), [text, total]);
  const more = async (): Promise<void> => {
    try {
      const answer = await load(shown.text.length, CHUNK);
      setShown({ text: shown.text + answer.text, total: answer.total });
    } catch (error) {
      setProblem(error);
    }
  };
  useEffect(() => {
    if (total === null) void more();
  }, []);
  const left = shown.total === null ? 0 : shown.total - shown.text.length;
  return (
    <>
      <pre dir="auto">{neutraliseText(shown.text)}</pre>
      {problem !== null && <ProblemBox problem={problem} />}
      {left > 0 && (
        <button type="button" class="more" onClick={() => void more()}>
          {left > CHUNK ? `Show ${figure(CHUNK)} of ` : "Show "}
          {figure(left)} more characters
        </button>
      )}
    </>
  );
}
