import { nodeFileSystem, type FileSystem } from "../../../src/store/jsonl/file-system.js";

/** The real file system, with the names of the calls that went through, in order. */
export interface WatchedFileSystem extends FileSystem {
  readonly calls: (keyof FileSystem)[];
  /** Forgets the calls so far. @returns them */
  taken(): (keyof FileSystem)[];
}

/** @param changed calls that fail, or do less than they are asked to */
export function watchedFileSystem(changed: Partial<FileSystem> = {}): WatchedFileSystem {
  const calls: (keyof FileSystem)[] = [];
  const behind = { ...nodeFileSystem, ...changed };
  const watch = <Args extends unknown[], Result>(
    name: keyof FileSystem,
    call: (...args: Args) => Result,
  ) => {
    return (...args: Args): Result => {
      calls.push(name);
      return call(...args);
    };
  };
  return {
    calls,
    taken: () => calls.splice(0),
    open: watch("open", behind.open),
    close: watch("close", behind.close),
    read: watch("read", behind.read),
    write: watch("write", behind.write),
    sizeBytes: watch("sizeBytes", behind.sizeBytes),
    truncate: watch("truncate", behind.truncate),
    syncData: watch("syncData", behind.syncData),
    syncFolder: watch("syncFolder", behind.syncFolder),
    makeFolder: watch("makeFolder", behind.makeFolder),
    status: watch("status", behind.status),
    list: watch("list", behind.list),
    readFile: watch("readFile", behind.readFile),
    touch: watch("touch", behind.touch),
    rename: watch("rename", behind.rename),
    remove: watch("remove", behind.remove),
    removeFolder: watch("removeFolder", behind.removeFolder),
  };
}

/** What the system throws: an error with a code. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made for a test`), { code });
}
