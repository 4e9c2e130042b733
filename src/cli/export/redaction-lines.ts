import { counted, figure } from "../output/figures.js";
import type { Exportable } from "./export-parts.js";

const SHOWN_OFFSETS = 8;

/** What was replaced: by what, how often, where; never the secret. None: nothing was asked for. */
export function redactionLines({ redaction }: Exportable): readonly string[] {
  if (redaction === undefined) return [];
  const { findings, payloads, threadId } = redaction;
  return [
    findings.length === 0
      ? "redacted: nothing was found"
      : "redacted, each place by the same name:",
    ...findings.map(({ placeholder, count, offsets }) => {
      const shown = offsets.slice(0, SHOWN_OFFSETS).map((offset) => `#${offset}`);
      const rest = offsets.length - shown.length;
      const where = [...shown, ...(rest > 0 ? [`${figure(rest)} more`] : [])].join(", ");
      return `  ${placeholder}  ${counted(count, "time")}: ${where}`;
    }),
    ...(payloads === 0
      ? []
      : [`left as they are: ${counted(payloads, "payload")} (images, sealed reasoning)`]),
    `the copy is thread ${threadId}`,
  ];
}
