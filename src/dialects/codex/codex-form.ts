import type { JsonObject } from "../../events/primitives.js";
import type { Evidence } from "../keeping/evidence.js";
import { restoreItem } from "../keeping/restore-item.js";
import type { SessionForm } from "../reading/session-form.js";
import { CodexAccounts } from "./codex-accounts.js";
import { CodexDecoder } from "./codex-decoder.js";
import { CODEX_LINES } from "./codex-lines.js";
import { readLineMeaning } from "./read-line.js";
import { recogniseCodex, type CodexRecognition } from "./recognise-codex.js";

/** Codex rollouts of every era. */
export const codexForm: SessionForm<CodexRecognition> = {
  name: "codex",
  lines: CODEX_LINES,
  looksAhead: false,
  recognise: recogniseCodex,
  isOwn: (object) => object.payload !== undefined,
  decoder: (options) => new CodexDecoder(options),
  evidenceIn,
  accountant: () => new CodexAccounts(),
  plainObject: async (event, blobs) => {
    if (event.type !== "item.recorded") return null;
    const payload = await restoreItem(event.data, blobs);
    return { timestamp: event.at, type: "response_item", payload };
  },
};

/** Under this policy every output with a text is cut, so that its original is evidence. */
const CUT_ALL = { mode: "bytes", limit: 0 } as const;

function evidenceIn(object: JsonObject): readonly Evidence[] {
  const found: Evidence[] = [];
  const keep = (one: Evidence): void => void found.push(one);
  readLineMeaning(object, 1, { isBare: object.payload === undefined, policy: CUT_ALL, keep });
  return found;
}
