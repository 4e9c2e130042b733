import { createHash, type Hash } from "node:crypto";
import type { ForeignRollout } from "../../dialects/shared/open-rollout.js";
import { runsOf } from "../../events/event-source.js";
import type { Fact, LogEvent } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import { projectPrompt } from "../../projections/prompt/project-prompt.js";
import { requestMaker } from "../../projections/providers/request-maker.js";
import { refOffset } from "../../reducers/item-refs.js";
import { ForwardReplay } from "../../reducers/replay.js";
import type { CheckpointState, ThreadState } from "../../reducers/thread-state.js";
import { turnList } from "../../reducers/turn-list.js";

/** What the state at an offset is made from, and the request that it gives. */
export interface KeptState {
  readonly offset: number;
  /** The checkpoint that its ledger begins with; 0: the session's beginning. */
  readonly from: number;
  /** Where its newest checkpoint is: what is from there on is in its ledger as it is. */
  readonly checkpoint: number;
  /** Lines before that whose items a checkpoint kept. */
  readonly sources: readonly number[];
  /** A hash of the next request and of all items in it, images by their content. */
  readonly digest: string;
}

/**
 * The offsets whose states have to stay: just before each of the newest turns, which is where taking them
 * back leads. A turn without a user, as a compaction by hand, is one that can be taken back alone.
 * @param keepTurns counts user turns
 */
export async function offsetsToKeep(
  { source }: ForeignRollout,
  keepTurns: number,
): Promise<ReadonlySet<number>> {
  const turns = (await turnList(source)).filter(({ survives }) => survives);
  const userTurns = turns.filter(({ number }) => number !== null);
  const oldest = keepTurns === 0 ? undefined : userTurns.slice(-keepTurns)[0];
  const first = oldest === undefined ? turns.length : turns.indexOf(oldest);
  const offsets = turns.slice(first).flatMap(({ before, number }) => {
    return number === 1 ? [before.from, before.boundary] : [before.from];
  });
  return new Set(offsets.filter((offset) => offset >= 0));
}

/** Folds a session once. @returns the states at some offsets, and the one at the end */
export async function keptStates(
  { source }: ForeignRollout,
  offsets: ReadonlySet<number>,
): Promise<readonly KeptState[]> {
  const replay = new ForwardReplay(source);
  const lists = new CheckpointLists();
  const kept: KeptState[] = [];
  let newest = -1;
  for await (const run of runsOf(source)) {
    for (const event of run) {
      await replay.take(event);
      lists.take(event);
      newest = event.offset;
      if (offsets.has(newest)) kept.push(keptState(newest, replay.state, lists));
    }
  }
  if (!offsets.has(newest)) kept.push(keptState(newest, replay.state, lists));
  return kept;
}

/**
 * Which checkpoints have a list of their own, and do not need the history before them. They are named by
 * their lines: an event may say again what an earlier line said.
 */
class CheckpointLists {
  /** Of those without one, where the checkpoint before is; 0: there is none. */
  readonly #rebuilt = new Map<number, number>();

  take(event: LogEvent): void {
    if (!isKnownEvent(event)) return;
    const facts: readonly Fact[] = [event, ...(event.derived ?? [])];
    for (const fact of facts) {
      if (fact.type !== "history.compacted" || fact.data.replacement !== null) continue;
      this.#rebuilt.set(lineOf(fact.data), fact.data.replaced?.from ?? 0);
    }
  }

  /** The newest with a list that a state is made from; 0: there is none. */
  baseOf(state: ThreadState): number {
    let line = checkpointLine(state);
    for (let before = this.#rebuilt.get(line); before !== undefined && before < line;) {
      line = before;
      before = this.#rebuilt.get(line);
    }
    return line;
  }
}

/** 0: there is none. */
function checkpointLine({ checkpoint }: ThreadState): number {
  return checkpoint === null ? 0 : lineOf(checkpoint);
}

/** The line of a compaction is the first that it does not replace. */
function lineOf({ replaced }: Pick<CheckpointState, "replaced">): number {
  return replaced === null ? 0 : replaced.to + 1;
}

function keptState(offset: number, state: ThreadState, lists: CheckpointLists): KeptState {
  const from = lists.baseOf(state);
  const sources = new Set<number>();
  for (const { source } of state.ledger.entries) {
    if (source !== undefined && refOffset(source) < from) sources.add(refOffset(source));
  }
  const checkpoint = checkpointLine(state);
  return { offset, from, checkpoint, sources: [...sources], digest: digestOf(state) };
}

/** Where a session names no model, any will do: both sides are asked alike. */
const ANY_MODEL = "unknown";

/** Images are in it by the hash of their bytes, which reading the session has computed. */
function digestOf(state: ThreadState): string {
  const own = projectPrompt(state);
  const named = (own.target.model ?? "") !== "";
  const prompt = named ? own : projectPrompt(state, { model: ANY_MODEL });
  const maker = requestMaker(undefined, prompt);
  const { body } = maker.toRequest(prompt, {
    missingBlobs: "placeholder",
    cache: { marks: "none" },
  });
  const hash = createHash("sha256");
  addValue(hash, body);
  for (const { item } of state.ledger.entries) addValue(hash, item);
  return hash.digest("hex");
}

/** Part by part: a request may be too long to be spelled at once. */
function addValue(hash: Hash, value: unknown): void {
  if (Array.isArray(value)) {
    hash.update(`[${value.length}`);
    for (const part of value) addValue(hash, part);
  } else if (isJsonObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    hash.update(`{${members.length}`);
    for (const [name, member] of members) {
      addValue(hash, name);
      addValue(hash, member);
    }
  } else if (typeof value === "string") {
    hash.update(`"${value.length}"`).update(value, "utf16le");
  } else hash.update(`${String(value)};`);
}
