import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import { encodeKept } from "../keeping/encode-kept.js";
import type { BlobReader } from "../keeping/kept-bytes.js";
import type { SessionForm } from "../reading/session-form.js";
import { encodeLine, withFinalLineFeed } from "./lines.js";
import { surveyThread, type ThreadSurvey } from "./thread-survey.js";

/** One export of a thread that went on, or that comes from elsewhere. Each is asked for once, in order. */
export interface ThreadRun {
  /** The first line, where the imported ones do not begin with it; null: they do. */
  begin(): JsonObject | null | Promise<JsonObject | null>;
  /** The events that were imported, each read along as it is handed out. */
  imported(): AsyncIterable<LogEvent>;
  /** The lines of the events behind them. */
  own(): AsyncIterable<readonly JsonObject[]>;
}

export interface WritingForm {
  readonly form: Pick<SessionForm, "name" | "plainObject">;
  readonly blobs: BlobReader;
}

/**
 * Writes a thread as a file of one dialect: byte for byte what was imported from one, then what came
 * after it.
 * @returns the file's bytes, in parts
 */
export async function* writeThread(
  source: EventSource,
  { form, blobs }: WritingForm,
  startRun: (survey: ThreadSurvey) => ThreadRun,
): AsyncGenerator<Uint8Array, void, undefined> {
  const survey = await surveyThread(source, form.name);
  if (survey.importedEnd === survey.state.log.head) {
    yield* encodeKept(source.read(), form, blobs);
    return;
  }
  const run = startRun(survey);
  const first = await run.begin();
  if (first !== null) yield encodeLine(first);
  yield* withFinalLineFeed(encodeKept(run.imported(), form, blobs));
  for await (const lines of run.own()) yield* lines.map(encodeLine);
}
