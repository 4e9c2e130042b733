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

/** Walks both: where they part, what lies before they meet again stands side by side. */
function pairUp(
  base: readonly TranscriptEntry[],
  variant: readonly TranscriptEntry[],
): readonly TranscriptPair[] {
  const pairs: TranscriptPair[] = [];
  let [left, right] = [0, 0];
  while (left < base.length || right < variant.length) {
    const [skipped, inserted] = meeting(base.slice(left), variant.slice(right));
    for (let at = 0; at < Math.max(skipped, inserted); at += 1) {
      pairs.push({
        base: at < skipped ? (base[left + at] ?? null) : null,
        variant: at < inserted ? (variant[right + at] ?? null) : null,
        isSame: false,
      });
    }
    left += skipped;
    right += inserted;
    const [was, is] = [base[left], variant[right]];
    if (was !== undefined && is !== undefined) pairs.push({ base: was, variant: is, isSame: true });
    left += 1;
    right += 1;
  }
  return pairs;
}

/** How many entries each has before the first that are the same. */
function meeting(
  base: readonly TranscriptEntry[],
  variant: readonly TranscriptEntry[],
): readonly [number, number] {
  const reach = Math.min(REACH, base.length + variant.length);
  for (let distance = 0; distance < reach; distance += 1) {
    for (let skipped = 0; skipped <= distance; skipped += 1) {
      if (saysSame(base[skipped], variant[distance - skipped])) {
        return [skipped, distance - skipped];
      }
    }
  }
  return [base.length, variant.length];
}

function saysSame(a: TranscriptEntry | undefined, b: TranscriptEntry | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.speaker === b.speaker && a.name === b.name && a.text === b.text && a.failed === b.failed;
}
