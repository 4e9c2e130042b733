import type { FactOf } from "../../events/event.js";
import type { JsonObject } from "../../events/primitives.js";
import {
  composeEvent,
  eventFacts,
  HistoryFacts,
  type LineFact,
  noteRefs,
  plainFact,
  recordedIn,
  startedFact,
} from "../shared/event-facts.js";
import { EventStamps } from "../shared/event-stamps.js";
import { type Evidence, ignoreEvidence } from "../shared/evidence.js";
import { foreignForm, NO_HOLES, Path } from "../shared/foreign-form.js";
import { textAt } from "../shared/json.js";
import { rollbackFacts } from "../shared/live-branch.js";
import type { DecodableObject } from "../shared/object-reader.js";
import { RecentItems } from "../shared/read-items.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import { CLEARED_OUTPUT, compactedFact } from "./compaction.js";
import { type KeptLine, type KeptSegment, messagesOf } from "./kept-segment.js";
import { messageFacts, type MessageOptions } from "./message-facts.js";
import { recordLineItem } from "./read-blocks.js";
import { type LineMeaning, readLine } from "./read-line.js";
import { readSessionStart, type SessionName, type SessionStart, titleIn } from "./session-start.js";
import { type Placement, SessionTree } from "./session-tree.js";
import { isRepeated } from "./streamed-blocks.js";
import { SubAgentUsage } from "./sub-agent-usage.js";
import type { RecordedOutput, TreeNode } from "./tree-node.js";

/** Where the fact that renames a thread has its title. */
const TITLE = Path.of("data", "title");
const REPEATED = "it repeats an earlier line";
const REWIND_UNREAD = {
  type: "notice.logged",
  data: {
    level: "warning",
    kind: "rewind-unread",
    message:
      "the conversation was taken back to a line that is not there, or that a compaction kept",
  },
} as const;

interface Thread {
  readonly start: SessionStart;
  readonly stamps: EventStamps;
}

type Message = Extract<LineMeaning, { does: "say" }>;

/** What is known of the line that is decoded. */
interface Line {
  readonly ordinal: number;
  readonly again: readonly KeptLine[];
}

/**
 * Makes one event of each object of a transcript, in order. Which branch of the tree of messages is
 * live is settled line by line: every beginning of a file folds to what Claude Code would go on with.
 */
export class ClaudeCodeDecoder implements LineDecoder {
  readonly #tree = new SessionTree();
  readonly #history = new HistoryFacts();
  #thread: Thread | null = null;
  /** Whose own file it is: a sub-agent's, the main thread's (null); undefined: not yet known. */
  #agent: string | null | undefined = undefined;
  #ordinal = 0;
  /** Lines of sub-agents that were there. */
  readonly #asides = new Set<string>();
  readonly #spentBeside = new SubAgentUsage();
  readonly #names = new Map<SessionName["by"], string>();
  #title: string | null = null;
  /** Of the line that is decoded. */
  #evidence: readonly Evidence[] = NO_EVIDENCE;
  readonly #keep = (one: Evidence): void => {
    this.#evidence = [...this.#evidence, one];
  };

  /** @param recent what was recorded last; the rest is read again if need be */
  constructor(
    private readonly options: DecoderOptions,
    private readonly recent = new RecentItems(),
  ) {}

  get head(): number {
    return this.#ordinal;
  }

  /** The messages so far, for who writes a transcript on. */
  get tree(): Pick<SessionTree, "tip" | "placeAfter"> {
    return this.#tree;
  }

  decode(object: DecodableObject): DecodedLine | Promise<DecodedLine> {
    const lost = this.#notHeld(object.value);
    if (lost.length === 0) return this.decodeHeld(object);
    const again = lost.map((node) => this.#readAgain(node));
    return Promise.all(again).then((lines) => this.decodeHeld(object, lines));
  }

  /**
   * The same at once.
   * @param again earlier lines that the line keeps and that are not held any more
   */
  decodeHeld(object: DecodableObject, again: readonly KeptLine[] = []): DecodedLine {
    const { value } = object;
    const ordinal = this.#ordinal++;
    const thread = (this.#thread ??= this.#start(object));
    const meaning = readLine(value, this.#threadOf(value));
    this.#evidence = NO_EVIDENCE;
    const facts = this.#factsOf(meaning, { ordinal, again });
    const start = ordinal === 0 ? startedFact(thread.start.data) : null;
    const whole = eventFacts(facts, start, () => keptFact(meaning, facts));
    const stamp = thread.stamps.next(ordinal, value.timestamp);
    const event = composeEvent(stamp, whole, foreignForm(value, whole.holes));
    noteRefs(facts, event);
    return { event, evidence: this.#evidence };
  }

  #start(first: DecodableObject): Thread {
    const start = readSessionStart(first, this.options.opening);
    return { start, stamps: new EventStamps(start.data.threadId, start.time) };
  }

  /** The first line with a place says whether the file is a sub-agent's own. */
  #threadOf(value: JsonObject): string | null {
    if (this.#agent === undefined && typeof value.uuid === "string") {
      this.#agent = value.isSidechain === true ? textAt(value, "agentId") : null;
    }
    return this.#agent ?? null;
  }

  #factsOf(meaning: LineMeaning, line: Line): readonly LineFact[] {
    if (meaning.does === "nothing") return NO_FACTS;
    if (meaning.does === "spend") return this.#spentAside(meaning);
    if (meaning.does === "name") return this.#named(meaning.name);
    if (meaning.does === "replace") return this.#replaced(meaning.texts);
    if (meaning.does === "rewind") return this.#rewound(meaning.to, line);
    const { uuid } = meaning.place;
    if (uuid !== null && this.#tree.has(uuid)) return this.#repeated(meaning, line);
    switch (meaning.does) {
      case "link":
        this.#tree.link(meaning.place, line.ordinal);
        return meaning.fact === null ? [] : [plainFact(meaning.fact)];
      case "bound": {
        const segment = this.#tree.bound(meaning.place, meaning.boundary, line.ordinal);
        if (segment !== null) segment.lines = this.#linesOf(segment, line.again);
        return [];
      }
      case "clear": {
        const { node, rollback, boundary, kept } = this.#tree.place(meaning.place, line.ordinal);
        node.clears = meaning.callIds;
        const facts = [...rollbackFacts(rollback, this.#history)];
        if (boundary !== null) {
          const options = this.#optionsAt(line.ordinal);
          const placement = { node, boundary, kept };
          facts.push(compactedFact([], { line: null, placement, options }));
        }
        const refs = this.#outputsOf(node, meaning.callIds).map(({ ref }) => ref);
        const cleared = plainFact(this.#history.outputsCleared(refs, CLEARED_OUTPUT));
        return [...facts, cleared, ...this.#renamed(node)];
      }
      case "say":
        return this.#say(meaning, this.#tree.place(meaning.place, line.ordinal), line);
    }
  }

  /** What a sub-agent's answer cost, as far as the line says more of it. */
  #spentAside({ message, uuid }: Extract<LineMeaning, { does: "spend" }>): readonly LineFact[] {
    if (uuid !== null && this.#asides.has(uuid)) return NO_FACTS;
    if (uuid !== null) this.#asides.add(uuid);
    const data = this.#spentBeside.take(message);
    return data === null ? NO_FACTS : [plainFact({ type: "usage.reported", data })];
  }

  /** A line that is already there; only an answer that goes on may have more to say. */
  #repeated(meaning: LineMeaning, line: Line): readonly LineFact[] {
    if (meaning.does !== "say" || meaning.place.messageId === null) return [];
    const round = this.#tree.openRound(meaning.place.messageId);
    if (round === null) return [];
    if (isRepeated(meaning.line.read.items, round)) return [];
    return this.#say(meaning, this.#tree.extend(round, meaning.place, line.ordinal), line);
  }

  #say({ line }: Message, placement: Placement, { ordinal }: Line): readonly LineFact[] {
    const { node, rollback } = placement;
    const options = this.#optionsAt(ordinal);
    const lead = rollbackFacts(rollback, this.#history);
    const said = messageFacts(line, placement, options);
    const items = recordedIn(said);
    placement.awaited?.early.set(node, items);
    if (placement.boundary === null && items.length === line.read.items.length) {
      this.recent.add(ordinal, items);
    }
    const renamed = this.#renamed(node);
    return lead.length + renamed.length === 0 ? said : [...lead, ...said, ...renamed];
  }

  #optionsAt(offset: number): MessageOptions {
    const policy = this.options.toolOutputLimit;
    const [history, isSubThread] = [this.#history, this.#isSubThread];
    return { policy, keep: this.#keep, history, offset, isSubThread };
  }

  #rewound(to: string | null, { ordinal }: Line): readonly LineFact[] {
    const rollback = this.#tree.rewind(to, ordinal);
    if (rollback === "unread") return [plainFact(REWIND_UNREAD)];
    return [...rollbackFacts(rollback, this.#history), ...this.#renamed(this.#tree.tip)];
  }

  get #isSubThread(): boolean {
    return typeof this.#agent === "string";
  }

  /** A name that is this session's becomes its title. */
  #named({ by, title, member, sessionId, leafUuid }: SessionName): readonly LineFact[] {
    const isOwn = sessionId === null || sessionId === this.#thread?.start.sessionId;
    const isHere = by !== "summary" || (leafUuid !== null && this.#tree.has(leafUuid));
    if (!isOwn || !isHere) return [];
    this.#title = titleIn(this.#names.set(by, title));
    const holes = this.#title === title ? [Path.of(member).into(TITLE)] : NO_HOLES;
    return this.#renamed(this.#tree.tip).map((fact) => ({ ...fact, holes }));
  }

  /** The title counts on whichever branch it was given. */
  #renamed(node: TreeNode): readonly LineFact[] {
    const title = this.#title;
    if (node.branch.title === title) return NO_FACTS;
    node.branch = { ...node.branch, title };
    return [plainFact({ type: "thread.renamed", data: { title } })];
  }

  /** Messages that the line keeps and that have to be read again. */
  #notHeld(value: JsonObject): readonly TreeNode[] {
    if (value.subtype !== "compact_boundary") return NO_NODES;
    const meaning = readLine(value, this.#agent ?? null);
    const keeps = meaning.does === "bound" ? meaning.boundary.keeps : null;
    const kept = keeps === null ? null : this.#tree.keptBy(keeps);
    return messagesOf(kept ?? []).filter(
      ({ ordinal, clears }) => clears === null && this.recent.get(ordinal) === undefined,
    );
  }

  async #readAgain(node: TreeNode): Promise<KeptLine> {
    const meaning = readLine(await this.options.recall(node.ordinal), this.#agent ?? null);
    if (meaning.does !== "say") return { node, items: [] };
    const { line } = meaning;
    const policy = this.options.toolOutputLimit;
    const options = { policy, keep: ignoreEvidence, isSubThread: this.#isSubThread };
    return { node, items: line.read.items.map((read) => recordLineItem(read, line, options)) };
  }

  #linesOf({ messages }: KeptSegment, again: readonly KeptLine[]): readonly KeptLine[] {
    const readAgain = new Map(again.map((line) => [line.node, line]));
    return messages.map((node) => {
      const items = this.recent.get(node.ordinal) ?? [];
      return readAgain.get(node) ?? { node, items };
    });
  }

  /** The outputs that the branch holds since its newest compaction, of the calls that are named. */
  #outputsOf(node: TreeNode, callIds: readonly string[]): readonly RecordedOutput[] {
    const named = new Set(callIds);
    const outputs: RecordedOutput[] = [];
    const isSameWindow = (one: TreeNode): boolean =>
      one.branch.compactions === node.branch.compactions;
    for (let at: TreeNode | null = node; at !== null && isSameWindow(at); at = at.parent) {
      outputs.push(...at.outputs.filter(({ callId }) => named.has(callId)));
    }
    return outputs.reverse();
  }

  /** Each output that the live branch holds gives way to its own text. */
  #replaced(texts: ReadonlyMap<string, string>): readonly LineFact[] {
    return this.#outputsOf(this.#tree.tip, [...texts.keys()]).map(({ callId, ref }) =>
      plainFact(this.#history.outputsCleared([ref], texts.get(callId) ?? "")),
    );
  }
}

const NO_NODES: readonly TreeNode[] = [];
const NO_FACTS: readonly LineFact[] = [];
const NO_EVIDENCE: readonly Evidence[] = [];

function keptFact(meaning: LineMeaning, facts: readonly LineFact[]): FactOf<"foreign.kept"> {
  const { kind } = meaning;
  const reason = whyKept(meaning, facts);
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}

function whyKept(meaning: LineMeaning, facts: readonly LineFact[]): string | null {
  if (meaning.does === "say") return facts.length === 0 ? REPEATED : null;
  return "reason" in meaning ? (meaning.reason ?? null) : null;
}
