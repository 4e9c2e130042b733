import { damageWords } from "../../../sessions/damage-words.js";
import type { SessionRow, SessionView } from "../../api.js";
import type { OpenedSession } from "../opened-session.js";

/** A session at a glance, as far as it was read. */
export async function sessionView(
  opened: OpenedSession,
  { row, acts }: { readonly row: SessionRow; readonly acts: SessionView["acts"] },
): Promise<SessionView> {
  const { index, readable } = opened;
  const { turns, compactions, rollbacks, title, cwd, threadId, models } = index.outline;
  const damage = readable.damage();
  const head = await opened.head();
  const bytes = readable.progress?.();
  const reading: SessionView["reading"] =
    bytes === undefined
      ? { unit: "event", done: index.head, total: head }
      : { unit: "byte", ...bytes };
  return {
    row: {
      ...row,
      threadId: row.threadId || (threadId ?? ""),
      ...(opened.isIndexed && { title: title ?? row.title, cwd: cwd ?? row.cwd }),
      model: row.model ?? models.at(-1) ?? null,
    },
    name: readable.name,
    head,
    isIndexed: opened.isIndexed,
    reading: opened.isIndexed ? null : reading,
    turns: turns.length,
    compactions: compactions.length,
    rollbacks: rollbacks.length,
    damage: damage.map((place) => ({ words: damageWords(place), offset: place.offset })),
    repair: damage.length === 0 ? null : `refold repair ${readable.name} -o clean-copy.jsonl`,
    acts,
  };
}
