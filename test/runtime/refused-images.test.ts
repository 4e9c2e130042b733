import * as fc from "fast-check";
import { defer } from "rxjs";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Item } from "../../src/events/item.js";
import { modelError } from "../../src/runtime/errors.js";
import type { ModelClient } from "../../src/runtime/models/model-client.js";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import { defineTextTool, defineTool } from "../../src/runtime/tools/tool.js";
import { openWireServer, toFrames } from "./models/wire-server.js";
import { WIRES } from "./models/wires.js";
import { eventsOf, failureOf, outputsOf, threadInMemory } from "./turns-in-memory.js";

const GOOD = "data:image/png;base64,GOOD";
const BAD = "data:image/png;base64,BADD";
type Seen = "text" | "good" | "bad";

/** Gives back what it is told to: a text, or an image that can be read or not. */
const look = defineTextTool({
  name: "look",
  description: "Looks.",
  run: (seen) =>
    seen === "text"
      ? "nothing to see"
      : [{ type: "input_image", image_url: seen === "good" ? GOOD : BAD }],
});

let calls = 0;
function looking(seen: Seen): Item {
  return { type: "custom_tool_call", call_id: `c${calls++}`, name: "look", input: seen };
}

/** Refuses every request that has an image which cannot be read. */
function pickyModel(script: readonly ScriptStep[]): ModelClient {
  const model = scriptedModel(script);
  return {
    ...model,
    stream: (request, options) =>
      defer(() => {
        const isBad = JSON.stringify(request.body).includes(BAD);
        if (isBad) throw modelError("image-refused", { provider: "scripted" });
        return model.stream(request, options);
      }),
  };
}

describe("images of tools that a provider refuses", () => {
  test("go with all that came after them since the last answer, and no others", async () => {
    const seen = fc.constantFrom<Seen>("text", "good", "bad");
    const rounds = fc.array(fc.array(seen, { minLength: 1, maxLength: 4 }), { maxLength: 3 });
    const property = fc.asyncProperty(rounds, async (batches) => {
      const thread = await threadInMemory();
      const script = batches.map((batch) => ({ items: batch.map(looking) }));
      const model = pickyModel([...script, "Seen."]);
      const options = { model, tools: [look], parallelTools: false };
      expect(await thread.runTurn("Look.", options)).toMatchObject({ outcome: "completed" });
      const expected = batches.flatMap((batch) => {
        const bad = batch.includes("bad") ? batch.indexOf("bad") : batch.length;
        return batch.map((one, index) => one === "good" && index < bad);
      });
      const kept = outputsOf(thread).map(({ output }) =>
        JSON.stringify(output).includes("input_image"),
      );
      expect(kept).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  test("go too where a text came after them, in a turn before", async () => {
    const thread = await threadInMemory();
    const turn = await thread.startTurn({ model: "scripted", provider: "scripted" });
    await turn.recordUserInput("Look.");
    const [image, text] = [looking("bad"), looking("text")];
    await turn.recordModelItems(image, text);
    const answer = { type: "custom_tool_call_output", name: null } as const;
    const pictures = [{ type: "input_image" as const, image_url: BAD }];
    await turn.recordToolOutput({ ...answer, call_id: idOf(image), output: pictures });
    await turn.recordToolOutput({ ...answer, call_id: idOf(text), output: "nothing to see" });
    await turn.abort("image-refused");
    const result = await thread.runTurn("And now?", { model: pickyModel(["Nothing."]) });
    expect(result.text).toBe("Nothing.");
    expect(await eventsOf(thread, "images.replaced")).toHaveLength(1);
  });

  test("stay where a message of the user's may hold the one to blame", async () => {
    const thread = await threadInMemory();
    const model = pickyModel([{ items: [looking("good")] }, "Seen."]);
    await thread.runTurn("Look.", { model, tools: [look] });
    const asked = thread.runTurn([{ type: "input_image", image_url: BAD }], { model });
    expect((await failureOf(asked)).code).toBe("image-refused");
    expect(await eventsOf(thread, "images.replaced")).toEqual([]);
  });
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test.each(WIRES)("$name: the official client's next request has no image", async (wire) => {
  const answer = { frames: toFrames(wire.answer), end: "close" } as const;
  const server = await openWireServer([answer, wire.imageRefused, answer]);
  closers.push(() => server.close());
  const shell = defineTool({
    name: "shell",
    description: "runs",
    parameters: z.looseObject({}),
    run: () => ({ output: [{ type: "input_image", image_url: PIXEL }], failed: false }),
  });
  const patch = defineTextTool({ name: "apply_patch", description: "patches", run: () => "done" });
  const thread = await threadInMemory();
  const options = { model: wire.model(server.url), tools: [shell, patch], maxRounds: 2 };
  await thread.runTurn("Look.", options);
  const hasImage = server.seen.map(({ body }) => JSON.stringify(body).includes(PIXEL_BASE64));
  expect(hasImage).toEqual([false, true, false]);
});

const PIXEL_BASE64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PIXEL = `data:image/png;base64,${PIXEL_BASE64}`;

function idOf(item: Item): string {
  return item.type === "custom_tool_call" ? item.call_id : "";
}
