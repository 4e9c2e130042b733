import { accountantOf } from "../../../dialects/dialects.js";
import { projectTranscript } from "../../../projections/transcript/project-transcript.js";
import {
  type Exportable,
  type ExportedTranscript,
  isTranscriptFormat,
  pageParts,
  type Parts,
  threadParts,
  transcriptParts,
  withRedacted,
} from "../../../sessions/exported-thread.js";
import { withTemporaryStore } from "../../../sessions/temporary-store.js";
import { withHome } from "../../../store/open-home.js";
import { EXPORT_FORMATS, type ExportFormat } from "../../api-acts.js";
import { badRequest } from "../failures.js";
import type { UiContext } from "../ui-context.js";
import type { ActBody } from "./act-body.js";
import { importInto } from "./acted-thread.js";

/** A file that a page saves. */
export interface ExportedFile {
  readonly fileName: string;
  readonly type: string;
  /** Makes its bytes, which are there until the work with them is done. */
  readonly write: (work: (parts: Parts) => Promise<void>) => Promise<void>;
}

const KINDS: Readonly<Record<ExportFormat, readonly [ending: string, type: string]>> = {
  md: ["md", "text/markdown; charset=utf-8"],
  html: ["html", "application/octet-stream"], // saved, and never shown under this address
  json: ["json", "application/json"],
  codex: ["jsonl", "application/jsonl"],
  "claude-code": ["jsonl", "application/jsonl"],
  pi: ["jsonl", "application/jsonl"],
  bundle: ["refold", "application/octet-stream"],
};

/**
 * A session in any format that `refold export` knows. Nothing is written to the store: a file of another
 * tool is taken into one that goes when the work is done.
 */
export async function exportFile(ui: UiContext, key: string, body: ActBody): Promise<ExportedFile> {
  const format = body.choice("format", EXPORT_FORMATS);
  if (format === null) throw badRequest(`format is one of ${EXPORT_FORMATS.join(", ")}`);
  const [ending, type] = KINDS[format];
  const { places, about, list } = ui;
  const { threadId } = (await list.listed(key)).summary;
  const patterns = body.flag("redact") ? [] : null;
  const options = { look: {}, prices: places.prices, version: about.version };
  if (patterns === null && isTranscriptFormat(format)) {
    const write: ExportedFile["write"] = (work) => writeTranscript({ ui, key, format }, work);
    return { fileName: `${threadId || key}.${ending}`, type, write };
  }
  const write: ExportedFile["write"] = (work) =>
    withExportable(ui, key, (thread) =>
      withRedacted(thread, patterns, async (redacted) => {
        const { parts } = await threadParts(format, redacted, options);
        await work(parts);
      }),
    );
  return { fileName: `${threadId || key}.${ending}`, type, write };
}

interface AskedTranscript {
  readonly ui: UiContext;
  readonly key: string;
  readonly format: ExportedTranscript;
}

/** As the command writes it: of a damaged session what can be read. */
function writeTranscript(
  { ui, key, format }: AskedTranscript,
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  return ui.withSession(key, async (opened) => {
    await opened.whole();
    const { readable } = opened;
    if (format === "html") {
      const { version } = ui.about;
      const { parts } = await pageParts({ ...readable, hasPayloads: true }, { version });
      return work(parts);
    }
    const { prices } = ui.places;
    const transcript = await projectTranscript(readable.source, { prices, accountantOf });
    const look = { damagedPlaces: readable.damage().length };
    const { parts } = await transcriptParts({ transcript, look }, format);
    await work(parts);
  });
}

async function withExportable<Result>(
  { list, places: { home } }: UiContext,
  key: string,
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const { collection, threadId, path } = (await list.listed(key)).summary;
  if (collection !== "refold") {
    return withTemporaryStore(async (store) => {
      return await work({
        store,
        home: store.home,
        threadId: await importInto({ store, home: store.home }, path),
      });
    });
  }
  return withHome(home, ({ store }) => work({ store, home, threadId }));
}
