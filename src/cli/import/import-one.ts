import { fileBytes } from "../../runtime/discovery/file-bytes.js";
import { importFile, type ImportResult } from "../../runtime/import/import-file.js";
import type { EventStore } from "../../store/event-store.js";
import { ExitCode } from "../exit-code.js";
import { damageWords } from "../replay/summary-lines.js";
import type { Shell } from "../shell.js";

export interface ImportPlace {
  readonly store: EventStore;
  readonly shell: Shell;
}

/** Imports a file, with a bar where it takes long; says on stderr where the file was damaged. */
export async function importOne(
  path: string,
  { store, shell }: ImportPlace,
): Promise<ImportResult> {
  const bytes = await fileBytes(path, { onProgress: (done) => shell.progress.update(done) });
  shell.progress.start("importing", bytes.sizeBytes);
  const result = await importFile(bytes, store);
  shell.progress.stop();
  for (const place of result.damage) {
    shell.messages.text(`refold: ${path}: damage: ${damageWords(place)}`);
    shell.exitCode = ExitCode.refused;
  }
  return result;
}
