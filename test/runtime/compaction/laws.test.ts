import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOfText } from "../../../src/events/bytes.js";
import { isUserMessage, userMessageText } from "../../../src/events/item-class.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { refKey } from "../../../src/reducers/item-refs.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { resumeState } from "../../../src/reducers/resume.js";
import type { LedgerEntry, ThreadState } from "../../../src/reducers/thread-state.js";
import { totalTokens } from "../../../src/reducers/total-tokens.js";
import {
  type CompactOptions,
  planCompaction,
  type PlannedCompaction,
} from "../../../src/runtime/compaction/plan-compaction.js";
import { STRATEGIES } from "../../../src/runtime/compaction/settings.js";
import { estimatedTokens } from "../../../src/runtime/compaction/strategy.js";
import { fragmentRegistry } from "../../../src/runtime/fragments/registry.js";
import { memoryStore } from "../../../src/store/memory.js";
import { historyCommands } from "../../../src/testing/arbitraries/history.js";
import { listSource, plainState, statesByDefinition } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { renderCommand } from "../../../src/testing/render-history.js";

/** A marker in a text that was cut is not counted against the budget. */
const MARKER_TOKENS = 8;
const registry = fragmentRegistry();
const { blobs } = memoryStore();

test("a compaction pairs, keeps to its budget and the newest words, and names what it replaced", async () => {
  const property = fc.asyncProperty(historyCommands(), wishes(), async (commands, wish) => {
    const builder = new HistoryBuilder();
    for (const command of commands) renderCommand(builder, command);
    const before = builder.state;
    const planned = await compact(builder, wish);
    if (planned === null) return;
    const after = builder.state;
    expectPairs(before, after);
    expectNewestWords(before, after, wish);
    expectNamed(before, after, planned);
    expectBudget(before, after, { planned, wish });
    expect(after.usage.lastIsEstimate).toBe(true);
    expect(totalTokens(after)).toBe(estimatedTokens(after));
    expect(planned.described.tokensAfter).toBe(estimatedTokens(after));
  });
  await fc.assert(property);
});

test("laws 1, 7 and 8: chains of compactions, forks and rollbacks fold as the definition says", async () => {
  const weights = { compact: 12, "clear-history": 0 };
  const property = fc.asyncProperty(
    historyCommands({ weights }),
    fc.array(wishes(), { minLength: 1, maxLength: 5 }),
    async (commands, wishList) => {
      const builder = new HistoryBuilder();
      let compactions = 0;
      for (const command of commands) {
        const wish = wishList[compactions % wishList.length];
        if (wish === undefined) continue;
        if (command.do !== "compact") renderCommand(builder, command);
        else if ((await compact(builder, wish)) !== null) compactions += 1;
      }
      const { events } = builder.history();
      const expected = statesByDefinition(events).map(plainState);
      expect(plainState(replayEvents(events))).toEqual(expected.at(-1));
      expect(plainState(await resumeState(listSource(events)))).toEqual(expected.at(-1));
      for (const { baseline, ledger } of expected) {
        if (baseline?.mode !== "told") continue;
        const there = new Set(ledger.entries.map(({ ref }) => refKey(ref)));
        for (const ref of Object.values(baseline.toldBy)) expect(there).toContain(refKey(ref));
      }
    },
  );
  await fc.assert(property);
});

interface Wish extends CompactOptions {
  readonly targetTokens: number;
  readonly keptMessagesTokens: number;
}

function wishes(): fc.Arbitrary<Wish> {
  return fc
    .record({
      strategy: fc.constantFrom(...STRATEGIES),
      targetTokens: fc.integer({ min: 1, max: 2_000 }),
      keptMessagesTokens: fc.constantFrom(20_000, 300, 10, 0),
      keepOutputs: fc.nat(3),
      summary: fc.option(fc.string(), { nil: null }),
    })
    .map(({ summary, ...rest }) => ({
      ...rest,
      ...(summary !== null && { summarize: () => summary }),
    }));
}

/** Plans a compaction, and writes it. */
async function compact(builder: HistoryBuilder, wish: Wish): Promise<PlannedCompaction | null> {
  const { state } = builder;
  const { running } = state.turns;
  const context = running === null ? null : { model: running.envelope.model ?? "model-a" };
  const planned = await planCompaction({ state, blobs, registry, context }, wish);
  if ("kind" in planned) return null;
  for (const fact of planned.plan.facts) builder.append(fact, { complete: true });
  return planned;
}

/** Nothing is without its other half that had it before. */
function expectPairs(before: ThreadState, after: ThreadState): void {
  const broken = new Set(unpaired(before));
  expect(unpaired(after).filter((ref) => !broken.has(ref))).toEqual([]);
}

function unpaired(state: ThreadState): readonly string[] {
  const kinds = ["output-inserted", "orphan-dropped"];
  const repairs = projectPrompt(state).repairs.toArray();
  return repairs.flatMap(({ kind, ref }) =>
    kinds.includes(kind) && ref !== null ? [refKey(ref)] : [],
  );
}

function expectNewestWords(before: ThreadState, after: ThreadState, wish: Wish): void {
  const newest = before.ledger.entries.toArray().findLast(isUsersOwn);
  if (newest === undefined || !isUserMessage(newest.item)) return;
  const words = userMessageText(newest.item);
  const isCheckpoint = after.checkpoint !== before.checkpoint;
  const budget = isCheckpoint ? wish.keptMessagesTokens : Infinity;
  if (words === "" || tokensOfText(words) > budget || budget === 0) return;
  const source = sourceKey(newest);
  const kept = after.ledger.entries.toArray().find((entry) => sourceKey(entry) === source);
  expect(kept !== undefined && isUserMessage(kept.item) && userMessageText(kept.item)).toBe(words);
}

/** Every item that went is named, and nothing else is. */
function expectNamed(before: ThreadState, after: ThreadState, { plan }: PlannedCompaction): void {
  const left = new Map(after.ledger.entries.toArray().map((entry) => [sourceKey(entry), entry]));
  const changed = before.ledger.entries
    .toArray()
    .filter((entry) => left.get(sourceKey(entry))?.item !== entry.item)
    .map(({ ref }) => ref);
  for (const { type, data } of plan.facts) {
    if (type === "outputs.cleared" || type === "history.trimmed") {
      expect(data.refs).toEqual(changed);
    }
    if (type !== "history.compacted") continue;
    expect(data.replaced).toEqual({ from: 0, to: before.log.head - 1 });
    const known = new Set(before.ledger.entries.toArray().map(sourceKey));
    for (const { source } of data.replacement ?? []) {
      if (source !== undefined) expect(known).toContain(refKey(source));
    }
    expect(data.windowNumber).toBe((before.checkpoint?.windowNumber ?? 0) + 1);
  }
}

function expectBudget(
  before: ThreadState,
  after: ThreadState,
  { planned, wish }: { readonly planned: PlannedCompaction; readonly wish: Wish },
): void {
  const { strategy } = planned.plan;
  if (strategy === "clear-outputs") {
    expect(after.ledger.tokens).toBeLessThan(before.ledger.tokens);
  } else if (strategy === "summary") {
    const words = after.ledger.entries.toArray().filter(isUsersOwn);
    const texts = words.map(({ item }) => (isUserMessage(item) ? userMessageText(item) : ""));
    const tokens = texts.reduce((sum, text) => sum + tokensOfText(text), 0);
    expect(tokens).toBeLessThanOrEqual(wish.keptMessagesTokens + MARKER_TOKENS);
  } else {
    const newest = after.ledger.entries.toArray().findLast(isUsersOwn);
    const spared = Math.ceil((newest?.countedBytes ?? 0) / 4);
    const told = after.ledger.tokens - retained(before, after);
    const unavoidable = tokensOfText(after.thread?.instructions?.text ?? "") + spared + told;
    expect(projectPrompt(after).tokens).toBeLessThanOrEqual(
      Math.max(wish.targetTokens, unavoidable),
    );
  }
}

/** Tokens of what was there before. */
function retained(before: ThreadState, after: ThreadState): number {
  const known = new Set(before.ledger.entries.toArray().map(({ ref }) => refKey(ref)));
  return after.ledger.entries
    .toArray()
    .filter(({ ref }) => known.has(refKey(ref)))
    .reduce((sum, { countedBytes }) => sum + Math.ceil(countedBytes / 4), 0);
}

function isUsersOwn({ item, origin, summary }: LedgerEntry): boolean {
  return origin === "user" && summary !== true && isUserMessage(item);
}

function sourceKey({ ref, source = ref }: LedgerEntry): string {
  return refKey(source);
}
