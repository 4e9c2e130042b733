import type { SessionRow } from "../api.js";
import { neutraliseLine } from "../../projections/display-text.js";

export function titleOf({ title, experiment }: Pick<SessionRow, "title" | "experiment">): string {
  const said = title === null ? "(nothing said yet)" : neutraliseLine(title);
  return experiment === null ? said : `${experiment.name}, ${experiment.variant}: ${said}`;
}
