import { statSync } from "node:fs";
import {
  indexFiles,
  isFresh,
  readIndex,
  type IndexRow,
} from "../../runtime/discovery/listing/derived-index.js";
import type { Finding } from "../../store/jsonl/checkup/finding.js";
import { isSystemError } from "../../store/jsonl/system-error.js";
import { counted } from "../output/figures.js";

const REMEDY = "nothing: the next refold list reads what it needs anew";

/** What is wrong with the indexes of lists: never more than a note, for they are derived. */
export function checkListing(home: string): readonly Finding[] {
  return indexFiles(home).flatMap((path): Finding[] => {
    const { rows, notice } = readIndex(path);
    const place = { severity: "note", path, remedy: REMEDY } as const;
    if (notice !== null) return [{ kind: "index-damaged", ...place, message: notice }];
    const stale = rows.filter((row) => !isAsRead(row)).length;
    if (stale === 0) return [];
    const changed = `${counted(stale, "file")} of ${rows.length} changed or went since`;
    return [{ kind: "index-stale", ...place, message: changed }];
  });
}

/** A home that was copied has an index of files elsewhere, which nobody here may be able to look at. */
function isAsRead(row: IndexRow): boolean {
  try {
    const status = statSync(row[0], { throwIfNoEntry: false });
    return (
      status !== undefined && isFresh(row, { sizeBytes: status.size, modifiedMs: status.mtimeMs })
    );
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}
