import { alignLists } from "../../projections/align-lists.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import type { Transcript, TranscriptEntry } from "../../projections/transcript/transcript.js";
import type { ExperimentResults } from "../../runtime/experiment/read-experiment.js";
import { storedSource } from "../../runtime/travel.js";
import type { EventStore } from "../../store/event-store.js";

/** What the base and a variant say in the same place; null: one of them says nothing there. */
export interface TranscriptPair {
  readonly base: TranscriptEntry | null;
  readonly variant: TranscriptEntry | null;
  readonly isSame: boolean;
}

/** A variant beside its base, aligned at the fork. */
export interface PairedTranscript {
  readonly variant: string;
  readonly threadId: string;
  /** The last entries that both share. */
  readonly shared: readonly TranscriptEntry[];
  readonly pairs: readonly TranscriptPair[];
}

const SHARED_ENTRIES = 3;
/** How far ahead two transcripts are searched for where they say the same again. */
const REACH = 40;

/** The first repetition of each variant that was begun, beside what the base went on with. */
export async function pairedTranscripts(
  { base, results, mode }: ExperimentResults,
  store: EventStore,
): Promise<readonly PairedTranscript[]> {
  const { threadId, offset, end } = base;
  const to = mode === "project" ? offset : end;
  const whole = entriesOf(await projectTranscript(storedSource(store, threadId), { to }));
  const shared = whole.filter((entry) => entry.offset <= offset).slice(-SHARED_ENTRIES);
  const behind = whole.filter((entry) => entry.offset > offset);
  const paired: PairedTranscript[] = [];
  for (const result of results) {
    if (result.repetition > 1 || result.outcome === "unfinished") continue;
    const transcript = await projectTranscript(storedSource(store, result.threadId));
    const own = entriesOf(transcript).filter((entry) => entry.offset > offset);
    const { variant } = result;
    paired.push({ variant, threadId: result.threadId, shared, pairs: pairUp(behind, own) });
  }
  return paired;
}

/** Notices of the experiment itself say nothing that a reader wants. */
function entriesOf({ turns }: Transcript): readonly TranscriptEntry[] {
  return turns.flatMap(({ entries }) => entries).filter(({ name }) => name !== "notice.logged");
}

function pairUp(
  base: readonly TranscriptEntry[],
  variant: readonly TranscriptEntry[],
): readonly TranscriptPair[] {
  return Array.from(
    alignLists(base, variant, { isSame: saysSame, reach: REACH }),
    ({ one, other, isSame }) => ({
      base: one === null ? null : (base[one] ?? null),
      variant: other === null ? null : (variant[other] ?? null),
      isSame,
    }),
  );
}

function saysSame(a: TranscriptEntry, b: TranscriptEntry): boolean {
  return a.speaker === b.speaker && a.name === b.name && a.text === b.text && a.failed === b.failed;
}
