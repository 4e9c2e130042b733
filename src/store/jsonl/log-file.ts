import { systemErrorCode, type FileSystem } from "./file-system.js";

/** The bytes of a log as a reader finds them; what stands behind `sizeBytes` is not looked at. */
export interface LogFile {
  /** For messages. */
  readonly path: string;
  readonly sizeBytes: number;
  /** @returns bytes read into the whole of `into`; 0 at the end */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

/** Opens a log as it is now. Throws what `node:fs` throws. */
export function openLog(fileSystem: FileSystem, path: string): LogFile {
  const file = fileSystem.open(path, "read");
  try {
    return plainLog(fileSystem, { file, path });
  } catch (error) {
    fileSystem.close(file);
    throw error;
  }
}

/** The same; undefined when there is no such file. */
export function openIfThere(fileSystem: FileSystem, path: string): LogFile | undefined {
  try {
    return openLog(fileSystem, path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A file that is open already, up to where it ends now. */
export function plainLog(
  fileSystem: FileSystem,
  { file, path }: { readonly file: number; readonly path: string },
): LogFile {
  return {
    path,
    sizeBytes: fileSystem.sizeBytes(file),
    read: (into, position) => fileSystem.read(file, into, position),
    close: () => fileSystem.close(file),
  };
}
