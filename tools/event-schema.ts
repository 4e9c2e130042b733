import { z } from "zod";
import * as contextInjected from "../src/events/context.js";
import * as requestSent from "../src/events/context.js";
import * as event from "../src/events/event.js";
import * as item from "../src/events/item.js";
import * as recordedItem from "../src/events/item.js";
import * as primitives from "../src/events/primitives.js";
import * as envelope from "../src/events/slices.js";
import * as slices from "../src/events/slices.js";
import * as threadForked from "../src/events/thread.js";
import * as threadStarted from "../src/events/thread.js";
import * as toolsDeclared from "../src/events/thread.js";

const MODULES: readonly object[] = [
  primitives,
  item,
  recordedItem,
  envelope,
  slices,
  contextInjected,
  requestSent,
  threadForked,
  threadStarted,
  toolsDeclared,
  event,
];

/**
 * The JSON Schema of a rollout's lines, for readers in other languages. A fact's definition is named
 * like its type, every other one like its schema in `src/events/`.
 */
export function eventSchemaText(): string {
  const schema = z.toJSONSchema(event.RefoldEvent, { metadata: namedSchemas(), io: "input" });
  const described = {
    $schema: schema.$schema,
    title: "A line of a Refold rollout",
    description:
      "An event of a known type, in its current version. A reader meets other types too, and older versions: docs/file-format.md.",
    allOf: schema.allOf,
    properties: { prev: { $ref: "#/$defs/LineSum" } },
    required: ["sum"],
    $defs: schema.$defs,
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}

function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const fact of event.Fact.options) registry.add(fact, { id: fact.shape.type.value });
  for (const [name, schema] of MODULES.flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || schema === event.RefoldEvent) continue;
    if (!registry.has(schema)) registry.add(schema, { id: name });
  }
  return registry;
}
