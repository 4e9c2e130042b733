import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CURRENT_VERSIONS } from "../../src/events/known-event.js";
import { eventSchemaText } from "../../tools/event-schema.js";

const doc = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

test("docs/event.schema.json is what the schemas generate (npm run schema writes it)", () => {
  expect(doc("event.schema.json")).toBe(eventSchemaText());
});

test("the JSON schema defines every event type by its name", () => {
  const schema: unknown = JSON.parse(eventSchemaText());
  for (const type of Object.keys(CURRENT_VERSIONS)) {
    expect(schema).toHaveProperty(["$defs", type, "properties", "type", "const"], type);
  }
});

test("docs/file-format.md lists every event type with its version", () => {
  const rows = doc("file-format.md").matchAll(/^\| `([a-z.-]+)` +\| (\d+) +\|/gm);
  const listed = new Map([...rows].map(([, type, version]) => [type, Number(version)]));
  expect(listed).toEqual(new Map(Object.entries(CURRENT_VERSIONS)));
});
