import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { firstValueFrom, take, toArray } from "rxjs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectPrompt } from "../../src/projections/prompt/project-prompt.js";
import type { PromptTarget } from "../../src/projections/prompt/prompt.js";
import { anthropic } from "../../src/projections/providers/anthropic/anthropic.js";
import { openaiResponses } from "../../src/projections/providers/openai-responses/openai-responses.js";
import { openThread, resumeThread } from "../../src/runtime/open-thread.js";
import {
  bodyHash,
  rebuildPrompt,
  serializePrompt,
  type RequestInput,
} from "../../src/runtime/sent-request.js";
import { jsonlStore, type JsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { memoryStore } from "../../src/store/memory.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide", approvalPolicy: "on-request" } as const;

let home: string;
let store: JsonlStore;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "refold-runtime-"));
  store = jsonlStore({ home, durability: "none" });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("a thread that is driven", () => {
  test("takes nothing after its close, and goes on when it is resumed", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    await thread.close();
    const { head } = thread.state.log;
    await expect(turn.recordUserInput("too late")).rejects.toMatchObject({ code: "thread-closed" });
    await expect(thread.rename("too late")).rejects.toMatchObject({ code: "thread-closed" });
    expect(await store.head(thread.id)).toBe(head);
    await using again = await resumeThread(thread.id, { store });
    await again.rename("in time");
    expect(again.state.thread?.title).toBe("in time");
  });

  test("tells the model its context once, and an unchanged envelope costs no items", async () => {
    await using thread = await openThread({ store });
    const first = await thread.startTurn(CONTEXT);
    await first.recordUserInput("Why is the clock an hour late?");
    await first.complete();
    const before = thread.state.ledger.entries.length;

    const second = await thread.startTurn(CONTEXT);

    expect(thread.state.ledger.entries.length).toBe(before);
    expect(thread.state.baseline?.turn).toBe(second.id);
    expect(before).toBe(3);
  });

  test("gives the same state when it is resumed by another store", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("hello");
    await turn.complete();
    const { state } = thread;
    await thread.close();
    await store.close();

    store = jsonlStore({ home, durability: "none" });
    const resumed = await resumeThread(thread.id, { store });
    expect(JSON.stringify(resumed.state)).toBe(JSON.stringify(state));
  });

  test("marks the turn that a crash cut short, and tells the model", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("hello");
    const resumed = await resumeThread(thread.id, { store });
    expect(resumed.state.turns).toMatchObject({ running: null, aborted: 1 });
    expect(JSON.stringify(resumed.prompt().items.at(-1)?.item)).toContain("<turn_aborted>");
    await expect(resumed.startTurn(CONTEXT)).resolves.toBeDefined();
  });

  test("refuses a second turn while one runs, and anything on a turn that has ended", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    await expect(thread.startTurn(CONTEXT)).rejects.toMatchObject({ code: "turn-running" });
    await turn.complete();
    const late = { code: "no-turn-running" };
    await expect(turn.recordUserInput("late")).rejects.toMatchObject(late);
    const next = await thread.startTurn(CONTEXT);
    await expect(turn.recordUserInput("later")).rejects.toMatchObject(late); // another one runs
    await next.complete();
  });

  test("bounds a long tool output and keeps the original as a blob", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn({
      ...CONTEXT,
      truncationPolicy: { mode: "bytes", limit: 100 },
    });
    const output = "x".repeat(1000);
    await turn.recordModelItems({
      type: "function_call",
      name: "cat",
      arguments: "{}",
      call_id: "c1",
    });
    await turn.recordToolOutput(
      { type: "function_call_output", call_id: "c1", output },
      { failed: true },
    );
    const entry = thread.state.ledger.entries.at(-1);
    expect(entry).toMatchObject({ origin: "tool", failed: true, bounded: { originalBytes: 1000 } });
    const original = await store.blobs.get(entry?.bounded?.original ?? "");
    expect(new TextDecoder().decode(original)).toBe(output);
  });

  test("streams stored events first, then those being written, each once", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    const seen = firstValueFrom(thread.events$(1).pipe(take(4), toArray()));
    await turn.recordUserInput("hello");
    await turn.complete();
    expect((await seen).map(({ offset, type }) => `${offset} ${type}`)).toEqual([
      "1 turn.started",
      "2 context.injected",
      "3 item.recorded",
      "4 turn.completed",
    ]);
  });
});

describe("a thread's prompt", () => {
  test("is that of the target that it is asked for, whatever was asked before", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    const image_url = "https://example.org/tide.png";
    await turn.recordUserInput([{ type: "input_image", image_url }]);
    const targets = fc.constantFrom<PromptTarget>(
      ...[{}, { modalities: ["text" as const] }, { model: "claude-opus-5" }],
    );
    const property = fc.property(fc.array(targets, { minLength: 2 }), (asked) => {
      for (const target of asked) {
        const prompt = thread.prompt(target);
        expect(prompt.requested).toEqual(target);
        const cold = projectPrompt(thread.state, target);
        expect(prompt.items.toArray()).toEqual(cold.items.toArray());
      }
    });
    fc.assert(property);
  });

  test("is continued for a request and for who looks between requests: what was made stays", async () => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput("hello");
    const ask = () => turn.request({ provider: openaiResponses, target: { model: "gpt-5.5" } });
    const [looked, sent] = [thread.prompt(), (await ask()).prompt];
    await turn.recordUserInput("again");
    expect(thread.prompt().items.at(0)).toBe(looked.items.at(0));
    expect((await ask()).prompt.items.at(0)).toBe(sent.items.at(0));
  });
});

describe("a request that was sent", () => {
  const providers: readonly RequestInput<unknown>["provider"][] = [openaiResponses, anthropic];
  test.each(providers)("can be made again, with what lived for it alone", async (provider) => {
    const thread = await openThread({ store });
    const turn = await thread.startTurn({ ...CONTEXT, instructions: "Be brief." });
    await turn.recordUserInput("hello");
    const input = {
      provider,
      target: { model: "claude-opus-5" },
      options: { maxTokens: 500 },
      fragments: [{ kind: "hint", role: "user", lifetime: "prompt", text: "It is Friday." }],
    } as const;
    const sent = await turn.request(input);
    await turn.recordModelItems({
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "Hi." }],
    });

    const rebuilt = await rebuildPrompt(thread.source, sent.offset);

    const { body } = await serializePrompt(rebuilt.prompt, input, store.blobs);
    expect(bodyHash(body)).toBe(rebuilt.sent.body);
    expect(JSON.stringify(sent.body)).toContain("It is Friday.");
    expect(JSON.stringify(thread.prompt().items.toArray())).not.toContain("It is Friday.");
  });

  test("is made without an image whose bytes are gone, where placeholders are asked for", async () => {
    await using thread = await openThread({ store });
    const turn = await thread.startTurn(CONTEXT);
    const image_url = `data:image/png;base64,${Buffer.from("a picture, nearly").toString("base64")}`;
    await turn.recordUserInput([{ type: "input_image", image_url }]);
    const empty = memoryStore().blobs;
    const made = (options: RequestInput<unknown>["options"]) =>
      serializePrompt(
        thread.prompt(),
        { provider: openaiResponses, options: { ...options } },
        empty,
      );

    await expect(made({})).rejects.toMatchObject({ code: "blob-missing" });
    const { body, repairs } = await made({ missingBlobs: "placeholder" });

    expect(JSON.stringify(body)).not.toContain("input_image");
    expect(repairs).toHaveLength(1);
  });
});
