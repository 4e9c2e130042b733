import type { FactOf } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { defaultTruncationPolicy } from "../../models/truncation-policies.js";
import { DerivedEventIds } from "../derived-ids.js";
import type { Evidence } from "../keeping/evidence.js";
import { TimeReader, UNKNOWN_TIME, type EventTime } from "../normalise-time.js";
import type { ForeignObject } from "../reading/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../reading/session-form.js";
import { textAt } from "../text-at.js";
import { eventOf } from "../tree/event-of.js";
import {
  eventFacts,
  HistoryVersions,
  noteRefs,
  rollbackFacts,
  type LineFact,
} from "../tree/line-facts.js";
import { CLEARED_OUTPUT } from "./cleared-output.js";
import { messageFacts, modelOf } from "./message-facts.js";
import { readBlocks } from "./read-blocks.js";
import { readLine, type LineMeaning } from "./read-line.js";
import { readSessionStart, type SessionStart } from "./session-start.js";
import { isRepeated } from "./streamed-blocks.js";
import { SessionTree, type Placement } from "./tree/session-tree.js";
import type { TreeNode } from "./tree/tree-node.js";

const REPEATED = "it repeats an earlier line";

interface Thread {
  readonly start: SessionStart;
  readonly ids: DerivedEventIds;
}

type Message = Extract<LineMeaning, { does: "say" }>;

/**
 * Makes one event of each object of a transcript, in order. Which branch of the tree of messages is
 * live is settled line by line: every beginning of a file folds to what Claude Code would go on with.
 */
export class ClaudeCodeDecoder implements LineDecoder {
  readonly #tree = new SessionTree();
  readonly #versions = new HistoryVersions();
  readonly #times = new TimeReader();
  #time: EventTime = UNKNOWN_TIME;
  #thread: Thread | null = null;
  /** Whose own file it is: a sub-agent's, the main thread's (null); undefined: no line tells yet. */
  #agent: string | null | undefined = undefined;
  #model: string | null = null;
  #ordinal = 0;

  constructor(private readonly options: DecoderOptions) {}

  get head(): number {
    return this.#ordinal;
  }

  /** The messages so far, for who writes a transcript on. */
  get tree(): Pick<SessionTree, "tip" | "placeBehind"> {
    return this.#tree;
  }

  /** Under what an output is bounded that names no limit of its own. */
  get policy(): TruncationPolicy {
    return this.options.toolOutputLimit ?? { ...defaultTruncationPolicy(this.#model) };
  }

  decode(object: Pick<ForeignObject, "value" | "text">): DecodedLine {
    const { value } = object;
    const ordinal = this.#ordinal++;
    const thread = (this.#thread ??= this.#start(object));
    this.#time = this.#times.read(value.timestamp) ?? this.#time;
    const meaning = readLine(value, this.#threadOf(value));
    const evidence: Evidence[] = [];
    const facts = this.#factsOf(meaning, ordinal, evidence);
    const started: FactOf<"thread.started"> = { type: "thread.started", data: thread.start.data };
    const kept = keptFact(meaning, facts);
    const whole = eventFacts(facts, kept, ordinal === 0 ? started : null);
    noteRefs(facts, whole.own, ordinal);
    const id = thread.ids.idOf(ordinal, this.#time.timeMs);
    return { event: eventOf({ ordinal, id, at: this.#time.at, value }, whole), evidence };
  }

  #start(first: Pick<ForeignObject, "value" | "text">): Thread {
    const start = readSessionStart(first, this.options.opening);
    this.#time = start.time;
    return { start, ids: new DerivedEventIds(start.data.threadId) };
  }

  /** The first line with a place says whether the file is a sub-agent's own. */
  #threadOf(value: JsonObject): string | null {
    if (this.#agent === undefined && typeof value.uuid === "string") {
      this.#agent = value.isSidechain === true ? textAt(value, "agentId") : null;
    }
    return this.#agent ?? null;
  }

  #factsOf(meaning: LineMeaning, ordinal: number, evidence: Evidence[]): readonly LineFact[] {
    if (meaning.does === "nothing") return [];
    const { uuid } = meaning.place;
    if (uuid !== null && this.#tree.has(uuid)) return this.#repeated(meaning, ordinal, evidence);
    switch (meaning.does) {
      case "link":
        this.#tree.link(meaning.place);
        return meaning.fact === null ? [] : [{ fact: meaning.fact, holes: [] }];
      case "bound":
        this.#tree.bound(meaning.place, meaning.boundary);
        return [];
      case "clear": {
        const { node, rollback } = this.#tree.place(meaning.place, ordinal);
        const facts = rollbackFacts(rollback, this.#versions);
        return [...facts, this.#cleared(node, meaning.callIds)];
      }
      case "say":
        return this.#say(meaning, this.#tree.place(meaning.place, ordinal), { ordinal, evidence });
    }
  }

  /** A line that stands there already; only an answer that goes on may have more to say. */
  #repeated(meaning: LineMeaning, ordinal: number, evidence: Evidence[]): readonly LineFact[] {
    if (meaning.does !== "say" || meaning.place.messageId === null) return [];
    const round = this.#tree.openRound(meaning.place.messageId);
    if (round === null) return [];
    const { role, message } = meaning.line;
    if (isRepeated(readBlocks(role, message.content).items, round)) return [];
    return this.#say(meaning, this.#tree.extend(round, meaning.place, ordinal), {
      ordinal,
      evidence,
    });
  }

  #say(
    { line }: Message,
    placement: Placement,
    { ordinal, evidence }: { readonly ordinal: number; readonly evidence: Evidence[] },
  ): readonly LineFact[] {
    this.#model = modelOf(line) ?? this.#model;
    const facts = rollbackFacts(placement.rollback, this.#versions);
    const options = {
      policy: this.options.toolOutputLimit ?? line.recordedPolicy ?? this.policy,
      keep: (one: Evidence) => void evidence.push(one),
      versions: this.#versions,
      offset: ordinal,
      isSubThread: typeof this.#agent === "string",
    };
    return [...facts, ...messageFacts(line, placement, options)];
  }

  /** The outputs that the branch holds since its newest compaction, of the calls that are named. */
  #cleared(node: TreeNode, callIds: readonly string[]): LineFact {
    const named = new Set(callIds);
    const refs = [];
    const isSameWindow = (one: TreeNode): boolean => one.compactions === node.compactions;
    for (let at: TreeNode | null = node; at !== null && isSameWindow(at); at = at.parent) {
      refs.push(...at.outputs.filter(({ callId }) => named.has(callId)).map(({ ref }) => ref));
    }
    const historyVersion = this.#versions.next();
    const data = { refs: refs.reverse(), placeholder: CLEARED_OUTPUT, historyVersion };
    return { fact: { type: "outputs.cleared", data }, holes: [] };
  }
}

function keptFact(meaning: LineMeaning, facts: readonly LineFact[]): FactOf<"foreign.kept"> {
  const { kind, does } = meaning;
  const reason =
    does === "nothing" ? meaning.reason : does === "say" && facts.length === 0 ? REPEATED : null;
  return { type: "foreign.kept", data: reason === null ? { kind } : { kind, reason } };
}
