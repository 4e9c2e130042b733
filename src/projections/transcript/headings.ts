import type { Transcript, TranscriptEntry, TranscriptTurn } from "./transcript.js";

/** The words above a thread, a turn and an entry, not yet escaped for any format. */

export function threadHeading({ title, threadId }: Transcript): string {
  return title ?? `Thread ${threadId ?? "without an id"}`;
}

export function turnHeading(turn: TranscriptTurn): string {
  const name = turn.number === null ? "Before a user spoke" : `Turn ${turn.number}`;
  const facts = [turn.model, turn.startedAt, `about ${turn.tokens} tokens`, turn.end];
  return `${name} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

export function entryHeading(entry: TranscriptEntry): string {
  const { speaker, name, offset, failed, cutTokens } = entry;
  const words = [
    speaker === "note" || name === null ? speaker : `${speaker} ${name}`,
    ...(failed ? ["failed"] : []),
    ...(cutTokens > 0 ? [`${cutTokens} tokens cut`] : []),
  ];
  return `[${offset}] ${words.join(", ")}`;
}
