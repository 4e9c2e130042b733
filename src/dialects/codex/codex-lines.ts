import type { LineForm } from "../reading/line-form.js";

/** How the lines of a rollout look. Codex writes one object on each; glued ones are damage. */
export const CODEX_LINES: LineForm = {
  start: /\{\s*"(?:timestamp|record_type|ordinal)"\s*:/g,
  isLine: ({ type, payload, record_type: recordType }) =>
    (typeof type === "string" && payload !== undefined) || typeof recordType === "string",
  gluedIsDamage: true,
};
