import { openUnpacked } from "../../../dialects/compression.js";
import { LineSplitter } from "../../../dialects/line-splitter.js";
import { TruncatedArchive } from "../../../dialects/truncated-archive.js";
import { nodeFileSystem } from "../../../store/jsonl/file-system.js";
import { linesForward } from "../../../store/jsonl/lines-forward.js";
import { openIfThere } from "../../../store/jsonl/open-log.js";
import { fileBytes } from "../file-bytes.js";

/** What becomes of each line, which is valid until this returns; false: no more are wanted. */
export type TakeLine = (line: Buffer) => boolean;

/**
 * Hands on the lines of a log or session, without their line feeds.
 * @returns why it could not be read to its end, in one sentence; null: it could
 */
export async function readLines(path: string, take: TakeLine): Promise<string | null> {
  return path.endsWith(".jsonl") ? readPlain(path, take) : readPacked(path, take);
}

function readPlain(path: string, take: TakeLine): string | null {
  const log = openIfThere(nodeFileSystem, path);
  if (log === undefined) return null;
  try {
    for (const { bytes } of linesForward(log)) if (!take(bytes)) break;
    return null;
  } finally {
    log.close();
  }
}

async function readPacked(path: string, take: TakeLine): Promise<string | null> {
  const { content } = await openUnpacked(await fileBytes(path));
  const lines = new LineSplitter();
  try {
    for await (const chunk of content.stream()) {
      for (const { bytes, extent } of lines.push(chunk)) {
        if (extent === "whole" && !take(bytes.subarray(0, -1))) return null;
      }
    }
    return null;
  } catch (error) {
    if (error instanceof TruncatedArchive) return error.message;
    throw error;
  }
}
