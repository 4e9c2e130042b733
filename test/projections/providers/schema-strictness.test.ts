import fc from "fast-check";
import { expect, test } from "vitest";
import { withClosedObjects } from "../../../src/projections/providers/tools.js";

/** Schemas of all shapes, with objects that are open and closed, deep in each other. */
const { schema: schemas } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom({ type: "string" }, { type: "object", additionalProperties: false }),
    fc.record(
      {
        type: fc.constantFrom("object", ["object", "null"], "array"),
        additionalProperties: fc.boolean(),
        properties: fc.dictionary(fc.string({ maxLength: 3 }), tie("schema"), { maxKeys: 3 }),
        $defs: fc.dictionary(fc.constantFrom("a", "__proto__"), tie("schema")),
        anyOf: fc.array(fc.oneof(tie("schema"), fc.boolean()), { maxLength: 2 }),
        items: fc.oneof(tie("schema"), fc.boolean()),
      },
      { requiredKeys: [] },
    ),
  ),
}));

test("closing objects closes them all, adds nothing else, and is done at once", () => {
  const property = fc.property(schemas, (schema) => {
    const written = JSON.stringify(schema);
    const closed = withClosedObjects(schema);
    expect(JSON.stringify(schema)).toBe(written);
    expect(withClosedObjects(closed)).toBe(closed);
    expect(openObjects(closed)).toBe(0);
    expect(withoutClosing(closed)).toBe(withoutClosing(schema));
  });
  fc.assert(property);
});

test("a schema is the same object after closing just where no object in it is open", () => {
  const property = fc.property(schemas, (schema) => {
    expect(withClosedObjects(schema) === schema).toBe(openObjects(schema) === 0);
  });
  fc.assert(property);
});

function withoutClosing(schema: unknown): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === "additionalProperties" ? undefined : value,
  );
}

/** Objects of a schema that more members than the named ones may have, wherever they stand. */
function openObjects(schema: unknown): number {
  let open = 0;
  JSON.stringify(schema, (_name, value: unknown) => {
    if (isOpenObject(value)) open++;
    return value;
  });
  return open;
}

function isOpenObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isObject = "type" in value && [value.type].flat().includes("object");
  const isClosed = "additionalProperties" in value && value.additionalProperties === false;
  return (isObject || "properties" in value) && !isClosed;
}
