import { neutraliseLine, visibleLine } from "../projections/display-text.js";
import { byteFigure, figure } from "../projections/figures.js";
import type { SessionDamage } from "./session.js";

/** What becomes of damage by which no object is lost. */
export const READ_ALL_THE_SAME: ReadonlyMap<string, string> = new Map([
  ["glued", "of objects, all read"],
  ["encoding", "read with U+FFFD"],
]);

/** `line 12, byte 3400, at #11: not-json (20 B set aside)`. */
export function damageWords(damage: SessionDamage): string {
  const { line, byte, bytes, offset, reason, file } = damage;
  const where = file === undefined ? "" : `${visibleLine(file)}, `;
  const at = offset === null ? "" : `, at #${offset}`;
  const kept = READ_ALL_THE_SAME.get(reason) ?? "set aside";
  const size = bytes === 0 ? "" : ` (${byteFigure(bytes)} ${kept})`;
  return `${where}line ${figure(line)}, byte ${figure(byte)}${at}: ${neutraliseLine(reason)}${size}`;
}
