import { entersLedger, type LineRole } from "./line-role.js";

/** What is kept of each line: a number. */
const OTHER_LINE = 0;
export const ITEM_LINE = 1;
export const REPLACEMENT_LINE = 2;
export const LEGACY_LINE = 3;
export const CONTEXT_LINE = 4;
export const ROLLBACK_LINE = 5;
/** Added to the code of a line that makes its segment a user turn (docs/semantics.md §12.3). */
export const USER_TURN_FLAG = 16;

export function codeOf(role: LineRole): number {
  switch (role.kind) {
    case "item":
      return (entersLedger(role) ? ITEM_LINE : OTHER_LINE) | (role.boundary ? USER_TURN_FLAG : 0);
    case "user-message":
      return OTHER_LINE | USER_TURN_FLAG;
    case "compacted":
      return role.items === null ? LEGACY_LINE : REPLACEMENT_LINE;
    case "context":
      return CONTEXT_LINE;
    case "rolled-back":
      return ROLLBACK_LINE;
    case "inert":
    case "usage":
    case "started":
    case "ended":
      return OTHER_LINE;
  }
}
