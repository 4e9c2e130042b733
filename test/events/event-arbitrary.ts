import fc from "fast-check";
import { CURRENT_VERSIONS, isFactType } from "../../src/events/known-event.js";
import { texts } from "../../src/testing/arbitraries/texts.js";
import { count, DATA, hash, json, ulid } from "./data-arbitraries.js";

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
