import { byteFigure, counted, figure } from "../../../projections/figures.js";
import type { Reading } from "../../api.js";

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
