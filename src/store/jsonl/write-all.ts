import type { FileSystem } from "./file-system.js";
import { systemErrorCode } from "./system-error.js";

/** Writes all bytes at the end of a file, however many the system takes at a time. */
export function writeAll(fileSystem: FileSystem, file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += fileSystem.write(file, written === 0 ? bytes : bytes.subarray(written));
    } catch (error) {
      if (systemErrorCode(error) !== "EINTR") throw error;
    }
  }
}
