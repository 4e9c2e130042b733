// Through the public names alone: the code of docs/models.md#errors.
import { defer } from "rxjs";
import { describe, expect, test } from "vitest";
import {
  defineTextTool,
  type ErrorDetails,
  type Item,
  type ModelClient,
  RefoldError,
  scriptedModel,
  type Summarize,
} from "../../src/index.js";
import { eventsOf, failureOf, ledgerOf, threadInMemory } from "./turns-in-memory.js";

type Reported = "context-window-exceeded" | "image-refused";

function failed(code: Reported): RefoldError<Reported> {
  const details: ErrorDetails[Reported] = {
    provider: "own",
    status: null,
    reason: null,
    retryAfterMs: null,
  };
  return new RefoldError(code, details, { message: `own: ${code}` });
}

describe("a `summarize` of the caller's own", () => {
  test("that reports `context-window-exceeded` is called again without the oldest items", async () => {
    const thread = await threadInMemory();
    await thread.runTurn("Hello?", { model: scriptedModel(["Good day."]) });
    const refs = ledgerOf(thread).map(({ ref }) => ref);
    const sizes: number[] = [];
    const summarize: Summarize = ({ entries }) => {
      sizes.push(entries.length);
      if (entries.length > 1) throw failed("context-window-exceeded");
      return "A greeting.";
    };
    const compacted = await thread.compact({ summarize });
    expect(sizes).toEqual([2, 1]);
    expect(compacted).toMatchObject({ kind: "compacted", trimmed: refs.slice(0, 1) });
  });

  test("whose failure stays ends the compaction with that as the cause", async () => {
    const thread = await threadInMemory();
    await thread.runTurn("Hello?", { model: scriptedModel(["Good day."]) });
    const cause = failed("image-refused");
    const summarize: Summarize = () => Promise.reject(cause);
    const failure = await failureOf(thread.compact({ summarize }));
    expect(failure).toMatchObject({ code: "compaction-failed", cause });
  });
});

describe("a model client of the caller's own", () => {
  test("that reports `image-refused` is asked again without the tool's images", async () => {
    const look = defineTextTool({
      name: "look",
      description: "Looks.",
      run: () => [{ type: "input_image", image_url: "data:image/png;base64,AAAA" }],
    });
    const asked: Item = { type: "custom_tool_call", call_id: "c1", name: "look", input: "" };
    const model = scriptedModel([{ items: [asked] }, "It cannot be seen."]);
    const blind: ModelClient = {
      ...model,
      stream: (request, options) =>
        defer(() => {
          const hasImage = JSON.stringify(request.body).includes("input_image");
          if (hasImage) throw failed("image-refused");
          return model.stream(request, options);
        }),
    };
    const thread = await threadInMemory();
    const result = await thread.runTurn("Look.", { model: blind, tools: [look] });
    expect(result.text).toBe("It cannot be seen.");
    expect(await eventsOf(thread, "images.replaced")).toHaveLength(1);
  });

  test("that reports `context-window-exceeded` ends the turn with that code", async () => {
    const thread = await threadInMemory();
    const small: ModelClient = {
      ...scriptedModel([]),
      stream: () =>
        defer(() => {
          throw failed("context-window-exceeded");
        }),
    };
    const failure = await failureOf(thread.runTurn("Hello?", { model: small }));
    expect(failure.code).toBe("context-window-exceeded");
    expect((await eventsOf(thread, "turn.aborted"))[0]?.data.reason).toBe(failure.code);
  });
});

test("a scripted model refuses a step that returns nothing", async () => {
  const thread = await threadInMemory();
  const steps: object = [() => undefined]; // as plain JavaScript allows
  const model = scriptedModel(Object.values<() => string>({ ...steps }));
  const failure = await failureOf(thread.runTurn("Hello?", { model }));
  expect(failure).toMatchObject({ code: "invalid-argument" });
});
