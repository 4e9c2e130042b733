import { modelError } from "../../src/runtime/errors.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { Item } from "../../src/events/item.js";
import { scriptedModel } from "../../src/runtime/models/scripted-model.js";
import { defineTextTool, defineTool, type Tool } from "../../src/runtime/tools/tool.js";
import { add, call, outputsOf, threadInMemory } from "./turns-in-memory.js";

describe("tools in a turn", () => {
  async function outputsAfter(calls: readonly Item[], tools: readonly Tool[], timeoutMs?: number) {
    const thread = await threadInMemory();
    const model = scriptedModel([{ items: [...calls] }, "Done."]);
    await thread.runTurn("Go.", {
      model,
      tools,
      ...(timeoutMs !== undefined && { toolTimeoutMs: timeoutMs }),
    });
    return outputsOf(thread);
  }

  test("tell the model what was wrong with its arguments, and do not run", async () => {
    const outputs = await outputsAfter(
      [call("c1", "add", '{"a": 1'), call("c2", "add", { a: "1", b: 2 }), call("c3", "sub", {})],
      [add],
    );
    expect(outputs.every(({ failed }) => failed)).toBe(true);
    expect(outputs[0]?.output).toBe("the arguments are no valid JSON");
    expect(outputs[1]?.output).toContain("expected number, received string");
    expect(outputs[2]?.output).toBe("there is no tool sub");
  });

  test("turn what they throw and what takes too long into failed outputs", async () => {
    const broken = defineTool({
      name: "broken",
      description: "Breaks.",
      parameters: z.object({}),
      run: () => Promise.reject(modelError("invalid-request", { provider: "disk" })),
    });
    const slow = defineTool({
      name: "slow",
      description: "Never ends.",
      parameters: z.object({}),
      timeoutMs: 1,
      run: () => new Promise<string>(() => undefined),
    });
    const outputs = await outputsAfter(
      [call("c1", "broken", ""), call("c2", "slow", "{}")],
      [broken, slow],
    );
    expect(outputs).toEqual([
      { id: "c1", output: "the tool failed: disk: the request was refused", failed: true },
      { id: "c2", output: "the tool took longer than 1 ms", failed: true },
    ]);
  });

  test("take free texts, and may say that they failed with images beside it", async () => {
    const shout = defineTextTool({
      name: "shout",
      description: "Shouts.",
      run: (text) => ({ output: [{ type: "input_text", text: text.toUpperCase() }], failed: true }),
    });
    const outputs = await outputsAfter(
      [{ type: "custom_tool_call", call_id: "c1", name: "shout", input: "hey" }],
      [shout],
    );
    expect(outputs).toEqual([
      { id: "c1", output: [{ type: "input_text", text: "HEY" }], failed: true },
    ]);
  });

  test("do not run what the model had no room to say to its end", async () => {
    const ran: string[] = [];
    const run = (text: string) => (ran.push(text), "ran");
    const shell = defineTextTool({ name: "shell", description: "Runs.", run });
    const command = (id: string, input: string, status?: string): Item => {
      const item = { type: "custom_tool_call" as const, call_id: id, name: "shell", input };
      return status === undefined ? item : { ...item, status };
    };
    const thread = await threadInMemory();
    const ends = [
      { items: [command("c1", "rm a"), command("c2", "rm /")], finish: "length" as const },
      { items: [command("c3", "rm /")], finish: "refusal" as const },
      { items: [command("c4", "rm b", "completed")], finish: "length" as const },
      { items: [call("c5", "add", '{"a": 1, "b": 2}')], finish: "length" as const },
      { items: [call("c6", "add", "{}")], finish: "length" as const },
    ];
    await thread.runTurn("Go.", { model: scriptedModel([...ends, "Done."]), tools: [shell, add] });
    expect(ran).toEqual(["rm a", "rm b"]);
    const outputs = outputsOf(thread);
    expect(outputs.map(({ id, failed }) => [id, failed])).toEqual([
      ["c1", false],
      ["c2", true],
      ["c3", true],
      ["c4", false],
      ["c5", false],
      ["c6", true],
    ]);
    for (const broken of [1, 2, 5]) {
      expect(outputs[broken]?.output).toBe("not run: the answer was cut off in this call");
    }
  });

  test("run side by side and are recorded in the order of the calls", async () => {
    const started: string[] = [];
    const waiting = new Map<string, () => void>();
    const meet = defineTool({
      name: "meet",
      description: "Waits until all three are there; the last one ends first.",
      parameters: z.object({ who: z.string() }),
      run: ({ who }) =>
        new Promise<string>((resolve) => {
          started.push(who);
          waiting.set(who, () => {
            resolve(who);
          });
          if (started.length === 3) for (const name of ["c", "b", "a"]) waiting.get(name)?.();
        }),
    });
    const outputs = await outputsAfter(
      ["a", "b", "c"].map((who) => call(`call-${who}`, "meet", { who })),
      [meet],
    );
    expect(outputs.map(({ output }) => output)).toEqual(["a", "b", "c"]);
  });

  test("run side by side without a warning, however many there are", async () => {
    const warn = vi.spyOn(process, "emitWarning");
    onTestFinished(() => warn.mockRestore());
    const sums = Array.from({ length: 30 }, (_, index) =>
      call(`c${index}`, "add", { a: index, b: 0 }),
    );
    expect(await outputsAfter(sums, [add])).toHaveLength(30);
    expect(warn).not.toHaveBeenCalled();
  });

  /** Says how many calls run when it is called. */
  function counting(exclusive: boolean) {
    let running = 0;
    return defineTool({
      ...{ name: "count", description: "Counts who is here.", parameters: z.object({}), exclusive },
      run: async () => {
        running += 1;
        await Promise.resolve();
        return String(running--);
      },
    });
  }
  const three = ["c1", "c2", "c3"].map((id) => call(id, "count", {}));

  test("run one by one when one of them must be alone", async () => {
    const outputs = await outputsAfter(three, [counting(true)]);
    expect(outputs.map(({ output }) => output)).toEqual(["1", "1", "1"]);
  });

  test("run one by one where that is asked for", async () => {
    const seen = async (parallelTools: boolean) => {
      const thread = await threadInMemory();
      const model = scriptedModel([{ items: three }, "Done."]);
      await thread.runTurn("Go.", { model, tools: [counting(false)], parallelTools });
      return outputsOf(thread).map(({ output }) => output);
    };
    expect(await seen(false)).toEqual(["1", "1", "1"]);
    expect(await seen(true)).toEqual(["3", "2", "1"]);
  });
});
