import type { FactOf } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { defaultTruncationPolicy } from "../../models/truncation-policies.js";
import { DerivedEventIds } from "../shared/derived-ids.js";
import type { Evidence } from "../shared/evidence.js";
import { textAt } from "../shared/json-members.js";
import type { ForeignObject } from "../shared/object-reader.js";
import { RecentItems } from "../shared/read-items.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import { type EventTime, TimeReader, UNKNOWN_TIME } from "../shared/times.js";
import {
  eventFacts,
  eventOf,
  HistoryVersions,
  type LineFact,
  rollbackFacts,
} from "../shared/tree-facts.js";
import {
  compactionFact,
  itemFacts,
  type KeptEntry,
  noticeOf,
  reportFacts,
  settingFacts,
  titleFacts,
} from "./entry-facts.js";
import { type EntryNode, EntryTree, type Placement } from "./entry-tree.js";
import {
  changeSettings,
  contextFact,
  readPolicy,
  readSessionStart,
  type SessionStart,
  type Settings,
} from "./session-start.js";

/** A compaction seldom keeps more than 20,000 tokens; what is held longer costs every line. */
const HELD_BYTES = 512 * 1024;

interface Thread {
  readonly start: SessionStart;
  readonly ids: DerivedEventIds;
  readonly tree: EntryTree;
}

/** An object of the file, with its offset. */
interface PiLine {
  readonly value: JsonObject;
  readonly ordinal: number;
}

/**
 * Makes one event of each object of a session, in order. Which branch of the tree of entries is live
 * is settled line by line: every beginning of a file folds to what pi would go on with.
 */
export class PiDecoder implements LineDecoder {
  readonly #versions = new HistoryVersions();
  readonly #times = new TimeReader();
  readonly #recent: RecentItems;
  /** By model. */
  readonly #policies = new Map<string | null, TruncationPolicy>();
  #time: EventTime = UNKNOWN_TIME;
  #thread: Thread | null = null;
  /** The newest name of the session, on whichever branch. */
  #title: string | null = null;
  #ordinal = 0;

  /** @param heldBytes so much is held of what was recorded last; the rest is read again if need be */
  constructor(
    private readonly options: DecoderOptions,
    heldBytes = HELD_BYTES,
  ) {
    this.#recent = new RecentItems(heldBytes);
  }

  get head(): number {
    return this.#ordinal;
  }

  decode(object: Pick<ForeignObject, "value" | "text">): DecodedLine | Promise<DecodedLine> {
    const line = { value: object.value, ordinal: this.#ordinal++ };
    const thread = (this.#thread ??= begin(object));
    this.#time = this.#times.read(line.value.timestamp) ?? this.#time;
    if (line.value.type === "session") return this.#headerOf(line, thread);
    const before = thread.tree.sameId(line.value);
    return before === null
      ? this.#decodeEntry(line, thread)
      : this.#decodeRepeated(line, thread, before);
  }

  /** An id that was there: the same line once more, or another entry that takes its place. */
  async #decodeRepeated(line: PiLine, thread: Thread, before: EntryNode): Promise<DecodedLine> {
    const earlier = await this.options.recall(before.ordinal);
    if (JSON.stringify(earlier) !== JSON.stringify(line.value)) {
      return this.#decodeEntry(line, thread);
    }
    const placement = thread.tree.goBack(before, line.ordinal);
    const facts = [...this.#lead(placement), ...titleFacts(before, this.#title)];
    return this.#finish(line, thread, { facts, evidence: [], reason: REPEATED });
  }

  #decodeEntry(line: PiLine, thread: Thread): DecodedLine | Promise<DecodedLine> {
    const placement = thread.tree.place(line.value, line.ordinal);
    if (line.value.type !== "compaction") {
      return this.#finish(line, thread, this.#entryFacts(line, placement));
    }
    const kept = this.#keptBy(line, thread, placement);
    return kept instanceof Promise
      ? kept.then((entries) => this.#compact(line, { thread, placement, kept: entries }))
      : this.#compact(line, { thread, placement, kept });
  }

  /** Only the first header says anything. */
  #headerOf(line: PiLine, thread: Thread): DecodedLine {
    const context = line.ordinal === 0 ? contextFact(thread.start.settings) : null;
    const facts: LineFact[] = context === null ? [] : [{ fact: context, holes: [] }];
    return this.#finish(line, thread, { facts, evidence: [] });
  }

  #entryFacts({ value, ordinal }: PiLine, placement: Placement): Facts {
    const { node } = placement;
    const evidence: Evidence[] = [];
    this.#noteSettings(value, node);
    const said = itemFacts(value, {
      policy: this.#policyAt(node),
      keep: (one) => void evidence.push(one),
    });
    const facts = [
      ...this.#lead(placement),
      ...said,
      ...reportFacts(value),
      ...this.#tail(placement),
    ];
    const items = recordedIn(said);
    node.items = items.length;
    node.isBare = items.length === 1 && ordinal > 0 && facts[0] === said[0];
    this.#recent.add(ordinal, items);
    return { facts, evidence };
  }

  #compact(
    line: PiLine,
    {
      thread,
      placement,
      kept,
    }: {
      readonly thread: Thread;
      readonly placement: Placement;
      readonly kept: readonly KeptEntry[];
    },
  ): DecodedLine {
    const { node } = placement;
    node.compactions += 1;
    node.compactedAt = line.ordinal;
    const lead = this.#lead(placement);
    const historyVersion = this.#versions.next();
    const compaction = compactionFact(line.value, { node, kept, historyVersion });
    // A compaction leaves no baseline, but the branch is set as it was.
    const context = contextFact(node.settings);
    const again: LineFact[] = context === null ? [] : [{ fact: context, holes: [] }];
    const facts = [...lead, compaction, ...again, ...this.#tail(placement)];
    return this.#finish(line, thread, { facts, evidence: [] });
  }

  /** What comes before the entry itself. */
  #lead({ rollback }: Placement): readonly LineFact[] {
    return rollbackFacts(rollback, this.#versions);
  }

  /** What comes behind it. */
  #tail({ node, isOrphan }: Placement): readonly LineFact[] {
    const facts = [...settingFacts(node), ...titleFacts(node, this.#title)];
    if (isOrphan) facts.push(noticeOf("parent-missing", "the entry before it is not in the file"));
    return facts;
  }

  #noteSettings(entry: JsonObject, node: EntryNode): void {
    if (entry.type === "session_info") {
      const name = (textAt(entry, "name") ?? "").trim();
      if (name !== "") this.#title = name;
    }
    node.settings = changeSettings(node.settings, changeIn(entry));
    node.policy = readPolicy(entry) ?? node.policy;
  }

  #policyAt({ policy, settings: { model } }: EntryNode): TruncationPolicy {
    if (this.options.toolOutputLimit !== null) return this.options.toolOutputLimit;
    if (policy !== null) return policy;
    let known = this.#policies.get(model);
    if (known === undefined) {
      this.#policies.set(model, (known = { ...defaultTruncationPolicy(model) }));
    }
    return known;
  }

  /** The entries that a compaction keeps; those that are not held any more are read again. */
  #keptBy(
    { value }: PiLine,
    { tree }: Thread,
    { node }: Placement,
  ): readonly KeptEntry[] | Promise<readonly KeptEntry[]> {
    const nodes = tree.keptBy(node, value).filter(({ items }) => items > 0);
    const held = nodes.flatMap((one) => {
      const items = this.#recent.get(one.ordinal);
      return items === undefined ? [] : [{ node: one, items }];
    });
    if (held.length === nodes.length) return held;
    return Promise.all(nodes.map((one) => this.#again(one)));
  }

  async #again(node: EntryNode): Promise<KeptEntry> {
    const held = this.#recent.get(node.ordinal);
    if (held !== undefined) return { node, items: held };
    const policy = this.#policyAt(node);
    const entry = await this.options.recall(node.ordinal);
    return { node, items: recordedIn(itemFacts(entry, { policy, keep: ignoreEvidence })) };
  }

  #finish({ value, ordinal }: PiLine, thread: Thread, line: Facts): DecodedLine {
    const { facts, evidence, reason = null } = line;
    const started: FactOf<"thread.started"> = { type: "thread.started", data: thread.start.data };
    const whole = eventFacts(facts, keptFact(value, reason), ordinal === 0 ? started : null);
    const { at, timeMs } = this.#time;
    const id = thread.ids.idOf(ordinal, timeMs);
    return { event: eventOf({ ordinal, id, at, value }, whole), evidence };
  }
}

interface Facts {
  readonly facts: readonly LineFact[];
  readonly evidence: readonly Evidence[];
  /** Why the line says nothing by itself. */
  readonly reason?: string;
}

const REPEATED = "it repeats an earlier line";

/** Whoever reads again has kept it before. */
const ignoreEvidence = (): void => undefined;

function begin(first: Pick<ForeignObject, "value" | "text">): Thread {
  const start = readSessionStart(first);
  const ids = new DerivedEventIds(start.data.threadId);
  return { start, ids, tree: new EntryTree(start.isTree, start.settings) };
}

function recordedIn(facts: readonly LineFact[]): readonly RecordedItem[] {
  return facts.flatMap(({ fact }) => (fact.type === "item.recorded" ? [fact.data] : []));
}

/** What an entry sets its branch to. */
function changeIn(entry: JsonObject): Partial<Settings> {
  const { type, message } = entry;
  if (type === "model_change") return modelIn(entry, "modelId");
  if (type === "thinking_level_change") return { effort: textAt(entry, "thinkingLevel") };
  const isAnswer = type === "message" && isJsonObject(message) && message.role === "assistant";
  return isAnswer ? modelIn(message, "model") : {};
}

function modelIn(holder: JsonObject, key: string): Partial<Settings> {
  const model = textAt(holder, key);
  return model === null ? {} : { model, provider: textAt(holder, "provider") };
}

function keptFact(entry: JsonObject, why: string | null): FactOf<"foreign.kept"> {
  const { type, message } = entry;
  const role = type === "message" && isJsonObject(message) ? textAt(message, "role") : null;
  const inner = role ?? (type === "custom" ? textAt(entry, "customType") : null);
  const kind = [typeof type === "string" ? type : "unknown", inner].filter(isText).join(".");
  const isExcluded = isJsonObject(message) && message.excludeFromContext === true;
  const reason = why ?? (isExcluded ? "it is excluded from the context" : null);
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}

function isText(value: string | null): value is string {
  return value !== null;
}
