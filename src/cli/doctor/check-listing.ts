import { statSync } from "node:fs";
import { indexFiles, isFresh, readIndex } from "../../runtime/discovery/listing/derived-index.js";
import type { Finding } from "../../store/jsonl/checkup/finding.js";
import { counted } from "../output/figures.js";

const REMEDY = "nothing: the next refold list reads what it needs anew";

/** What is wrong with the indexes of lists: never more than a note, for they are derived. */
export function checkListing(home: string): readonly Finding[] {
  return indexFiles(home).flatMap((path): Finding[] => {
    const { rows, notice } = readIndex(path);
    const place = { severity: "note", path, remedy: REMEDY } as const;
    if (notice !== null) return [{ kind: "index-damaged", ...place, message: notice }];
    let stale = 0;
    for (const row of rows) {
      const status = statSync(row[0], { throwIfNoEntry: false });
      const now = status && { sizeBytes: status.size, modifiedMs: status.mtimeMs };
      if (now === undefined || !isFresh(row, now)) stale += 1;
    }
    if (stale === 0) return [];
    const changed = `${counted(stale, "file")} of ${rows.length} changed or went since`;
    return [{ kind: "index-stale", ...place, message: changed }];
  });
}
