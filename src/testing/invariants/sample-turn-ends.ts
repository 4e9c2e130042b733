import type { TurnEnd } from "./survey-log.js";

/** How many turn ends are looked at. */
const MOST = 200;

/** What their prompts may weigh together: a hundred times a full window of today's models. */
const MOST_BYTES = 400_000_000;

/**
 * The turn ends at which prompts are looked at: spread evenly, the newest always. Fewer where
 * prompts are so large that looking at each would take minutes.
 * @param isExhaustive all of them, whatever that costs
 */
export function sampleTurnEnds(
  turnEnds: readonly TurnEnd[],
  isExhaustive: boolean,
): ReadonlySet<number> {
  let picked = spread(turnEnds, isExhaustive ? turnEnds.length : MOST);
  for (let bytes = bytesOf(picked); !isExhaustive && bytes > MOST_BYTES && picked.length > 1;) {
    const fewer = Math.floor((picked.length * MOST_BYTES) / bytes);
    picked = spread(turnEnds, Math.max(1, Math.min(fewer, picked.length - 1)));
    bytes = bytesOf(picked);
  }
  return new Set(picked.map(({ offset }) => offset));
}

function spread(turnEnds: readonly TurnEnd[], count: number): readonly TurnEnd[] {
  if (turnEnds.length <= count) return turnEnds;
  const places = Array.from({ length: count }, (_, index) =>
    Math.floor(((index + 1) * turnEnds.length) / count - 1),
  );
  return places.flatMap((place) => turnEnds[place] ?? []);
}

function bytesOf(turnEnds: readonly TurnEnd[]): number {
  return turnEnds.reduce((sum, { promptBytes }) => sum + promptBytes, 0);
}
