import type { SessionRow } from "../api.js";
import { neutraliseLine } from "../../projections/display-text.js";

const TOOL_NAMES: ReadonlyMap<string, string> = new Map([
  ["codex", "Codex"],
  ["claude-code", "Claude Code"],
  ["pi", "pi"],
  ["refold", "Refold"],
]);

export function toolName({ tool, collection }: Pick<SessionRow, "tool" | "collection">): string {
  const name = TOOL_NAMES.get(tool) ?? neutraliseLine(tool);
  return collection === "refold" && tool !== "refold" ? `${name}, imported` : name;
}

export function titleOf({ title, experiment }: Pick<SessionRow, "title" | "experiment">): string {
  const said = title === null ? "(nothing said yet)" : neutraliseLine(title);
  return experiment === null ? said : `${experiment.name}, ${experiment.variant}: ${said}`;
}
