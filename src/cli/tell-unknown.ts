import type { LogEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { runsOf } from "../events/runs-of.js";
import { versionOf } from "../events/versions.js";
import type { Session } from "../runtime/discovery/session.js";
import { excerpt } from "./output/layout.js";
import type { Output } from "./output/output.js";

/**
 * A session whose events of types and versions that are not known here are told of: each type and
 * version once, however often it is met and read. Foreign sessions have none.
 */
export function tellUnknown(session: Session, messages: Output): Session {
  if (session.dialect !== "refold") return session;
  const told = new Set<string>();
  const tell = (event: LogEvent): void => {
    if (isKnownEvent(event)) return;
    const version = versionOf(event);
    const name = `${event.type} ${version}`;
    if (told.has(name)) return;
    told.add(name);
    messages.text(
      `refold: offset ${event.offset} holds ${excerpt(event.type, 60)} (version ${version}), ` +
        "which this version of refold does not know: events of that type are passed over",
    );
  };
  const watch = (events: AsyncIterable<LogEvent>) => watched(events, tell);
  const { source } = session;
  return {
    ...session,
    source: {
      read: (range) => watch(source.read(range)),
      ...(source.readRuns !== undefined && {
        readRuns: (range) => watched(runsOf(source, range), (run) => run.forEach(tell)),
      }),
      ...(source.readBackward !== undefined && {
        readBackward: (options) => watch(source.readBackward?.(options) ?? source.read(options)),
      }),
    },
    follow: (options) => watch(session.follow(options)),
  };
}

async function* watched<Part>(
  parts: AsyncIterable<Part>,
  look: (part: Part) => void,
): AsyncGenerator<Part, void, undefined> {
  for await (const part of parts) {
    look(part);
    yield part;
  }
}
