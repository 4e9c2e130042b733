import { isRefoldError } from "../../src/errors.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEvent } from "../../src/events/check-event.js";
import { EventMembers, Fact, RefoldEvent } from "../../src/events/event.js";
import { CURRENT_VERSIONS, isFactType, isKnownEvent } from "../../src/events/known-event.js";
import { events, mutatedEvents } from "./event-arbitrary.js";

const place = { offset: 7, id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", at: "2026-04-01T12:00:00.000Z" };
const item = { type: "message", role: "user", content: [{ type: "input_text", text: "secret" }] };
const recorded = { ...place, type: "item.recorded", v: 2 };

function refusal(value: unknown): unknown {
  try {
    checkEvent(value);
    return null;
  } catch (error) {
    return error;
  }
}

/** What the schemas say of a value that names the current version of its type. */
function schemasAccept(value: unknown): boolean {
  return EventMembers.safeParse(value).success && RefoldEvent.safeParse(value).success;
}

function isCurrent(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (typeof value.type !== "string" || !isFactType(value.type)) return false;
  return ("v" in value ? value.v : 1) === CURRENT_VERSIONS[value.type];
}

describe("checking an event", () => {
  test("what every schema accepts comes back as it is", () => {
    fc.assert(
      fc.property(events(), (event) => {
        expect(schemasAccept(event)).toBe(true);
        const before = JSON.stringify(event);
        expect(checkEvent(event)).toBe(event);
        expect(JSON.stringify(event)).toBe(before);
      }),
      { numRuns: 250 },
    );
  });

  test("the check and the schemas accept exactly the same", () => {
    fc.assert(
      fc.property(mutatedEvents(), (value) => {
        fc.pre(isCurrent(value));
        const error = refusal(value);
        if (isRefoldError(error, "needs-newer-version")) {
          expect(schemasAccept(value)).toBe(false); // a derived fact of an unknown type
          return;
        }
        expect(error === null).toBe(schemasAccept(value));
        if (error !== null) expect(error).toMatchObject({ code: "invalid-event" });
      }),
      { numRuns: 1000 },
    );
  });

  test("the table of versions lists exactly the types that have a schema", () => {
    const types = Fact.options.map((option) => option.shape.type.value);
    expect(Object.keys(CURRENT_VERSIONS).sort()).toEqual([...types].sort());
  });

  test.each<[unknown]>([[null], [[]], ["text"], [{}], [{ ...recorded, offset: -1 }]])(
    "what is no event at all is refused: %j",
    (value) => {
      expect(refusal(value)).toMatchObject({ code: "invalid-event" });
    },
  );

  test("the namespace of a custom tool's call is a text, or missing", () => {
    const call = { type: "custom_tool_call", call_id: "c", name: "n", input: "" };
    const data = (namespace: unknown) => ({ item: { ...call, namespace }, origin: "model" });
    for (const namespace of ["mcp", null, undefined]) {
      expect(refusal({ ...recorded, data: { ...data(namespace), countedBytes: 1 } })).toBeNull();
    }
    const error = refusal({ ...recorded, data: { ...data(5), countedBytes: 1 } });
    expect(error).toMatchObject({ details: { issues: [{ path: "data.item.namespace" }] } });
  });

  test("a refusal says where and why, and never what stood there", () => {
    const broken = { ...item, content: [{ type: "input_text", text: { secret: "secret" } }] };
    const data = { item: broken, origin: "secret", countedBytes: 1 };
    const error = refusal({ ...recorded, data });
    expect(error).toMatchObject({
      code: "invalid-event",
      details: {
        offset: 7,
        type: "item.recorded",
        issues: [{ path: "data.item.content.0.text" }, { path: "data.origin" }],
      },
    });
    expect(String(error)).toContain("offset 7 (item.recorded)");
    expect(String(error)).not.toContain("secret");
  });
});

describe("types and versions that this version does not know", () => {
  const unknown = { ...place, type: "weather.changed", data: null };

  test("an unknown type is kept as it is, and is no known event", () => {
    expect(checkEvent(unknown)).toBe(unknown);
    expect(isKnownEvent(unknown)).toBe(false);
    expect(refusal({ ...unknown, at: "yesterday" })).toMatchObject({ code: "invalid-event" });
    expect(refusal({ ...place, type: "weather.changed" })).toMatchObject({
      details: { issues: [{ path: "data" }] },
    });
  });

  test.each([
    { ...place, type: "history.rewritten", data: {} },
    { ...place, type: "thread.merged", data: {} },
    { ...place, type: "item.recorded", v: 3, data: {} },
    { ...place, type: "notice.logged", v: 2, data: {} },
  ])("$type in version $v needs a newer version, unless that is to be ignored", (event) => {
    expect(refusal(event)).toMatchObject({ code: "needs-newer-version" });
    expect(String(refusal(event))).toContain("offset 7");
    expect(checkEvent(event, { newer: "ignore" })).toBe(event);
    expect(isKnownEvent(event)).toBe(false);
  });

  test("a derived fact of an unknown type needs a newer version; ignored, the rest is read", () => {
    const known = { type: "foreign.kept", data: { kind: "y" } };
    const derived = [{ type: "weather.changed", data: {} }, known];
    const kept = { ...place, type: "foreign.kept", data: { kind: "x" }, derived };
    expect(refusal(kept)).toMatchObject({ code: "needs-newer-version" });
    expect(checkEvent(kept, { newer: "ignore" })).toEqual({ ...kept, derived: [known] });
    const bad = { ...kept, id: "no id" };
    expect(() => checkEvent(bad, { newer: "ignore" })).toThrow(
      expect.objectContaining({ code: "invalid-event" }),
    );
  });
});
