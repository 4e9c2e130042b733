import { call, PiWriter, text } from "./pi-writer.js";

/** A session of version 1: entries without ids, a compaction that counts lines, two models. */
export function piLinearSession(): string {
  const session = new PiWriter(1, "2025-12-02T18:40:00.000Z");
  session.header({
    id: "b8d02c14-7ee3-4f61-93a5-2c6f0d9b1e57",
    timestamp: "2025-12-02T18:40:00.000Z",
    cwd: "/home/ines/barometer",
    provider: "anthropic",
    modelId: "claude-sonnet-4-5",
    thinkingLevel: "off",
  });
  session.user("How many sensors does the station have?");
  session.answer([call("toolu_11", "bash", { command: "ls sensors" })], [10, 0, 2100, 30]);
  session.result("toolu_11", "bash", [text("cellar.json\nroof.json\n")]);
  session.answer([text("Two: one in the cellar, one on the roof.")], [7, 2100, 60, 18]);
  const kept = session.length;
  session.user("Name the one on the roof.");
  session.answer([], [0, 0, 0, 0], { stopReason: "error", errorMessage: "529 overloaded" });
  session.entry("model_change", { provider: "openai", modelId: "gpt-5.1-codex" });
  session.answer([text("`roof`, by its file.")], [40, 2000, 0, 12], {
    api: "openai-responses",
    provider: "openai",
    model: "gpt-5.1-codex",
  });
  session.message({
    role: "hookMessage",
    customType: "clock",
    content: "It is late.",
    display: true,
  });
  session.entry("compaction", {
    summary: "The station has two sensors, in the cellar and on the roof.",
    firstKeptEntryIndex: kept,
    tokensBefore: 2052,
  });
  session.user("And the other one?");
  session.answer([text("`cellar`.")], [30, 300, 0, 6]);
  return session.text;
}
