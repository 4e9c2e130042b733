import { expect, test } from "vitest";
import { sessionMetaLine } from "../../../src/dialects/codex/session-meta.js";
import { isJsonObject } from "../../../src/events/json.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { build, START } from "../../testing/by-hand.js";

const PLACE = {
  threadId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  version: "1.0.0",
  at: "2026-01-01T00:00:00Z",
};

/** The provider that the first line names for a thread of a tool, whose turn runs with `recorded`. */
function namedFor(dialect: string, recorded: string, modelProvider?: string): unknown {
  const state = replayEvents(build(START).history().events);
  const { thread, turns } = state;
  if (thread === null || turns.running === null) throw new TypeError("no turn runs");
  const running = { ...turns.running, envelope: { provider: recorded } };
  const source = { ...thread.source, dialect };
  const shown = { ...state, thread: { ...thread, source }, turns: { ...turns, running } };
  const { payload } = sessionMetaLine(shown, { ...PLACE, modelProvider });
  return isJsonObject(payload) ? payload.model_provider : null;
}

test("the first line names the provider that is asked for, else one that Codex has", () => {
  expect(namedFor("claude-code", "anthropic")).toBeUndefined();
  expect(namedFor("claude-code", "anthropic", "proxy")).toBe("proxy");
  expect(namedFor("codex", "azure")).toBe("azure");
  expect(namedFor("refold", "openai")).toBe("openai");
});
