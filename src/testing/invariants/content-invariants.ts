import { isRefoldError } from "../../errors.js";
import { createHash } from "node:crypto";
import type { BlobReader } from "../../events/event-source.js";
import { utf8Bytes } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import { readMovableImage } from "../../events/inline-image.js";
import { imagesOf } from "../../events/item-images.js";
import type { Item, ToolOutput } from "../../events/item.js";
import { rollbackOf } from "../../events/known-event.js";
import { namedHashes } from "../../events/named-hashes.js";
import type { ItemRef, TruncationPolicy } from "../../events/primitives.js";
import { boundItem } from "../../reducers/bounding.js";
import { completeCheckpoint } from "../../reducers/checkpoint-base.js";
import { isSameJson } from "../../reducers/diff-states.js";
import { refKey, refOffset } from "../../reducers/item-refs.js";
import { countedFacts, factsOf, itemsOf, versionMadeBy } from "../../reducers/reduce.js";
import { elementsFrom, SharedSequence } from "../../reducers/sequence.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { byteBudget, DEFAULT_POLICY, policyAtRecording } from "../../reducers/truncate-text.js";
import { askedOfEach, eachKnown, HOLDS } from "./invariant.js";
import type { Answer, Finding, LogInvariant } from "./invariant.js";

/** Markers of what was cut, and the note on omitted texts, are beside the budget. */
const MARKER_BYTES = 100;

export const outputsBounded: LogInvariant = {
  over: "log",
  name: "log/outputs-bounded",
  sentence: "A tool output is bounded when it is recorded, under the policy of its turn times 1.2.",
  source: "docs/architecture.md, law 4; docs/semantics.md §2.10, §6.2",
  remedy: "record outputs through the thread, which bounds them, or bound them with boundItem",
  begin: eachKnown((known, { base }) =>
    askedOfEach(countedFacts(known), (fact) =>
      fact.type === "item.recorded" ? boundedAs(fact.data, base) : undefined,
    ),
  ),
};

function boundedAs({ item, bounded }: FactOf<"item.recorded">["data"], state: ThreadState): Answer {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
    return undefined;
  }
  const policy = policyOf(state);
  if (bounded === undefined) {
    if (policy === null) return undefined;
    return boundItem(item, policy).cut === null ? HOLDS : [tooLong(item.output, policy)];
  }
  const found: Finding[] = [];
  const allowed = byteBudget(policyAtRecording(bounded.policy)) + MARKER_BYTES;
  if (outputBytes(item.output) > allowed) found.push(tooLong(item.output, bounded.policy));
  if (policy !== null && !isSameJson(policy, bounded.policy)) {
    const message = `it was bounded at ${words(bounded.policy)}, its turn says ${words(policy)}`;
    found.push({ place: "bounded.policy", message });
  }
  return found;
}

/** Null: a foreign session that does not say; its own tool decided. */
function policyOf({ turns, thread }: ThreadState): TruncationPolicy | null {
  if (thread?.source.dialect !== "refold") return null;
  return turns.running?.envelope.truncationPolicy ?? DEFAULT_POLICY;
}

function tooLong(output: ToolOutput, policy: TruncationPolicy): Finding {
  const message = `an output of ${outputBytes(output)} bytes under a policy of ${words(policy)}`;
  return { place: "item", message };
}

function outputBytes(output: ToolOutput): number {
  if (typeof output === "string") return utf8Bytes(output);
  const texts = output.map((part) => (part.type === "input_text" ? utf8Bytes(part.text) : 0));
  return texts.reduce((sum, bytes) => sum + bytes, 0);
}

function words({ mode, limit }: TruncationPolicy): string {
  return `${limit} ${mode}`;
}

/** Smaller ones cost no more than a reference to them. */
const LEAST_CHARACTERS = 1_024;

export const imagesOnce: LogInvariant = {
  over: "log",
  name: "log/images-once",
  sentence: "No event embeds the bytes of an image that an earlier event holds.",
  source: "docs/architecture.md, law 9",
  remedy:
    "move images to the blob store when they are recorded, as threads do, and name them by hash",
  begin: () => {
    const offsets = new Map<string, number>();
    const asked = (place: string, url: string, offset: number): Answer => {
      const hash = createHash("sha256").update(url).digest("base64");
      const first = offsets.get(hash);
      if (first === undefined) {
        offsets.set(hash, offset);
        return HOLDS;
      }
      return [{ place, message: `an image of ${url.length} characters that event ${first} holds` }];
    };
    return {
      take: ({ known, event: { offset } }) => {
        if (known === null) return undefined;
        return askedOfEach(factsOf(known), (fact) =>
          askedOfEach(itemsOf(fact), ({ item }) =>
            askedOfEach(inlineImages(item), (url) => asked(item.type, url, offset)),
          ),
        );
      },
    };
  },
};

/** Image parts of messages and outputs; a generated image's result is one call's own. */
function inlineImages(item: Item): readonly string[] {
  return imagesOf(item).flatMap(({ image_url: url, blob }) => {
    const isInline = blob === undefined && url.length >= LEAST_CHARACTERS;
    return isInline && readMovableImage(url) !== null ? [url] : [];
  });
}

export const blobsKept: LogInvariant = {
  over: "log",
  name: "log/blobs-kept",
  sentence: "Every blob that an event names is there, and is what its hash says.",
  source: "docs/architecture.md, law 5; docs/file-format.md#blobs",
  remedy:
    "bring the blob back from a copy of the store; what was cut there cannot be seen without it",
  begin: ({ blobs }) => {
    const seen = new Set<string>();
    return {
      take: ({ event }) => {
        const named = namedHashes(event);
        if (blobs === null || named.size === 0) return undefined;
        const fresh = [...named].filter((hash) => !seen.has(hash));
        if (fresh.length === 0) return undefined;
        for (const hash of fresh) seen.add(hash);
        return Promise.all(fresh.map((hash) => troubleWith(hash, blobs))).then((all) => all.flat());
      },
    };
  },
};

async function troubleWith(hash: string, blobs: BlobReader): Promise<readonly Finding[]> {
  try {
    await blobs.get(hash);
    return HOLDS;
  } catch (error) {
    if (!isRefoldError(error)) throw error;
    return [{ place: `blob ${hash}`, message: error.message }];
  }
}

export const forgettingNamed: LogInvariant = {
  over: "log",
  name: "log/forgetting-named",
  sentence: "Whatever leaves a ledger, or is altered in it, is named by the event that does so.",
  source: "docs/architecture.md, law 5",
  remedy: "an event that takes items away has to name each of them",
  begin: eachKnown((known, { before, after }) => {
    if (before.ledger === after.ledger) return undefined;
    if (rollbackOf(known) !== null) return HOLDS; // it names the range that it discards
    const facts = factsOf(known);
    const isEdit = facts.some((fact) => versionMadeBy(fact) !== null);
    return isEdit ? unnamedChanges(facts, before, after) : onlyAdded(before, after);
  }),
};

/** What was there is there, in its place: entries are never made again without an edit. */
function onlyAdded(before: ThreadState, after: ThreadState): readonly Finding[] {
  const { length } = before.ledger.entries;
  if (length === 0 || before.ledger.entries.at(-1) === after.ledger.entries.at(length - 1)) {
    return HOLDS;
  }
  return [{ place: "ledger", message: "items went, and the event is none that takes any" }];
}

function unnamedChanges(
  facts: readonly Fact[],
  before: ThreadState,
  after: ThreadState,
): readonly Finding[] {
  const names = facts.map(namesOf);
  const [had, has] = [before.ledger.entries, after.ledger.entries];
  // An edit at the end leaves what is before it as it was made: it is not looked at for each edit.
  const same = SharedSequence.sharedLength(had, has);
  const left = new Map<string, LedgerEntry>();
  for (const entry of elementsFrom(has, same)) {
    left.set(refKey(entry.ref), entry);
    if (entry.source !== undefined) left.set(refKey(entry.source), entry);
  }
  const found: Finding[] = [];
  for (const entry of elementsFrom(had, same)) {
    const { ref, source = ref } = entry;
    const kept = left.get(refKey(ref)) ?? left.get(refKey(source));
    if (kept !== undefined && (kept.item === entry.item || kept.ref !== ref)) continue;
    if (names.some((isNamed) => isNamed(ref))) continue;
    const message = kept === undefined ? "it went, unnamed" : "it was altered, unnamed";
    found.push({ place: `ledger item ${refKey(ref)}`, message });
  }
  return found;
}

/** Which items a fact says that it takes or alters. */
function namesOf(fact: Fact): (ref: ItemRef) => boolean {
  switch (fact.type) {
    case "history.cleared":
      return () => true;
    case "history.trimmed":
    case "outputs.cleared":
    case "images.replaced": {
      const keys = new Set(fact.data.refs.map(refKey));
      return (ref) => keys.has(refKey(ref));
    }
    case "history.compacted": {
      const { replaced, trimmed } = fact.data;
      if (replaced === null) return () => true; // a foreign tool's: all before it
      const keys = new Set(trimmed.map(refKey));
      const { from, to } = replaced;
      return (ref) => keys.has(refKey(ref)) || (refOffset(ref) >= from && refOffset(ref) <= to);
    }
    default:
      return () => false;
  }
}

export const checkpointsWhole: LogInvariant = {
  over: "log",
  name: "log/checkpoints-whole",
  sentence: "What a checkpoint carries of the rest of the state is the state at its place.",
  source: "docs/architecture.md, law 8; docs/file-format.md#event-types",
  remedy: "write checkpoints as completeCheckpoint fills them in; import the session again",
  begin: eachKnown((known, { base }) => {
    const facts = factsOf(known);
    if (!facts.some((fact) => restOf(fact) !== undefined)) return undefined;
    const carried = facts.map(restOf);
    const whole = factsOf(completeCheckpoint(known, base)).map(restOf);
    return carried.flatMap((rest, index) => {
      const due = whole[index];
      if (rest === undefined || due === undefined) return HOLDS;
      return PARTS.filter((name) => !isSameJson(rest[name], due[name])).map((name) => ({
        place: `rest.${name}`,
        message: "it is not what the events before it give",
      }));
    });
  }),
};

const PARTS = ["baseline", "usage", "turns", "thread", "previousCheckpoint"] as const;

function restOf(fact: Fact) {
  return fact.type === "history.compacted" ? fact.data.rest : undefined;
}
