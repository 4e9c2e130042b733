import { isRefoldError } from "../errors.js";
import { isContextualDeveloperText, isContextualUserText } from "../events/contextual-fragment.js";
import type { Fact } from "../events/event.js";
import type { RecordedItem } from "../events/item.js";
import { nounFor } from "../projections/display-text.js";
import { refKey } from "../reducers/item-refs.js";
import type { LedgerEntry, ThreadState } from "../reducers/thread-state.js";
import { compactIfDue, compactThread } from "../runtime/compaction/compact-thread.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import type { ModelClient } from "../runtime/models/model-client.js";
import type { ThreadLog } from "../runtime/thread-log.js";
import type { UserInput } from "../runtime/record-item.js";
import { newId } from "../runtime/new-id.js";
import { runningTotals } from "../runtime/turn.js";
import type { ExperimentBase } from "./base.js";
import { ItemEdits, rewrittenHistory } from "./item-edits.js";
import { markFact, type Task } from "./tasks.js";
import { compactOptions, settingFacts, startFact, tellingFact } from "./variant-settings.js";
import type { TurnStart } from "./variant-settings.js";

/** A variant's fork while it is worked on. */
export class VariantThread {
  readonly edits: ItemEdits;

  constructor(
    readonly log: ThreadLog,
    readonly task: Task,
    readonly about: {
      readonly base: ExperimentBase;
      readonly registry: FragmentRegistry;
      readonly signal: AbortSignal;
    },
  ) {
    this.edits = new ItemEdits(task.variant, log.store.blobs);
  }

  /**
   * Makes the variant of the fork: its settings, its edits of the history, and a compaction where it
   * wants one at once. Ends with a step, so that it is done once.
   */
  async vary(): Promise<void> {
    const { mark, variant } = this.task;
    const rewritten = await rewrittenHistory(this.log.state, this.edits);
    const words = `experiment ${mark.name} (${mark.mode}): variant ${mark.variant}, repetition ${mark.repetition}`;
    await this.log.commit((state) => ({
      facts: [
        markFact("experiment.variant", mark, words),
        ...settingFacts(state, variant),
        ...(rewritten === null ? [] : [rewritten]),
      ],
    }));
    if (variant.compaction !== undefined) await this.#compactAtFork();
    await this.step(0);
  }

  /** A turn begins and ends in which the model is told the variant's facts; nobody is asked. */
  async project(): Promise<void> {
    const { state } = this.about.base;
    const envelope = state.baseline?.envelope ?? {};
    const { facts, model, provider } = this.task.variant;
    if ((facts ?? model ?? provider) === undefined) return;
    const started = this.startFacts(envelope, true);
    const turn = newId(Date.parse(state.thread?.startedAt ?? "") || 0);
    await this.log.commit(() => ({ facts: started, turn }));
    await this.log.commit((now) => {
      const data = { reason: "projected", durationMs: null, totals: runningTotals(now) };
      return { facts: [{ type: "turn.completed", data }], turn };
    });
  }

  /** Says that all up to here is done. */
  async step(turns: number): Promise<void> {
    const fact = markFact(
      "experiment.step",
      { turns },
      `${turns} ${nounFor(turns, "turn of the variant is", "turns of the variant are")} done`,
    );
    await this.log.commit(() => ({ facts: [fact] }));
  }

  /** Compacts where the variant has that due; what the model was told of its context stays told. */
  async compactIfDue(input?: UserInput, model?: ModelClient): Promise<void> {
    const before = this.log.state;
    const next = input === undefined ? {} : { input };
    const options = { ...compactOptions(this.task.variant), ...(model !== undefined && { model }) };
    try {
      await compactIfDue(this.#compacted(), next, { ...options, signal: this.about.signal });
    } catch (error) {
      // A recorded model may have spoken between its calls: it is looked at again when they are done.
      if (!isRefoldError(error, "calls-pending")) throw error;
    }
    await this.#tellAgain(before);
  }

  /** What a turn of this variant begins with, in the place of a turn of the base. */
  turnStart(envelope: TurnStart["envelope"]): TurnStart {
    const { registry } = this.about;
    return { envelope, variant: this.task.variant, state: this.log.state, registry };
  }

  /** The facts of a turn's start, when the base has none of its own to be taken over. */
  startFacts(envelope: TurnStart["envelope"], isFirst: boolean): readonly Fact[] {
    const start = this.turnStart(envelope);
    const nothing: Fact = {
      type: "context.injected",
      data: { mode: "diff", items: [], fragments: [] },
    };
    return [startFact(start), (isFirst ? tellingFact(start) : null) ?? nothing];
  }

  async #compactAtFork(): Promise<void> {
    if (this.task.variant.compaction?.compactAt !== undefined) return this.compactIfDue();
    const before = this.log.state;
    const options = compactOptions(this.task.variant);
    await compactThread(this.#compacted(), { ...options, signal: this.about.signal });
    await this.#tellAgain(before);
  }

  /** No context: the texts of the base's turns are known by hash alone. */
  #compacted() {
    return { log: this.log, registry: this.about.registry, context: null };
  }

  /**
   * Context that a compaction took from the history is told again as it stood there: the base would
   * have done so, and its texts are nowhere else.
   */
  async #tellAgain(before: ThreadState): Promise<void> {
    if (this.log.state.ledger === before.ledger) return;
    const left = new Set<string>();
    for (const { ref, source = ref } of this.log.state.ledger.entries) left.add(refKey(source));
    const lost = before.ledger.entries
      .toArray()
      .filter((entry) => isContext(entry) && !left.has(refKey(entry.source ?? entry.ref)));
    if (lost.length === 0) return;
    const items = lost.map(withoutSource);
    const turn = this.log.state.turns.running?.turn;
    const data = { mode: "diff" as const, items, fragments: [] };
    await this.log.commit(() => ({ facts: [{ type: "context.injected", data }], turn }));
  }
}

function isContext({ item, origin, summary }: LedgerEntry): boolean {
  if (item.type !== "message" || origin !== "runtime" || summary === true) return false;
  const [part] = item.content;
  if (part?.type !== "input_text") return false;
  return isContextualUserText(part.text) || isContextualDeveloperText(part.text);
}

function withoutSource({ item, origin, countedBytes }: LedgerEntry): RecordedItem {
  return { item, origin, countedBytes };
}
