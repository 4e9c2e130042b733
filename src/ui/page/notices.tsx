import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem, type ProblemDetails } from "./server.js";
import { byteFigure, counted, figure } from "../../projections/figures.js";
import type { Reading } from "../api.js";

const ANNOUNCED = "refold-announced";
const SHOWN_MS = 8_000;

/** Says what was done, wherever the reader is by then. */
export function announce(words: string): void {
  dispatchEvent(new CustomEvent<string>(ANNOUNCED, { detail: words }));
}

/** What was done last; it goes by itself. */
export function Notice() {
  const [words, setWords] = useState("");
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent) setWords(String(event.detail));
    };
    addEventListener(ANNOUNCED, listen);
    return () => removeEventListener(ANNOUNCED, listen);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setWords(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p class={`toast ${words === "" ? "visually-hidden" : ""}`} role="status">
      {words}
    </p>
  );
}

/** Says what is wrong and what to do about it. Errors of the page itself are shown as they are. */
export function ProblemBox({ problem }: { readonly problem: unknown }) {
  const { code, message, remedy } = detailsOf(problem);
  return (
    <div class="problem" role="alert">
      <p class="problem-message">{message}</p>
      {remedy !== null && <p>{remedy}</p>}
      <p class="quiet">
        <code>{code}</code>
      </p>
    </div>
  );
}

function detailsOf(problem: unknown): ProblemDetails {
  if (problem instanceof Problem) return problem;
  const message = problem instanceof Error ? problem.message : String(problem);
  return { code: "page-failed", message, remedy: "Reload the page; if it stays, report it." };
}

/** Nothing to show, and why. */
export function Empty({ children }: { readonly children: string }) {
  return <p class="empty">{children}</p>;
}

/** How far the reading of a session has come. */
export function ReadingBar({ reading: { unit, done, total } }: { readonly reading: Reading }) {
  const words =
    unit === "byte"
      ? `${byteFigure(done)} of ${byteFigure(total)}`
      : `${figure(done)} of ${counted(total, "event")}`;
  return (
    <span class="reading" role="status">
      <progress aria-label="Read so far" max={Math.max(1, total)} value={Math.min(done, total)} />
      reading: {words}
    </span>
  );
}

interface FoldedListProps {
  readonly summary: ComponentChildren;
  readonly items: readonly string[];
  readonly className?: string;
  /** Stands below the list. */
  readonly children?: ComponentChildren;
}

/** Words that not everybody wants to read. */
export function FoldedList({ summary, items, className, children }: FoldedListProps) {
  return (
    <details class={className}>
      <summary>{summary}</summary>
      <ul>
        {items.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {children}
    </details>
  );
}
