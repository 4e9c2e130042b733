import { nodeFileSystem, type FileSystem } from "./file-system.js";
import { openLog } from "./open-log.js";

const CHUNK_BYTES = 1024 * 1024;
const PREFIX = Buffer.from("sha256-");
const NAME_BYTES = PREFIX.length + 64;
const DIGITS = /^[0-9a-f]{64}$/;

/**
 * Every blob that a file names: whatever in it looks like a blob's name, in whichever member, so that
 * rather too much is kept than too little. The file is read once, in chunks.
 * @throws {ArchiveDamaged} behind the last name: some of the file cannot be read, and may name others
 */
export function* namedBlobs(
  path: string,
  fileSystem: FileSystem = nodeFileSystem,
): Generator<string, void, undefined> {
  const log = openLog(fileSystem, path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES + NAME_BYTES);
    let held = 0; // bytes at the buffer's start that may begin a name
    for (let position = 0; ;) {
      const read = log.read(buffer.subarray(held), position);
      if (read === 0) break;
      position += read;
      const filled = buffer.subarray(0, held + read);
      yield* namesIn(filled);
      const kept = Math.min(NAME_BYTES - 1, filled.length);
      filled.copy(buffer, 0, filled.length - kept);
      held = kept;
    }
    const lost = log.findLost(0, log.sizeBytes);
    if (lost !== null) throw lost;
  } finally {
    log.close();
  }
}

function* namesIn(bytes: Buffer): Generator<string, void, undefined> {
  for (let at = bytes.indexOf(PREFIX); at !== -1; at = bytes.indexOf(PREFIX, at + PREFIX.length)) {
    const digits = bytes.toString("latin1", at + PREFIX.length, at + NAME_BYTES);
    if (DIGITS.test(digits)) yield `sha256-${digits}`;
  }
}
