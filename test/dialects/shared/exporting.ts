import type { BlobReader } from "../../../src/events/event-source.js";
import { ExportReport } from "../../../src/dialects/shared/export-report.js";
import type { WriteThread } from "../../../src/dialects/shared/write-thread.js";
import type { LogEvent, RefoldEvent } from "../../../src/events/event.js";
import { isJsonObject } from "../../../src/events/json.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import type { Usage } from "../../../src/events/slices.js";
import { countedFacts } from "../../../src/reducers/reduce.js";
import { addUsage, NO_USAGE, SpendMeter } from "../../../src/reducers/usage.js";
import { memoryStore } from "../../../src/store/memory.js";
import { listSource } from "../../../src/testing/definition.js";
import { collect } from "./memory-bytes.js";

export interface Exporting {
  readonly blobs?: BlobReader;
  readonly report?: ExportReport;
}

/** A thread as the bytes of a file of one dialect. */
export async function exportedBy(
  write: WriteThread,
  events: readonly RefoldEvent[],
  { blobs = memoryStore().blobs, report = new ExportReport() }: Exporting = {},
): Promise<Buffer> {
  const options = { threadId: threadIdOf(events), blobs, version: "1.0.0", report };
  return Buffer.concat(await collect(write(listSource(events), options)));
}

/** A file's lines, as objects. */
export function linesOf(bytes: Buffer): readonly JsonObject[] {
  const lines = bytes.toString("utf8").split("\n").slice(0, -1);
  return lines.map((line): unknown => JSON.parse(line)).filter(isJsonObject);
}

/** What all requests of a log cost, each once, whatever was rolled back. */
export function spentIn(events: readonly LogEvent[]): Usage {
  const meter = new SpendMeter();
  return events
    .filter(isKnownEvent)
    .flatMap(countedFacts)
    .reduce((spent, fact) => {
      const more = fact.type === "usage.reported" ? meter.take(fact.data) : null;
      return more === null ? spent : addUsage(spent, more.usage);
    }, NO_USAGE);
}

/** Whose log it is: of the newest fork, or of the thread that was started. */
export function threadIdOf(events: readonly RefoldEvent[]): string {
  const ids = events.flatMap((event) =>
    event.type === "thread.started" || event.type === "thread.forked" ? [event.data.threadId] : [],
  );
  return ids.at(-1) ?? "";
}
