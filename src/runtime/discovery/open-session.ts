import { stat } from "node:fs/promises";
import type { FileBytes } from "./file-bytes.js";
import { fileBytes } from "./file-bytes.js";
import { openRolloutFile } from "./rollout-file.js";
import type { Session } from "./session.js";
export interface OpenOptions {
  readonly home?: string;
  readonly onProgress?: (doneBytes: number) => void;
}
export async function openSession(text: string, options: OpenOptions): Promise<Session> {
  await stat(text);
  const bytes: FileBytes = await fileBytes(
    text,
    options.onProgress && { onProgress: options.onProgress },
  );
  return openRolloutFile(bytes);
}
