import { runsOf } from "../events/event-source.js";
import { accountantOf } from "../dialects/dialects.js";
import type { LogEvent } from "../events/event.js";
import { isKnownEvent, UNKNOWN_KIND, versionOf } from "../events/known-event.js";
import type { Pricing } from "../projections/pricing.js";
import { noSuchOffset } from "../reducers/errors.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { damageWords } from "../sessions/damage-words.js";
import type { Session } from "../sessions/session.js";
import { type SessionOutline, surveySession } from "../sessions/survey.js";
import { ExitCode, type Shell } from "./shell.js";
import { excerpt } from "./output/layout.js";
import type { Output } from "./output/output.js";
import type { Progress } from "./output/progress.js";

/**
 * A session whose events of types and versions that are not known here are told of, and lines of kinds
 * that are not: each once, however often it is met and read.
 */
export function tellUnknown(session: Session, messages: Pick<Output, "text">): Session {
  const told = new Set<string>();
  const tell = (event: LogEvent): void => {
    const words = unknownWords(event);
    if (words === null || told.has(words)) return;
    told.add(words);
    messages.text(
      `refold: offset ${event.offset} holds ${words}, which this version of refold does not know: ` +
        "it changes no state",
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

/** Null: all of it is known. */
function unknownWords(event: LogEvent): string | null {
  if (!isKnownEvent(event)) return `${excerpt(event.type, 60)} (version ${versionOf(event)})`;
  if (event.type !== "foreign.kept" || event.data.reason !== UNKNOWN_KIND) return null;
  return `a line of kind ${excerpt(event.data.kind, 60)}`;
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

/**
 * Folds a session to its state at an offset (undefined: the end); reports damage on the way.
 * @throws {RefoldError} `offset-out-of-range`: the session ends before `at`
 */
export async function sessionState(
  session: Session,
  at: number | undefined,
  shell: Shell,
): Promise<ThreadState> {
  shell.progress.start("reading", session.sizeBytes);
  const { source } = session;
  const state = await (at === undefined ? resumeState(source) : stateAt(source, at));
  shell.progress.stop();
  refuseDamage(session, shell);
  return state;
}

/**
 * The range of a view that looks no further than an offset (undefined: to the end).
 * @throws {RefoldError} `offset-out-of-range`: the session ends before it
 */
export async function rangeUpTo(
  { source }: Session,
  to: number | undefined,
): Promise<{ readonly to?: number }> {
  if (to === undefined) return {};
  let head = 0;
  for await (const event of source.read({ from: 0, to })) head = event.offset + 1;
  if (head !== to + 1) throw noSuchOffset(to, head);
  return { to };
}

/**
 * Surveys a session up to an offset, with a progress bar where it takes long.
 * @throws {RefoldError} `offset-out-of-range`: the session ends before it
 */
export async function surveyUpTo(
  session: Session,
  at: number | undefined,
  { progress, pricing }: { readonly progress: Progress; readonly pricing?: Pricing },
): Promise<SessionOutline> {
  progress.start("reading", session.sizeBytes);
  const range = at === undefined ? {} : { to: at };
  const outline = await surveySession(session.source, range, { pricing, accountantOf });
  progress.stop();
  const head = outline.lastOffset === null ? 0 : outline.lastOffset + 1;
  if (at !== undefined && at >= head) throw noSuchOffset(at, head);
  outline.damage = session.damage();
  return outline;
}

const NAMED = 20;

/** Says on stderr where a session was damaged, if it was; the command then ends with 1. */
export function refuseDamage(session: Session, shell: Shell): void {
  const places = session.damage();
  for (const place of places.slice(0, NAMED)) {
    shell.messages.text(`refold: damage: ${damageWords(place)}`);
  }
  if (places.length > NAMED) {
    shell.messages.text(`refold: and ${places.length - NAMED} more places`);
  }
  if (places.length > 0) shell.exitCode = ExitCode.refused;
}
