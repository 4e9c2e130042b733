import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { LogEvent } from "../../src/events/event.js";
import { defineEventType } from "../../src/events/own-event.js";
import { type OwnFold, replayOwn } from "../../src/reducers/replay-events.js";
import { openThread, resumeThread } from "../../src/runtime/open-thread.js";
import { temporaryHome, type TemporaryHome } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { encodeBatch } from "../../src/store/jsonl/line-encoder.js";
import { withoutLog } from "../without-log.js";

const approvalGiven = defineEventType(
  "approval.given",
  z.looseObject({ tool: z.string(), until: z.string().optional() }),
);

const approvals: OwnFold<readonly string[]> = {
  initial: [],
  reduce: (given, event) => (approvalGiven.isOf(event) ? [...given, event.data.tool] : given),
};

let temporary: TemporaryHome;
beforeAll(() => {
  temporary = temporaryHome();
});
afterAll(() => temporary.remove());

describe("an event of your own type", () => {
  test("is kept and given back as it is, beside a state that it does not change", async () => {
    const store = jsonlStore({ home: temporary.home, durability: "none" });
    const thread = await openThread({ store });
    const turn = await thread.startTurn({ model: "m" });
    const before = withoutLog(thread.state);
    const data = { z: 1, tool: "shell", extra: { deep: ["é", 1e21] } };
    const offset = await thread.recordEvent(approvalGiven, data);
    expect(withoutLog(thread.state)).toEqual(before);
    await turn.complete();
    await thread.close();

    const resumed = await resumeThread(thread.id, { store });
    expect(withoutLog(resumed.state)).toEqual(withoutLog(thread.state));
    expect(resumed.state.log.head).toBe(thread.state.log.head);
    const events: LogEvent[] = [];
    for await (const event of store.read(thread.id)) events.push(event);
    expect(events[offset]).toMatchObject({ type: "approval.given", turn: turn.id, data });
    const lines = linesIn(temporary.home, thread.id);
    const after = Number.parseInt(events[offset - 1]?.sum ?? "", 16);
    const line = encodeBatch([events[offset] ?? fail()], { after });
    expect(line.toString()).toBe(`${lines[offset]}\n`);
    await store.close();
  });

  test("counts in a fold of your own as of an offset, and goes with a rollback", async () => {
    const store = jsonlStore({ home: temporary.home, durability: "none" });
    const thread = await openThread({ store });
    await thread.recordEvent(approvalGiven, { tool: "read" });
    const offset = await thread.recordEvent(approvalGiven, { tool: "shell" });
    expect(await replayOwn(thread.source, approvals)).toEqual(["read", "shell"]);
    await thread.rollback({ to: offset - 1 });
    expect(await replayOwn(thread.source, approvals)).toEqual(["read"]);
    expect(await replayOwn(thread.source, approvals, { to: offset })).toEqual(["read", "shell"]);
    await thread.rollback("redo");
    expect(await replayOwn(thread.source, approvals)).toEqual(["read", "shell"]);
    await expect(replayOwn(thread.source, approvals, { to: 99 })).rejects.toMatchObject({
      code: "offset-out-of-range",
    });
    await store.close();
  });

  test("is refused when it is not what its schema describes, and nothing is written", async () => {
    const store = jsonlStore({ home: temporary.home, durability: "none" });
    const thread = await openThread({ store });
    const { head } = thread.state.log;
    const wrong: unknown = { tool: 1 };
    const anything = defineEventType("any.thing", z.unknown());
    const typed = defineEventType("approval.given", z.object({ tool: z.string() }).or(z.never()));
    for (const attempt of [
      () => thread.recordEvent(anything, undefined),
      () => thread.recordEvent(anything, 1n),
      () => thread.recordEvent(defineEventType("a.b", z.unknown().pipe(typed.schema)), wrong),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "invalid-event" });
    }
    expect(thread.state.log.head).toBe(head);
    await store.close();
  });

  test.each(["history.forgotten", "thread.liked", "turn.judged", "item.recorded"])(
    "cannot be named %s, which is this library's",
    (type) => {
      expect(() => defineEventType(type, z.unknown())).toThrow(
        expect.objectContaining({
          code: "invalid-argument",
          remedy: containing(type),
        }),
      );
    },
  );

  test.each(["approval", "Approval.given", "approval.", "a b.c", ""])(
    "cannot be named %j, which is no noun and participle",
    (type) => {
      expect(() => defineEventType(type, z.unknown())).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
    },
  );
});

function linesIn(home: string, threadId: string): readonly string[] {
  const name = readdirSync(home, { recursive: true, encoding: "utf8" }).find((each) =>
    each.endsWith(`${threadId}.jsonl`),
  );
  return readFileSync(join(home, name ?? ""), "utf8").split("\n");
}

function fail(): never {
  throw new Error("there is no such event");
}

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
