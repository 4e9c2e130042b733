import { nodeFileSystem } from "../../../store/jsonl/file-system.js";
import { rolloutFiles } from "../../../store/jsonl/rollout-files.js";
import { archivePath } from "../../../store/jsonl/rollout-path.js";
import { listedFile, type ListedFile } from "./listed-file.js";

/** Every thread's file of a home. */
export function* storeFiles(home: string): Generator<ListedFile, void, undefined> {
  const place = { fileSystem: nodeFileSystem, home };
  for (const { path, isArchived } of rolloutFiles(place)) {
    const file = listedFile(isArchived ? archivePath(path) : path, path, isArchived);
    if (file !== undefined) yield file;
  }
}
