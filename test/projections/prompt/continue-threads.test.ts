import fc from "fast-check";
import { expect, test } from "vitest";
import {
  continuePrompt,
  projectPrompt,
  promptForFork,
} from "../../../src/projections/prompt/project-prompt.js";
import type { Prompt, PromptTarget } from "../../../src/projections/prompt/prompt.js";
import { initialState } from "../../../src/reducers/reduce.js";
import { ForwardReplay } from "../../../src/reducers/replay.js";
import { SharedSequence } from "../../../src/reducers/sequence.js";
import { histories } from "../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../src/testing/definition.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { message } from "../../../src/testing/render-lines.js";

const targets = fc.constantFrom<PromptTarget>({}, { modalities: ["text"] }, { model: "gpt-5.2" });

function plain(prompt: Prompt) {
  return { ...prompt, items: prompt.items.toArray(), repairs: prompt.repairs.toArray() };
}

test("through edits, rollbacks and forks, each continued prompt equals the cold one", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), targets, async ({ events }, target) => {
      const forward = new ForwardReplay(listSource(events));
      let prompt = projectPrompt(forward.state, target);
      for (const event of events) {
        await forward.take(event);
        prompt = continuePrompt(prompt, forward.state);
        expect(plain(prompt)).toEqual(plain(projectPrompt(forward.state, target)));
      }
    }),
    { numRuns: 60 },
  );
});

test("a prompt continues over a gap of any length", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), fc.nat(), async ({ events }, pick) => {
      const from = pick % events.length;
      const forward = new ForwardReplay(listSource(events));
      let early: Prompt | undefined;
      for (const event of events) {
        await forward.take(event);
        if (event.offset === from) early = projectPrompt(forward.state);
      }
      if (early === undefined) return;
      expect(plain(continuePrompt(early, forward.state))).toEqual(
        plain(projectPrompt(forward.state)),
      );
    }),
    { numRuns: 60 },
  );
});

test("a prompt is not continued into a fork whose items stand at the same offsets", () => {
  const user = (text: string): HistoryCommand => {
    return { do: "user", message: message("user", text), byAgent: false };
  };
  const parent = new HistoryBuilder();
  for (const command of [user("one"), { do: "notice" } as const, user("two")]) {
    renderCommand(parent, command);
  }
  const fork = new HistoryBuilder(parent.history().events.slice(0, 2));
  for (const command of [{ do: "fork", at: 1 } as const, user("another")]) {
    renderCommand(fork, command);
  }
  expect(fork.head).toBe(parent.head);
  const continued = continuePrompt(projectPrompt(parent.state), fork.state);
  expect(plain(continued)).toEqual(plain(projectPrompt(fork.state)));
});

test("a fork's prompt equals the cold one and shares no history with its parent's, wherever that was", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), fc.nat(), fc.nat(), async ({ events }, pick, point) => {
      const forward = new ForwardReplay(listSource(events));
      let [parents, state] = [projectPrompt(initialState), initialState];
      for (const event of events) {
        await forward.take(event);
        if (event.offset === pick % events.length) parents = projectPrompt(forward.state);
        if (event.offset === point % events.length) ({ state } = forward);
      }
      if (state.thread === null) return;
      const fork = {
        ...state,
        thread: { ...state.thread, threadId: "01KN35E000BSCD82DQD64W9DAE" },
      };
      const made = promptForFork(parents, fork);
      if (made === null) return;
      expect(plain(made)).toEqual(plain(projectPrompt(fork)));
      for (const part of ["items", "repairs"] as const) {
        const [own, other] = [made[part], parents[part]].map((of) =>
          SharedSequence.historyOf<object>(of),
        );
        expect(own).not.toBe(other);
      }
    }),
    { numRuns: 100 },
  );
});

test("law 6: no prompt of a thread shows a call without its output or an output without its call", async () => {
  await fc.assert(
    fc.asyncProperty(histories(), async ({ events }) => {
      const forward = new ForwardReplay(listSource(events));
      for (const event of events) await forward.take(event);
      const { items } = projectPrompt(forward.state);
      const called = new Set<string>();
      const answered = new Set<string>();
      const mustBeCalled = new Set<string>();
      for (const { item } of items) {
        if (!("call_id" in item) || typeof item.call_id !== "string") continue;
        if (!item.type.endsWith("_output")) called.add(item.call_id);
        else answered.add(item.call_id);
        const isServers = item.type === "tool_search_output" && item.execution === "server";
        if (item.type.endsWith("_output") && !isServers) mustBeCalled.add(item.call_id);
      }
      expect([...called].filter((id) => !answered.has(id))).toEqual([]);
      expect([...mustBeCalled].filter((id) => !called.has(id))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
