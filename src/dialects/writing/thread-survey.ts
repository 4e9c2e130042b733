import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { ForwardReplay } from "../../reducers/forward-replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { ImportedPrefix } from "./imported-prefix.js";

/** What has to be known of a thread before its first line is written. */
export interface ThreadSurvey {
  /** The state at its end. */
  readonly state: ThreadState;
  /** How many of its events were read from a file of the dialect that it is written in. */
  readonly importedEnd: number;
  /** The first event, and the thread that it started; null: there is none. */
  readonly first: { readonly at: string; readonly threadId: string | null } | null;
}

/** @param dialect the one that the thread is to be written in */
export async function surveyThread(source: EventSource, dialect: string): Promise<ThreadSurvey> {
  const prefix = new ImportedPrefix(dialect);
  const replay = new ForwardReplay(source);
  let first: ThreadSurvey["first"] = null;
  for await (const event of source.read()) {
    first ??= { at: event.at, threadId: startedBy(event) };
    prefix.take(event);
    const reading = replay.take(event);
    if (reading !== undefined) await reading;
  }
  return { state: replay.state, importedEnd: prefix.end, first };
}

function startedBy(event: LogEvent): string | null {
  return isKnownEvent(event) && event.type === "thread.started" ? event.data.threadId : null;
}
