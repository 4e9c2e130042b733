/**
 * The history that Codex itself would send on from a rollout (docs/semantics.md §12.6, §12.10), written
 * once more from the rules alone: the measure that written rollouts are held to. It differs from what
 * the decoder reads where a rollback goes back over a checkpoint, and where it is no whole turn.
 */
import { isJsonObject } from "../../../src/events/json.js";
import type { JsonObject, TruncationPolicy } from "../../../src/events/primitives.js";
import { isTruncationPolicy } from "../../../src/dialects/shared/json.js";
import { isBoundary, type Wire, wiresOf } from "./slow-classes.js";
import {
  agentMessageOf,
  COMMUNICATION,
  legacyCompaction,
  recorded,
  rolledBack,
} from "./slow-model.js";

/** `skips`: a checkpoint that a rollback discards is passed over; `replays`: it is where replaying begins. */
export type CodexVersion = "skips" | "replays";

/** The items with which Codex would go on from a rollout. */
export function replayAsCodex(
  objects: readonly JsonObject[],
  version: CodexVersion,
): readonly Wire[] {
  const lines = objects.map(replayLine);
  const { base, from, skipped } = new BackwardScan(version).scan(lines);
  let items = [...(base?.list ?? [])];
  let policy: TruncationPolicy | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.type === "turn_context") policy = line.policy;
    if (index < from || skipped.has(index)) continue;
    if (line.type === "response_item") items.push(...recorded(line.payload, policy));
    if (line.type === "compacted") {
      items = [...(line.list ?? legacyCompaction(items, String(line.payload.message)))];
    }
    if (line.kind === "thread_rolled_back") items = rolledBack(items, line.turns);
  }
  return items;
}

interface ReplayLine {
  readonly type: unknown;
  readonly payload: Wire;
  /** Of an `event_msg`. */
  readonly kind: unknown;
  readonly turnId: string | null;
  readonly turns: number;
  /** Of a checkpoint. */
  readonly list: readonly Wire[] | null;
  /** Of a `turn_context`: under which outputs are bounded after it. */
  readonly policy: TruncationPolicy | null;
}

function replayLine({ type, payload: members }: JsonObject): ReplayLine {
  const payload = isJsonObject(members) ? members : {};
  if (type === COMMUNICATION) {
    return replayLine({ type: "response_item", payload: agentMessageOf(payload) });
  }
  const { turn_id: id, num_turns: turns, replacement_history: list } = payload;
  return {
    type,
    payload,
    kind: type === "event_msg" ? payload.type : null,
    turnId: typeof id === "string" ? id : null,
    turns: typeof turns === "number" ? turns : 0,
    list: Array.isArray(list) ? wiresOf(list) : null,
    policy: isTruncationPolicy(payload.truncation_policy) ? payload.truncation_policy : null,
  };
}

interface Segment {
  id: string | null;
  isUserTurn: boolean;
  readonly compactions: number[];
  newest: Checkpoint | null;
}

interface Checkpoint {
  readonly line: number;
  readonly list: readonly Wire[];
}

/** From the newest line to the oldest: which checkpoint survives, and where replaying begins. */
class BackwardScan {
  base: Checkpoint | null = null;
  /** Checkpoints that are passed over. */
  readonly skipped = new Set<number>();
  #newestCut = 0;
  #pending = 0;
  #active: Segment | null = null;

  constructor(private readonly version: CodexVersion) {}

  /** The first line that is replayed. */
  get from(): number {
    if (this.version === "replays") return this.#newestCut;
    return this.base === null ? 0 : this.base.line + 1;
  }

  scan(lines: readonly ReplayLine[]): this {
    for (const [index, line] of [...lines.entries()].reverse()) this.#take(line, index);
    this.#close();
    return this;
  }

  #take(line: ReplayLine, index: number): void {
    if (line.kind === "thread_rolled_back") {
      if (this.version === "skips" && line.turns > 0) this.#close();
      this.#pending += line.turns;
    } else if (isStart(line)) {
      const id = this.#active?.id ?? null;
      if (id === null || line.turnId === null || id === line.turnId) this.#close();
    } else if (opens(line, this.#active)) {
      this.#active ??= { id: null, isUserTurn: false, compactions: [], newest: null };
      if (namesTurn(line)) this.#active.id ??= line.turnId;
      this.#active.isUserTurn ||= speaks(line);
      if (line.type === "compacted") this.#compact(this.#active, line, index);
    }
  }

  #compact(active: Segment, { list }: ReplayLine, line: number): void {
    active.compactions.push(line);
    if (active.newest !== null || list === null) return;
    active.newest = { line, list };
    this.#newestCut = line + 1;
  }

  #close(): void {
    const active = this.#active;
    this.#active = null;
    if (active === null) return;
    if (this.#pending === 0) {
      this.base ??= active.newest;
      return;
    }
    if (this.version === "skips") for (const line of active.compactions) this.skipped.add(line);
    if (active.isUserTurn) this.#pending -= 1;
  }
}

function isStart({ kind }: ReplayLine): boolean {
  return kind === "task_started" || kind === "turn_started";
}

function namesTurn({ type, kind }: ReplayLine): boolean {
  const ends = ["task_complete", "turn_complete", "turn_aborted"];
  return type === "turn_context" || ends.includes(String(kind));
}

function speaks({ type, kind, payload }: ReplayLine): boolean {
  return kind === "user_message" || (type === "response_item" && isBoundary(payload));
}

/** An abort without an id belongs to lines that are there already. */
function opens(line: ReplayLine, active: Segment | null): boolean {
  if (line.kind === "turn_aborted") return active !== null || line.turnId !== null;
  const types = ["response_item", "compacted", "turn_context"];
  return types.includes(String(line.type)) || namesTurn(line) || line.kind === "user_message";
}
