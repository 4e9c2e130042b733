import { openForeign } from "../../dialects/dialects.js";
import { isRefoldError } from "../../errors.js";
import { type EventSource, runsOf } from "../../events/event-source.js";
import { replay } from "../../reducers/replay.js";
import { damageWords } from "../damage-words.js";
import { type FileBytes, fileBytes } from "../file-bytes.js";
import { openSession, recogniseFile } from "../open-session.js";
import type { SessionDamage } from "../session.js";
import type { ForeignSummary, SessionReading } from "./codex-outline.js";
import type { ListedFile } from "./derive.js";
import { SessionOutline } from "./session-outline.js";

/**
 * Summarises a session of any tool from all of its events.
 * @returns undefined when it has none
 * @throws {RefoldError} as `openSession` does
 */
export async function summariseWhole(
  file: ListedFile,
  { prices, related }: SessionReading,
): Promise<ForeignSummary | undefined> {
  const { path } = file;
  const outline = new SessionOutline(path, prices);
  const bytes = await fileBytes(path, { related });
  if ((await recogniseFile(bytes)) === "foreign") {
    const { rollout, problem } = await openHistory(bytes);
    const ownStart = rollout.content.parts?.at(-1)?.start ?? 0;
    await rollout.visit((event, { start }) => outline.take(event, start < ownStart));
    const [damage] = rollout.damage();
    return summaryOf(outline, file, {
      ...{ source: rollout.source, problem: problem ?? problemOf(damage) },
    });
  }
  const session = await openSession(path, { newer: "ignore" });
  try {
    const { source } = session;
    for await (const run of runsOf(source)) run.forEach((event) => outline.take(event));
    const [damage] = session.damage();
    return await summaryOf(outline, file, { source, problem: problemOf(damage) });
  } finally {
    await session.close();
  }
}

interface ReadSession {
  readonly source: EventSource;
  readonly problem: string | null;
}

/** If other files that the session needs are missing, its own lines have to do. */
async function openHistory(bytes: FileBytes) {
  try {
    return { ...(await openForeign(bytes)), problem: null };
  } catch (error) {
    if (!isRefoldError(error, "damaged-lineage")) throw error;
    return { ...(await openForeign(bytes, { reach: "own" })), problem: error.message };
  }
}

function problemOf(damage: SessionDamage | undefined): string | null {
  return damage === undefined ? null : `damaged: ${damageWords(damage)}`;
}

async function summaryOf(
  outline: SessionOutline,
  { path, sizeBytes }: ListedFile,
  { source, problem }: ReadSession,
): Promise<ForeignSummary | undefined> {
  const told = outline.summary();
  if (told === undefined) return undefined;
  const { base, ...summary } = told;
  const turns = outline.mayHaveUndone ? (await replay(source)).turns.userTurns : summary.turns;
  const about = { collection: "paths", path, sizeBytes, turns, problem } as const;
  return { thread: { ...summary, ...about }, base };
}
