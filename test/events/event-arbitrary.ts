import fc from "fast-check";
import type { FactType } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { originOf } from "../../src/events/item-class.js";
import { isFactType } from "../../src/events/known-event.js";
import { CURRENT_VERSIONS } from "../../src/events/versions.js";
import { items } from "../../src/testing/arbitraries/items.js";
import { texts } from "../../src/testing/arbitraries/texts.js";

const ulid = fc.ulid();
const count = fc.nat();
const hash = fc.stringMatching(/^[0-9a-f]{64}$/).map((digits) => `sha256-${digits}`);
const json = fc.jsonValue({ maxDepth: 2 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary);
const ref = fc.oneof(count, fc.tuple(count, count));
const policy = fc.record({
  mode: fc.constantFrom("bytes" as const, "tokens" as const),
  limit: count,
});
const usage = fc.record({
  input: count,
  cachedInput: count,
  cacheWrite: count,
  output: count,
  reasoning: count,
  total: count,
});
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
    totals: maybe(fc.record({ turns: count, items: count, usage })),
    foreignId: maybe(texts()),
  },
  { requiredKeys: ["reason", "durationMs"] },
);

/** Data of every type that is checked by hand, and of some that only their schemas check. */
const DATA: Partial<Readonly<Record<FactType, fc.Arbitrary<unknown>>>> = {
  "item.recorded": recordedItem,
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
    { usage, contextWindow: maybe(count), request: maybe(count), totals: maybe(usage) },
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

function facts(): fc.Arbitrary<{ type: string; data: unknown }> {
  return fc.oneof(
    ...Object.entries(DATA).map(([type, data]) => fc.record({ type: fc.constant(type), data })),
  );
}

const keptBytes = fc.oneof(
  texts(),
  fc.record({ base64: fc.base64String() }),
  fc.record({ blob: hash, bytes: count }),
);
const path = fc.array(texts({ maxLength: 4 }), { maxLength: 2 });
const foreign = fc.record(
  {
    object: fc.dictionary(texts(), json, { maxKeys: 2 }),
    holes: fc.array(fc.tuple(path, path), { maxLength: 2 }),
    raw: fc.oneof(texts(), fc.record({ blob: hash, bytes: count })),
    lead: keptBytes,
    trail: keptBytes,
  },
  { requiredKeys: [] },
);

/** An event as it may be read from a log: any JSON members besides, in the current version. */
export function events(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const members = fc.record(
    {
      offset: count,
      left: fc.integer({ min: 1 }),
      id: ulid,
      at: fc
        .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
        .map((date) => date.toISOString()),
      turn: ulid,
      derived: fc.array(facts(), { maxLength: 2 }),
      foreign,
      sum: fc.stringMatching(/^[0-9a-f]{8}$/),
      extra: json,
    },
    { requiredKeys: ["offset", "id", "at"] },
  );
  return fc.tuple(members, facts()).map(([event, fact]) => {
    const version = isFactType(fact.type) ? CURRENT_VERSIONS[fact.type] : 1;
    return { ...event, ...fact, ...(version > 1 && { v: version }) };
  });
}

/** The same with one value somewhere in it taken out, or changed to some other JSON value. */
export function mutatedEvents(): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, -1, 0, 0.5, 2 ** 53, "", "x", true, [], {}, [1], { a: 1 }),
    fc.constantFrom<unknown>(
      "user",
      "text",
      "message",
      "input_text",
      "item.recorded",
      "foreign.kept",
    ),
    fc.constantFrom<unknown>(undefined, "0".repeat(8), "sha256-", "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    json,
  );
  const change = fc.record({ pick: fc.nat(), remove: fc.boolean(), value: other });
  return fc
    .tuple(events(), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([event, changes]) => changes.reduce<unknown>(changedAt, event));
}

interface Change {
  readonly pick: number;
  readonly remove: boolean;
  readonly value: unknown;
}

/** Goes down from the root, at each level to the member that `pick` names, and changes one place. */
function changedAt(root: unknown, { pick, remove, value }: Change): unknown {
  if (typeof root !== "object" || root === null) return root;
  const names = Object.keys(root);
  const name = names[pick % names.length];
  if (name === undefined) return root;
  const rest = Math.floor(pick / names.length);
  const member: unknown = Reflect.get(root, name);
  const goDeeper = typeof member === "object" && member !== null && rest % 4 !== 0;
  const change = { pick: Math.floor(rest / 4), remove, value };
  const changed = goDeeper ? changedAt(member, change) : value;
  if (Array.isArray(root)) {
    const elements = Array.from<unknown>(root);
    if (remove && !goDeeper) elements.splice(Number(name), 1);
    else elements[Number(name)] = changed;
    return elements;
  }
  const copy: Record<string, unknown> = { ...root };
  if (remove && !goDeeper) Reflect.deleteProperty(copy, name);
  else copy[name] = changed;
  return copy;
}
