import { existsSync } from "node:fs";
import { findSessionFiles } from "../../runtime/discovery/session-files.js";
import { checkHome } from "../../store/jsonl/checkup/check-home.js";
import type { Finding, Severity } from "../../store/jsonl/checkup/finding.js";
import { storeHome } from "../../store/jsonl/store-home.js";
import { counted } from "../output/figures.js";
import type { Progress } from "../output/progress.js";
import { checkListing } from "./check-listing.js";
import { checkFile, unreadable } from "./check-file.js";

export interface Diagnosis {
  /** What was looked at, in words. */
  readonly checked: string;
  /** The worst first. */
  readonly findings: readonly Finding[];
}

/** Checks what paths name, or the store, with a bar where it takes long. */
export async function diagnose(
  paths: readonly string[],
  home: string | undefined,
  progress: Progress,
): Promise<Diagnosis> {
  try {
    const { checked, findings } =
      paths.length > 0
        ? await diagnoseFiles(paths, progress)
        : await diagnoseHome(storeHome(home), progress);
    return { checked, findings: findings.toSorted(worstFirst) };
  } finally {
    progress.stop();
  }
}

async function diagnoseFiles(paths: readonly string[], progress: Progress): Promise<Diagnosis> {
  const { files, unread } = findSessionFiles(paths);
  const findings = unread.map(({ path, error }) => unreadable(path, error));
  progress.start(
    "checking",
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  let doneBytes = 0;
  for (const { path, sizeBytes } of files) {
    findings.push(...(await checkFile(path)));
    progress.update((doneBytes += sizeBytes));
  }
  return { checked: counted(files.length, "file"), findings };
}

async function diagnoseHome(home: string, progress: Progress): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const checking = checkHome(home, {
    onTotal: (bytes) => progress.start("checking", bytes),
    onProgress: (bytes) => progress.update(bytes),
  });
  for await (const finding of checking) findings.push(finding);
  findings.push(...checkListing(home));
  return { checked: existsSync(home) ? home : `${home} (there is no such folder yet)`, findings };
}

const ORDER: readonly Severity[] = ["error", "warning", "note"];

function worstFirst(one: Finding, other: Finding): number {
  return ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity);
}
