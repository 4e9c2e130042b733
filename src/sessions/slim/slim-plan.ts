import type { OpenedForeign } from "../../dialects/dialects.js";
import type { ForeignRollout } from "../../dialects/shared/open-rollout.js";
import type { GoneParts, SlimPlace } from "../../dialects/shared/slimming.js";
import { type KeptState, keptStates, offsetsToKeep } from "./kept-states.js";

/** How a session becomes shorter, so that some of its states stay. */
export interface SlimPlan {
  readonly states: readonly KeptState[];
  /** The shorter file; the session is read once more for it. */
  parts(gone: GoneParts): AsyncIterable<Uint8Array>;
}

interface SlimPlanOptions {
  /** How many of the newest user turns can be taken back as before. */
  readonly keepTurns: number;
  /** So many bytes at the file's beginning stay as they are. */
  readonly fixedBytes?: number;
}

/** Reads a session twice: for its turns, then for the states that have to stay. */
export async function planSlimming(
  { dialect, rollout }: OpenedForeign,
  { keepTurns, fixedBytes = 0 }: SlimPlanOptions,
): Promise<SlimPlan> {
  const states = await keptStates(rollout, await offsetsToKeep(rollout, keepTurns));
  const firstOffset = await firstOwnOffset(rollout);
  const places = new Places(states);
  const placeOf = (ordinal: number, byte: number): SlimPlace =>
    byte < fixedBytes ? "kept" : places.of(firstOffset + ordinal);
  return { states, parts: (gone) => dialect.slimLines(rollout.own, { placeOf, gone }) };
}

/** Offset of the first event of the file itself: its history may begin in another. */
async function firstOwnOffset(rollout: ForeignRollout): Promise<number> {
  const start = rollout.content.parts?.find(({ isOwn }) => isOwn)?.start ?? 0;
  let offset = 0;
  if (start > 0) await rollout.visit((_, place) => (offset += place.start < start ? 1 : 0));
  return offset;
}

/** What each line is to the states that stay. */
class Places {
  readonly #sources: ReadonlySet<number>;
  readonly #oldest: number;

  constructor(private readonly states: readonly KeptState[]) {
    this.#sources = new Set(states.flatMap(({ sources }) => sources));
    this.#oldest = Math.min(...states.map(({ from }) => from));
  }

  of(offset: number): SlimPlace {
    if (this.#sources.has(offset)) return "kept";
    const needing = this.states.filter((state) => state.from <= offset && offset <= state.offset);
    if (needing.some(({ checkpoint }) => checkpoint <= offset)) return "kept";
    if (needing.length > 0) return "rebuilt";
    return offset < this.#oldest ? "older" : "superseded";
  }
}

/** Where a shorter file would not do: an offset whose prompt differs; null: nowhere. */
export interface SlimDifference {
  readonly offset: number | null;
  readonly what: string;
}

/** Compares a shorter file with the states of the original. */
export async function slimDifference(
  states: readonly KeptState[],
  rollout: ForeignRollout,
): Promise<SlimDifference | null> {
  const again = await keptStates(rollout, new Set(states.map(({ offset }) => offset)));
  if (rollout.damage().length > 0) return { offset: null, what: "it is damaged" };
  if (again.length !== states.length) return { offset: null, what: "it has other lines" };
  const differs = states.find(({ offset, digest }, index) => {
    const other = again[index];
    return other?.offset !== offset || other.digest !== digest;
  });
  if (differs === undefined) return null;
  return { offset: differs.offset, what: `the prompt at offset ${differs.offset}` };
}
