import { expect } from "vitest";
import { SUMMARY_PREFIX } from "../../../src/codex-strings.js";
import { writeCodex } from "../../../src/dialects/codex/codex-encoder.js";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import type { ByteSource } from "../../../src/dialects/shared/byte-source.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { contextKey } from "../../../src/dialects/codex/turn-context.js";
import { LedgerIds } from "../../../src/dialects/shared/export-ledger.js";
import type { LogEvent, RefoldEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import { isJsonObject } from "../../../src/events/json.js";
import { replay } from "../../../src/reducers/replay.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { listSource } from "../../../src/testing/definition.js";
import { exportedBy, type Exporting, linesOf, spentIn } from "../shared/exporting.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";
import { replayAsCodex } from "./codex-replay.js";
import { compacted, meta, textOf } from "./lines.js";

/** A thread as the bytes of a rollout. */
export function exported(events: readonly RefoldEvent[], options?: Exporting): Promise<Buffer> {
  return exportedBy(writeCodex, events, options);
}

/** `session_meta`, `event_msg.task_started`, `response_item.message`, … */
export function kindsOf(bytes: Buffer): readonly string[] {
  return linesOf(bytes).map(({ type, payload }) => {
    const inner = isJsonObject(payload) ? payload.type : undefined;
    return [type, inner].filter((word) => typeof word === "string").join(".");
  });
}

/** The rollout's events, and their state; there is no damage in it. */
export async function readAgain(bytes: Buffer | ByteSource): Promise<ReadAgain> {
  const source = Buffer.isBuffer(bytes) ? memoryBytes(bytes) : bytes;
  const rollout = await openRollout(source, codexForm);
  const events = await collect(rollout.source.read());
  expect(rollout.damage()).toEqual([]);
  return { events, state: await replay(rollout.source) };
}

interface ReadAgain {
  readonly events: readonly LogEvent[];
  readonly state: ThreadState;
}

/**
 * The rollout has the thread's ledger, item for item; its baseline, or none; and its sum of usage, but
 * for cache writes, which Codex does not count.
 * Reasoning of other providers is not written. What may differ: origins (content tells them there), refs, summaries' first line, and the two facts
 * that a context says by default.
 */
export async function expectSameState(
  events: readonly RefoldEvent[],
  bytes: Buffer,
): Promise<void> {
  const { events: again } = await readAgain(bytes);
  await expectSameHistory(events, bytes);
  const { input, cachedInput, output, reasoning, total } = spentIn(events);
  expect(spentIn(again)).toEqual({ input, cachedInput, cacheWrite: 0, output, reasoning, total });
}

/** The same but for the usage. */
export async function expectSameHistory(
  events: readonly RefoldEvent[],
  bytes: Buffer | ByteSource,
): Promise<void> {
  const own = await replay(listSource(events));
  const { state } = await readAgain(bytes);
  expect(itemsOf(state)).toEqual(itemsOf(own));
  expect(state.thread?.title ?? null).toBe(own.thread?.title ?? null);
  if (state.baseline === null) return;
  expect(contextKey(state.baseline.envelope)).toBe(
    own.baseline === null ? null : contextKey(own.baseline.envelope),
  );
}

/** Codex itself goes on from the rollout with the thread's ledger, whichever version it is. */
export async function expectSameForCodex(
  events: readonly RefoldEvent[],
  bytes: Buffer,
): Promise<void> {
  const expected = itemsOf(await replay(listSource(events)));
  for (const version of ["replays", "skips"] as const) {
    const items = replayAsCodex(linesOf(bytes), version).map((payload) => ({ payload }));
    const { state } = await readAgain(Buffer.from(textOf([meta, compacted("", ...items)])));
    expect({ version, items: itemsOf(state) }).toEqual({ version, items: expected });
  }
}

function itemsOf({ ledger }: ThreadState): readonly string[] {
  const ids = new LedgerIds();
  const items = [...ledger.entries].map(({ item }) => item);
  return items
    .filter((item) => item.type !== "reasoning" || (item.provider ?? "openai") === "openai")
    .map((item) => `${item.type} ${ids.keyOf(withoutPrefix(item))}`);
}

/** A summary or a program's message as its own thread spells it. */
function withoutPrefix(item: Item): Item {
  if (item.type !== "message") return item;
  const role = item.role === "developer" ? "user" : item.role;
  const content = item.content.map((part) =>
    part.type === "input_text" ? { ...part, text: part.text.replace(FIRST_LINE, "") } : part,
  );
  return { ...item, role, content };
}

const FIRST_LINE = `${SUMMARY_PREFIX}\n`;
