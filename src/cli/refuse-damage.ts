import type { Session } from "../runtime/discovery/session.js";
import { ExitCode } from "./exit-code.js";
import { damageWords } from "./replay/summary-lines.js";
import type { Shell } from "./shell.js";

const NAMED = 20;

/** Says on stderr where a session was damaged, if it was; the command then ends with 1. */
export function refuseDamage(session: Session, shell: Shell): void {
  const places = session.damage();
  for (const place of places.slice(0, NAMED)) {
    shell.messages.text(`refold: damage: ${damageWords(place)}`);
  }
  if (places.length > NAMED) {
    shell.messages.text(`refold: and ${places.length - NAMED} more places`);
  }
  if (places.length > 0) shell.exitCode = ExitCode.refused;
}
