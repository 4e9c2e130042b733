import { expect, test } from "vitest";
import type { LogEvent } from "../../src/events/event.js";
import { initialState } from "../../src/reducers/reduce.js";
import { replayEvents } from "../../src/reducers/replay-events.js";
import { replay } from "../../src/reducers/replay.js";
import { resumeState, stateAt } from "../../src/reducers/resume.js";
import { listSource, plainState } from "../../src/testing/definition.js";
import type { HistoryCommand } from "../../src/testing/history-command.js";
import { build, COMPACT } from "../testing/by-hand.js";

function logOf(...commands: readonly HistoryCommand[]): readonly LogEvent[] {
  return build(...commands).history().events;
}

test("an empty log has the initial state, and no offset", async () => {
  const source = listSource([]);
  expect(await replay(source)).toEqual(initialState);
  expect(await resumeState(source)).toEqual(initialState);
  await expect(stateAt(source, 0)).rejects.toMatchObject({ code: "offset-out-of-range" });
});

test("an offset that the log does not have is refused, whichever way it is read", async () => {
  const events = logOf({ do: "notice" });
  const refused = { code: "offset-out-of-range" };
  for (const to of [-1, 0.5, 2]) {
    await expect(replay(listSource(events), { to })).rejects.toMatchObject(refused);
    await expect(stateAt(listSource(events), to)).rejects.toMatchObject(refused);
    expect(() => replayEvents(events, { to })).toThrow(expect.objectContaining(refused));
  }
});

test("a rollback to what is not before it is refused", async () => {
  const [first] = logOf();
  const id = first?.id ?? "";
  const at = first?.at ?? "";
  const rollback = { type: "history.rolled-back", data: { to: 1, historyVersion: 1 } };
  const events = [...logOf(), { offset: 1, id, at, ...rollback }];
  const refused = { code: "invalid-event" };
  await expect(replay(listSource(events))).rejects.toMatchObject(refused);
  await expect(resumeState(listSource(events))).rejects.toMatchObject(refused);
  expect(() => replayEvents(events)).toThrow(expect.objectContaining(refused));
});

test("events of unknown types move the head, change nothing else, and are reported once", async () => {
  const known = logOf({ do: "notice" });
  const events = [...known, unknownEvent(2), unknownEvent(3), unknownEvent(4, "plugin.left")];
  const ways = [
    (onUnknown: (event: LogEvent) => void) => replay(listSource(events), { onUnknown }),
    (onUnknown: (event: LogEvent) => void) => resumeState(listSource(events), { onUnknown }),
    async (onUnknown: (event: LogEvent) => void) => replayEvents(events, { onUnknown }),
  ];
  for (const way of ways) {
    const reported: number[] = [];
    const state = await way(({ offset }) => reported.push(offset));
    expect(reported).toEqual([2, 4]);
    expect(state.log.head).toBe(5);
    expect(plainState({ ...state, log: initialState.log })).toStrictEqual(
      plainState({ ...replayEvents(known), log: initialState.log }),
    );
  }
});

test("a checkpoint that points to what is not there is damage, with its place", async () => {
  const events = logOf({ do: "instruct", text: "be brief" }, COMPACT, { do: "notice" });
  const lost = events.map((event) => (event.offset === 1 ? unknownEvent(1) : event));
  await expect(resumeState(listSource(lost))).rejects.toMatchObject({
    code: "damaged-log",
    details: { offset: 1, type: "instructions.set" },
  });
});

/** An event of a type that no version knows: led around the reducers. */
function unknownEvent(offset: number, type = "plugin.ran"): LogEvent {
  const [first] = logOf();
  return { offset, id: first?.id ?? "", at: first?.at ?? "", type, data: { any: 1 } };
}
