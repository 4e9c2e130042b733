import { invalidArgument } from "../errors.js";
import { resolve, sep } from "node:path";
import { sum, type Times } from "../projections/figures.js";
import type { ThreadSummary } from "../sessions/listing/thread-summary.js";
import { parseMoment } from "./options.js";
import type { Output } from "./output/output.js";
import type { Shell } from "./shell.js";
import { ExitCode } from "./exit-code.js";
import type { SessionView } from "../sessions/session-view.js";

/** Which threads of a list are wanted: those for which all that is asked for holds. */
export interface Selection {
  readonly home?: string;
  readonly search?: string;
  readonly fullText?: true;
  readonly cwd?: string;
  readonly since?: string;
  readonly model?: string;
}

interface SelectingPlace {
  readonly shell: Pick<Shell, "progress" | "exitCode"> & {
    readonly output: Pick<Output, "times">;
    readonly messages: Pick<Output, "text">;
  };
  /** Has the threads; null: they are files already. */
  readonly view: SessionView | null;
}

/** @throws {RefoldError} `invalid-argument`: a time that is none, or `--full-text` without a text */
export async function selectThreads(
  threads: readonly ThreadSummary[],
  selection: Selection,
  { shell, view }: SelectingPlace,
): Promise<readonly ThreadSummary[]> {
  const { progress, output, messages } = shell;
  const { search, fullText } = selection;
  const found = threads.filter(quickTest(selection, output.times));
  if (search === undefined) {
    if (fullText === true) throw invalidArgument("--full-text needs --search TEXT");
    return found;
  }
  if (fullText !== true) return found.filter((thread) => names(thread, search));
  const { holdsText } = await import("../sessions/listing/listed-lines.js");
  const { withHome } = await import("../store/open-home.js");
  return withHome(selection.home, async (home) => {
    const database = home.kind === "database" ? home.store : null;
    const holding: ThreadSummary[] = [];
    let doneBytes = 0;
    progress.start("searching", sum(found.map(({ sizeBytes }) => sizeBytes)));
    for (const thread of found) {
      const failure = (await view?.prepare(thread.path)) ?? null;
      if (failure !== null) messages.text(`refold: not searched: ${failure.message}`);
      if (failure !== null) shell.exitCode = ExitCode.refused;
      const isRead = failure === null && !names(thread, search);
      const isWanted = isRead ? await holdsText(thread, search, database) : names(thread, search);
      if (isWanted) holding.push(thread);
      progress.update((doneBytes += thread.sizeBytes));
    }
    progress.stop();
    return holding;
  });
}

/** What the list itself says: nothing has to be read for it. */
function quickTest(
  { cwd, since, model }: Selection,
  times: Times,
): (thread: ThreadSummary) => boolean {
  const folder = cwd === undefined ? undefined : resolve(cwd);
  const from = since === undefined ? "" : parseMoment(since, "--since", times).toISOString();
  return (thread) =>
    thread.updatedAt >= from &&
    (folder === undefined || isWithin(thread.cwd, folder)) &&
    (model === undefined || isModel(thread.model, model));
}

function isWithin(cwd: string | null, folder: string): boolean {
  if (cwd === null) return false;
  return cwd === folder || cwd.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** `gpt-5` finds `gpt-5-codex` too. */
export function isModel(model: string | null, wanted: string): boolean {
  return model?.toLowerCase().startsWith(wanted.toLowerCase()) === true;
}

function names({ title, threadId, cwd, model }: ThreadSummary, text: string): boolean {
  const wanted = text.toLowerCase();
  return [title, threadId, cwd, model].some((said) => said?.toLowerCase().includes(wanted));
}
