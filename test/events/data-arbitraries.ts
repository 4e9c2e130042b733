import fc from "fast-check";
import type { FactType } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { originOf } from "../../src/events/item-class.js";
import { items } from "../../src/testing/arbitraries/items.js";
import { texts } from "../../src/testing/arbitraries/texts.js";
import { usages } from "./usage-arbitrary.js";

export const ulid = fc.ulid();
export const count = fc.nat();
export const hash = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits) => `sha256-${digits}`);
export const json = fc.jsonValue({ maxDepth: 2 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary);
const ref = fc.oneof(count, fc.tuple(count, count));
const policy = fc.record({
  mode: fc.constantFrom("bytes" as const, "tokens" as const),
  limit: count,
});
const usage = fc
  .tuple(usages(), fc.record({ longCacheWrite: count }, { requiredKeys: [] }))
  .map(([counts, long]) => ({ ...counts, ...long }));
const blob = fc.record({
  hash,
  urlPrefix: fc.constant("data:image/png;base64,"),
  payloadBytes: count,
  decoded: fc.boolean(),
  mediaType: maybe(fc.constant("image/png")),
  width: maybe(fc.integer({ min: 1 })),
  height: maybe(fc.integer({ min: 1 })),
});
const imageMessage = blob.map((facts) => ({
  type: "message" as const,
  role: "user",
  content: [{ type: "input_image" as const, image_url: `blob:${facts.hash}`, blob: facts }],
}));
const recordedItem = fc
  .record(
    {
      item: fc.oneof({ weight: 6, arbitrary: items() }, { weight: 1, arbitrary: imageMessage }),
      failed: fc.boolean(),
      bounded: fc.record({ policy, originalBytes: count, removedTokens: count, original: hash }),
    },
    { requiredKeys: ["item"] },
  )
  .map((data) => ({
    ...data,
    origin: originOf(data.item),
    countedBytes: countItemBytes(data.item),
  }));
const lifetime = fc.constantFrom("session", "turn", "checkpoint", "prompt", "client");
const role = fc.constantFrom("developer" as const, "user" as const);
const envelope = fc.record(
  {
    model: texts(),
    cwd: texts(),
    sandboxPolicy: json,
    personality: maybe(texts()),
    effort: maybe(texts()),
    realtimeActive: maybe(fc.boolean()),
    outputSchema: json,
    modalities: fc.subarray(["text" as const, "image" as const]),
    contextWindow: maybe(fc.integer({ min: 1 })),
    truncationPolicy: policy,
    date: texts(),
    toolsHash: hash,
    extra: json,
  },
  { requiredKeys: [] },
);
const turnEnd = fc.record(
  {
    reason: maybe(texts()),
    durationMs: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
    totals: maybe(
      fc.record(
        { turns: count, items: count, usage, messages: maybe(count), title: maybe(texts()) },
        { requiredKeys: ["turns", "items", "usage"] },
      ),
    ),
    foreignId: maybe(texts()),
  },
  { requiredKeys: ["reason", "durationMs"] },
);

const settings = fc.record({ model: maybe(texts()), realtimeActive: maybe(fc.boolean()) });
const fragment = fc.record({
  kind: texts(),
  lifetime,
  fact: maybe(texts()),
  tokens: count,
  item: count,
});
const fragments = fc.array(fragment, { maxLength: 2 });
const runningTurn = fc.record({
  turn: ulid,
  foreignId: maybe(texts()),
  startedAt: count,
  envelope,
  hasBoundary: fc.boolean(),
});
const pointer = fc.record({ offset: count, hash });
const configuration = fc.record({ budget: json, strategy: json }, { requiredKeys: [] });
const rest = fc.record({
  baseline: maybe(
    fc.record({
      mode: fc.constantFrom("told", "observed"),
      turn: maybe(ulid),
      foreignId: maybe(texts()),
      envelope,
      toldBy: fc.dictionary(texts(), ref, { maxKeys: 3 }),
    }),
  ),
  usage: fc.record({
    last: maybe(usage),
    total: usage,
    contextWindow: maybe(count),
    lastAt: maybe(count),
    lastIsEstimate: fc.boolean(),
  }),
  turns: fc.record(
    {
      running: maybe(runningTurn),
      userTurns: count,
      completed: count,
      aborted: count,
      previous: maybe(settings),
      newestCounted: fc.boolean(),
    },
    { requiredKeys: ["running", "userTurns", "completed", "aborted", "previous"] },
  ),
  thread: fc.record({
    title: maybe(texts()),
    configuration,
    memoryMode: maybe(texts()),
    instructions: maybe(pointer),
    tools: maybe(pointer),
    forkedAt: maybe(count),
  }),
  previousCheckpoint: maybe(count),
});
const replacementItem = fc
  .record(
    { recorded: recordedItem, source: ref, summary: fc.boolean() },
    { requiredKeys: ["recorded"] },
  )
  .map(({ recorded, ...others }) => ({ ...recorded, ...others }));
const compaction = fc.record(
  {
    trigger: fc.constantFrom("pre-turn", "mid-turn", "manual", "model-downshift", "foreign"),
    reason: maybe(texts()),
    summary: maybe(texts()),
    replacement: maybe(fc.array(replacementItem, { maxLength: 2 })),
    placement: fc.constantFrom("none", "before-last-user"),
    fragments,
    replaced: maybe(fc.record({ from: count, to: count })),
    tokensBefore: maybe(count),
    tokensAfter: maybe(count),
    trimmed: fc.array(ref, { maxLength: 2 }),
    windowNumber: fc.integer({ min: 1 }),
    historyVersion: count,
    rest,
  },
  {
    requiredKeys: [
      "trigger",
      "reason",
      "summary",
      "replacement",
      "placement",
      "replaced",
      "tokensBefore",
      "tokensAfter",
      "trimmed",
      "windowNumber",
      "historyVersion",
    ],
  },
);
const injection = fc.record(
  {
    mode: fc.constantFrom("full", "diff", "observed"),
    items: fc.array(recordedItem, { maxLength: 2 }),
    fragments,
    envelope: maybe(envelope),
    foreignId: maybe(texts()),
    previousTurn: maybe(settings),
    contextAt: maybe(ref),
  },
  { requiredKeys: ["mode", "items", "fragments"] },
);
const source = fc.record(
  {
    dialect: texts(),
    version: maybe(texts()),
    foreignId: maybe(texts()),
    parent: maybe(fc.record({ threadId: texts() })),
  },
  { requiredKeys: ["dialect", "version"] },
);
const tool = fc.record(
  {
    kind: fc.constantFrom("function", "custom", "foreign"),
    name: texts(),
    description: maybe(texts()),
    parameters: json,
    strict: maybe(fc.boolean()),
  },
  { requiredKeys: ["kind", "name"] },
);

/** Data of every type that is checked by hand, and of some that only their schemas check. */
export const DATA: Partial<Readonly<Record<FactType, fc.Arbitrary<unknown>>>> = {
  "thread.started": fc.record({
    threadId: ulid,
    cwd: maybe(texts()),
    source,
    memoryMode: maybe(texts()),
    title: maybe(texts()),
  }),
  "thread.forked": fc.record(
    {
      threadId: ulid,
      from: fc.record({
        threadId: ulid,
        offset: count,
        id: ulid,
        sum: fc.stringMatching(/^[0-9a-f]{8}$/),
      }),
      title: maybe(texts()),
    },
    { requiredKeys: ["threadId", "from"] },
  ),
  "instructions.set": fc.record({ text: texts(), hash }),
  "tools.declared": fc.record({ tools: fc.array(tool, { maxLength: 2 }), hash }),
  "item.recorded": recordedItem,
  "context.injected": injection,
  "history.compacted": compaction,
  "turn.started": fc.record(
    { envelope, foreignId: maybe(texts()) },
    { requiredKeys: ["envelope"] },
  ),
  "turn.completed": turnEnd,
  "turn.aborted": turnEnd,
  "request.sent": fc.record({
    upTo: count,
    target: fc.dictionary(texts(), json, { maxKeys: 3 }),
    fragments: fc.array(fc.record({ kind: texts(), lifetime, role, text: texts() }), {
      maxLength: 2,
    }),
    body: hash,
    estimatedTokens: count,
  }),
  "usage.reported": fc.record(
    {
      ...{ usage, contextWindow: maybe(count), request: maybe(count), totals: maybe(usage) },
      cost: maybe(fc.double({ min: 1e-9, max: 100, noNaN: true })),
      cacheMiss: maybe(fc.record({ reason: texts(), tokens: maybe(count) })),
    },
    { requiredKeys: ["usage", "contextWindow", "request"] },
  ),
  "foreign.kept": fc.record({ kind: texts(), reason: maybe(texts()) }, { requiredKeys: ["kind"] }),
  "history.trimmed": fc.record({
    refs: fc.array(ref, { maxLength: 2 }),
    strategy: texts(),
    reason: texts(),
    clearsBaseline: fc.boolean(),
    historyVersion: count,
  }),
  "notice.logged": fc.record({
    level: fc.constantFrom("info", "warning", "error"),
    kind: texts(),
    message: texts(),
  }),
};
