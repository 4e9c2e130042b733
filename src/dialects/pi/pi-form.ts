import type { JsonObject } from "../../events/primitives.js";
import type { Evidence } from "../keeping/evidence.js";
import { isPiLine } from "../reading/dialect-of.js";
import type { SessionForm } from "../reading/session-form.js";
import { itemFacts } from "./entry-facts.js";
import { PiAccounts } from "./pi-accounts.js";
import { PiDecoder } from "./pi-decoder.js";
import { PI_LINES } from "./pi-lines.js";
import { recognisePi } from "./recognise-pi.js";

/** Sessions of the pi coding agent, `~/.pi/agent/sessions/**` + `/*.jsonl` (docs/pi.md). */
export const piForm: SessionForm = {
  name: "pi",
  lines: PI_LINES,
  looksAhead: false,
  recognise: recognisePi,
  isOwn: isPiLine,
  decoder: (options) => new PiDecoder(options),
  evidenceIn,
  accountant: () => new PiAccounts(),
  // Every line of a session is kept in its own form: there is none that would go without saying.
  plainObject: () => Promise.resolve(null),
};

/** Under this policy every output with a text is cut, so that its original is evidence. */
const CUT_ALL = { mode: "bytes", limit: 0 } as const;

function evidenceIn(entry: JsonObject): readonly Evidence[] {
  const found: Evidence[] = [];
  itemFacts(entry, { policy: CUT_ALL, keep: (one) => void found.push(one) });
  return found;
}
