import type { FactOf } from "../../events/event.js";
import { isJsonObject } from "../../events/json.js";
import { UNKNOWN_KIND } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import {
  composeEvent,
  eventFacts,
  HistoryFacts,
  type LineFact,
  plainFact,
  recordedIn,
  startedFact,
} from "../shared/event-facts.js";
import { EventStamps } from "../shared/event-stamps.js";
import { type Evidence, ignoreEvidence } from "../shared/evidence.js";
import { foreignForm } from "../shared/foreign-form.js";
import { joined, textAt } from "../shared/json.js";
import { rollbackFacts } from "../shared/live-branch.js";
import type { DecodableObject } from "../shared/object-reader.js";
import { RecentItems } from "../shared/read-items.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import {
  compactionFact,
  itemFacts,
  type KeptEntry,
  noticeOf,
  reportFacts,
  settingFacts,
  titleFacts,
} from "./entry-facts.js";
import { type EntryNode, EntryTree, type Placement, refsOf } from "./entry-tree.js";
import {
  changeSettings,
  changeSystem,
  readSessionStart,
  type SessionStart,
  type Settings,
  systemFact,
} from "./session-start.js";

interface Thread {
  readonly start: SessionStart;
  /** Until the header that says whose thread it is. */
  isBeforeHeader: boolean;
  readonly stamps: EventStamps;
  readonly tree: EntryTree;
}

/** An object of the file, with its offset. */
interface PiLine {
  readonly value: JsonObject;
  readonly ordinal: number;
  readonly thread: Thread;
}

/**
 * Makes one event of each object of a session, in order. Which branch of the tree of entries is live
 * is settled line by line: every beginning of a file folds to what pi would go on with.
 */
export class PiDecoder implements LineDecoder {
  readonly #history = new HistoryFacts();
  #thread: Thread | null = null;
  /** The newest name of the session, on whichever branch. */
  #title: string | null = null;
  #ordinal = 0;

  /** @param recent what was recorded last; the rest is read again if need be */
  constructor(
    private readonly options: DecoderOptions,
    private readonly recent = new RecentItems(),
  ) {}

  get head(): number {
    return this.#ordinal;
  }

  decode(object: DecodableObject): DecodedLine | Promise<DecodedLine> {
    const { value } = object;
    const thread = (this.#thread ??= begin(object, this.options.opening));
    const line = { value, ordinal: this.#ordinal++, thread };
    if (value.type === "session") {
      // Only the first header says anything.
      const facts = thread.isBeforeHeader ? settingFacts(thread.start.settings) : NO_FACTS;
      thread.isBeforeHeader = false;
      return finish(line, { facts });
    }
    if (thread.isBeforeHeader) {
      this.#noteTitle(value);
      return finish(line, { facts: NO_FACTS });
    }
    const before = thread.tree.sameId(value);
    return before === null ? this.#decodeEntry(line) : this.#decodeRepeated(line, before);
  }

  /** An id that was there: the same line once more, or another entry that takes its place. */
  async #decodeRepeated(line: PiLine, before: EntryNode): Promise<DecodedLine> {
    const earlier = await this.options.recall(before.ordinal);
    if (JSON.stringify(earlier) !== JSON.stringify(line.value)) return this.#decodeEntry(line);
    const { rollback } = line.thread.tree.goBack(before, line.ordinal);
    const lead = rollbackFacts(rollback, this.#history);
    const facts = [...lead, ...titleFacts(before, this.#title)];
    return finish(line, { facts, reason: "it repeats an earlier line" });
  }

  #decodeEntry(line: PiLine): DecodedLine | Promise<DecodedLine> {
    const { value, ordinal, thread } = line;
    const placement = thread.tree.place(value, ordinal);
    if (value.type !== "compaction") return finish(line, this.#entryFacts(line, placement));
    const kept = this.#keptBy(line, placement);
    return kept instanceof Promise
      ? kept.then((entries) => this.#compact(line, placement, entries))
      : this.#compact(line, placement, kept);
  }

  #entryFacts(line: PiLine, placement: Placement): Facts {
    const { value, ordinal } = line;
    const { node, rollback } = placement;
    const evidence: Evidence[] = [];
    this.#noteSettings(value, node);
    const said = itemFacts(value, {
      policy: this.options.toolOutputLimit,
      keep: (one) => void evidence.push(one),
    });
    let facts = rollbackFacts(rollback, this.#history);
    const add = (more: readonly LineFact[]): void => {
      facts = joined(facts, more);
    };
    add(said);
    add(this.#edited(line, node));
    add(reportFacts(value));
    if (node.settings !== node.parent?.settings) add(settingFacts(node.settings));
    add(systemFacts(value, node));
    add(this.#tail(placement));
    const items = recordedIn(said);
    node.items = items.length;
    node.isBare = items.length === 1 && ordinal > 0 && facts[0] === said[0];
    this.recent.add(ordinal, items);
    return { facts, evidence };
  }

  /** An entry that is taken out of the context, or is given other content, which is not read. */
  #edited({ value, thread }: PiLine, node: EntryNode): readonly LineFact[] {
    if (value.type !== "context_edit") return NO_FACTS;
    const target = thread.tree.above(node, textAt(value, "targetId"));
    if (target?.items === 0) return []; // a failed answer has none
    const isCompacted = target !== null && target.ordinal <= (node.compactedAt ?? -1);
    if (target === null || isCompacted || value.replacement !== null) {
      return [
        noticeOf("context-edit-unread", "an edit of an earlier entry is not read", "warning"),
      ];
    }
    node.omits = target;
    return [plainFact(this.#history.omitted(refsOf(target)))];
  }

  #compact(line: PiLine, placement: Placement, kept: readonly KeptEntry[]): DecodedLine {
    const { node, rollback } = placement;
    node.compactions += 1;
    node.compactedAt = line.ordinal;
    const lead = rollbackFacts(rollback, this.#history);
    const compaction = compactionFact(line.value, { node, kept }, this.#history);
    // A compaction leaves no baseline, but the branch is set as it was.
    const again = settingFacts(node.settings);
    const reports = reportFacts(line.value);
    const facts = [...lead, compaction, ...reports, ...again, ...this.#tail(placement)];
    return finish(line, { facts });
  }

  /** What comes after the entry itself. */
  #tail({ node, isOrphan }: Placement): readonly LineFact[] {
    const facts = titleFacts(node, this.#title);
    if (!isOrphan) return facts;
    return [
      ...facts,
      noticeOf("parent-missing", "the entry that it follows does not stand before it in the file"),
    ];
  }

  #noteSettings(entry: JsonObject, node: EntryNode): void {
    this.#noteTitle(entry);
    node.settings = changeSettings(node.settings, changeIn(entry));
  }

  /** pi's name of a session, or the title of omp, which stands before the header. */
  #noteTitle(entry: JsonObject): void {
    const member = TITLE_MEMBERS.get(entry.type);
    const title = member === undefined ? "" : (textAt(entry, member) ?? "").trim();
    if (title !== "") this.#title = title;
  }

  /** The entries that a compaction keeps; those that are not held any more are read again. */
  #keptBy(
    { value, thread }: PiLine,
    { node }: Placement,
  ): readonly KeptEntry[] | Promise<readonly KeptEntry[]> {
    const path = thread.tree.keptBy(node, value);
    const omitted = new Set(path.map(({ omits }) => omits));
    const nodes = path.filter((one) => one.items > 0 && !omitted.has(one));
    const held = nodes.flatMap((one) => {
      const items = this.recent.get(one.ordinal);
      return items === undefined ? [] : [{ node: one, items }];
    });
    if (held.length === nodes.length) return held;
    return Promise.all(nodes.map((one) => this.#readAgain(one)));
  }

  async #readAgain(node: EntryNode): Promise<KeptEntry> {
    const held = this.recent.get(node.ordinal);
    if (held !== undefined) return { node, items: held };
    const policy = this.options.toolOutputLimit;
    const entry = await this.options.recall(node.ordinal);
    return { node, items: recordedIn(itemFacts(entry, { policy, keep: ignoreEvidence })) };
  }
}

const TITLE_MEMBERS: ReadonlyMap<unknown, string> = new Map([
  ["session_info", "name"],
  ["title", "title"],
  ["title_change", "title"],
]);

/** Of pi (to 1.5.2), and `title` and `title_change` of omp. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...["session", "compaction", "branch_summary", "model_change", "custom", "label"],
  ...["thinking_level_change", "custom_message", "session_info", "context_edit", "usage"],
  ...["title", "title_change"],
]);

/** Of messages. Forks of pi have others (omp: `fileMention`, `developer`, `pythonExecution`). */
const KNOWN_ROLES: ReadonlySet<string | null> = new Set([
  ...["user", "assistant", "toolResult", "bashExecution", "custom", "hookMessage", "system"],
  ...["branchSummary", "compactionSummary"],
]);

const NO_FACTS: readonly LineFact[] = [];
const NO_EVIDENCE: readonly Evidence[] = [];

function systemFacts({ type, message }: JsonObject, node: EntryNode): readonly LineFact[] {
  if (type !== "message" || !isJsonObject(message) || message.role !== "system") return NO_FACTS;
  const before = node.system === null ? null : systemFact(node.system);
  node.system = changeSystem(node.system, message);
  const fact = systemFact(node.system);
  return fact.data.hash === before?.data.hash ? [] : [plainFact(fact)];
}

interface Facts {
  readonly facts: readonly LineFact[];
  readonly evidence?: readonly Evidence[];
  /** Why the line says nothing by itself. */
  readonly reason?: string;
}

function begin(first: DecodableObject, opening: Uint8Array): Thread {
  const start = readSessionStart(first, opening);
  const stamps = new EventStamps(start.data.threadId, start.time);
  const tree = new EntryTree(start.isTree, start.settings);
  return { start, stamps, tree, isBeforeHeader: start.isHeader };
}

function finish({ value, ordinal, thread }: PiLine, line: Facts): DecodedLine {
  const { facts, evidence = NO_EVIDENCE, reason = null } = line;
  const start = ordinal === 0 ? startedFact(thread.start.data) : null;
  const whole = eventFacts(facts, start, () => keptFact(value, reason));
  const stamp = thread.stamps.next(ordinal, value.timestamp);
  return { event: composeEvent(stamp, whole, foreignForm(value, whole.holes)), evidence };
}

/** What an entry sets its branch to. */
function changeIn(entry: JsonObject): Partial<Settings> {
  const { type, message } = entry;
  if (type === "model_change") return modelIn(entry, "modelId");
  if (type === "thinking_level_change") return { effort: textAt(entry, "thinkingLevel") };
  const isAnswer = type === "message" && isJsonObject(message) && message.role === "assistant";
  return isAnswer ? modelIn(message, "model") : NO_CHANGE;
}

const NO_CHANGE: Partial<Settings> = {};

function modelIn(holder: JsonObject, key: string): Partial<Settings> {
  const model = textAt(holder, key);
  return model === null ? {} : { model, provider: textAt(holder, "provider") };
}

function keptFact(entry: JsonObject, why: string | null): FactOf<"foreign.kept"> {
  const { type, message } = entry;
  const role = type === "message" && isJsonObject(message) ? textAt(message, "role") : null;
  const inner = role ?? (type === "custom" ? textAt(entry, "customType") : null);
  const outer = typeof type === "string" ? type : "unknown";
  const kind = inner === null ? outer : `${outer}.${inner}`;
  const isExcluded = isJsonObject(message) && message.excludeFromContext === true;
  const beside = isExcluded ? "it is excluded from the context" : null;
  const isKnown = type === "message" ? KNOWN_ROLES.has(role) : KNOWN_TYPES.has(outer);
  const reason = why ?? (isKnown ? beside : UNKNOWN_KIND);
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}
