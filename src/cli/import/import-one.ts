import { importBundle } from "../../runtime/bundle/import-bundle.js";
import { isBundle } from "../../runtime/bundle/is-bundle.js";
import { fileBytes } from "../../runtime/discovery/file-bytes.js";
import { importFile, type ImportResult } from "../../runtime/import/import-file.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { ExitCode } from "../exit-code.js";
import { damageWords } from "../replay/summary-lines.js";
import type { Shell } from "../shell.js";

export interface ImportPlace {
  readonly store: JsonlStore;
  readonly shell: Shell;
}

/**
 * Imports a file, with a bar where it takes long; says on stderr where the file was damaged.
 * @returns one result; of a bundle one for each of its threads, that which was exported last
 */
export async function importOne(
  path: string,
  { store, shell }: ImportPlace,
): Promise<readonly ImportResult[]> {
  const bytes = await fileBytes(path, { onProgress: (done) => shell.progress.update(done) });
  shell.progress.start("importing", bytes.sizeBytes);
  const results = (await isBundle(bytes))
    ? await importBundle(bytes, store)
    : [await importFile(bytes, store)];
  shell.progress.stop();
  for (const place of results.flatMap(({ damage }) => damage)) {
    shell.messages.text(`refold: ${path}: damage: ${damageWords(place)}`);
    shell.exitCode = ExitCode.refused;
  }
  return results;
}
