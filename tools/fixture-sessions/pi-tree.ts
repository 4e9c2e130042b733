import { call, PiWriter, text, thought } from "./pi-writer.js";
import { picture } from "./picture.js";

/** A barometer is repaired: a session of version 3 with two branches, a compaction and much else. */
export function piTreeSession(): string {
  const session = new PiWriter(3, "2026-03-08T10:15:00.000Z");
  session.header({
    id: "3f7c2a90-51de-4c8b-a6f2-90b1d4e8c713",
    timestamp: "2026-03-08T10:15:00.000Z",
    cwd: "/home/ines/barometer",
    parentSession: "/home/ines/.pi/agent/sessions/--home-ines-barometer--/2026-03-07.jsonl",
  });
  session.entry("model_change", { provider: "anthropic", modelId: "claude-sonnet-4-5" });
  session.entry("thinking_level_change", { thinkingLevel: "medium" });
  repair(session);
  const fork = session.tip;
  plotsBefore(session);
  plotsAgain(session.backTo(fork));
  return session.text.slice(0, -1); // no final line feed
}

function repair(session: PiWriter): void {
  session.user("The log jumps by 40 hPa at midnight. Find out why.");
  session.answer(
    [
      thought("Midnight suggests a date, not the sensor."),
      text("I look at the log and at the code that writes it."),
      call("toolu_01", "read", { path: "src/log.ts" }),
      call("toolu_02", "bash", { command: "tail -4 log/2026-03-07.csv" }),
    ],
    [12, 0, 4200, 160],
  );
  session.result("toolu_01", "read", [text("export const offset = (day) => day % 2 ? 40 : 0;\n")]);
  session.result("toolu_02", "bash", [text("tail: log/2026-03-07.csv: no such file\n")], true);
  session.answer([text("Odd days get 40 hPa more: `offset`.")], [9, 4200, 310, 64]);
  session.entry("label", { targetId: session.tip, label: "cause found" });
  session.message({
    role: "bashExecution",
    command: "git log --oneline -1 src/log.ts",
    output: "7d1e0f2 Calibrate for the tower\n",
    exitCode: 0,
    cancelled: false,
    truncated: false,
  });
  session.message({
    role: "bashExecution",
    command: "date",
    output: "Sun Mar  8 10:16:02 UTC 2026\n",
    exitCode: 0,
    cancelled: false,
    truncated: false,
    excludeFromContext: true,
  });
  session.entry("session_info", { name: "midnight jumps" });
}

function plotsBefore(session: PiWriter): void {
  session.user("Then plot the last week with gnuplot.").again();
  session.answer([], [11, 4510, 90, 0], {
    stopReason: "aborted",
    errorMessage: "Request was aborted.",
  });
  session.entry("custom", { customType: "todo", data: { open: ["plot"] } });
}

function plotsAgain(session: PiWriter): void {
  session.wait(-60_000).entry("branch_summary", {
    fromId: session.tip,
    summary: "A plot with gnuplot was asked for and given up.",
    details: { readFiles: [], modifiedFiles: [] },
  });
  session.entry("custom_message", {
    customType: "weather-hook",
    content: "The station reports 1013 hPa.",
    display: false,
  });
  const dial = picture(48, 48, [180, 140, 60]).toString("base64");
  session.message({
    role: "user",
    content: [text("Does this dial agree?"), { type: "image", data: dial, mimeType: "image/png" }],
  });
  const kept = session.tip;
  session.answer([call("toolu_03", "read", { path: "dial.png" })], [14, 4600, 1400, 40]);
  session.result("toolu_03", "read", [
    text("dial.png, 48 × 48"),
    { type: "image", data: dial, mimeType: "image/png" },
  ]);
  session.entry("compaction", {
    summary: "The log adds 40 hPa on odd days (`offset` in src/log.ts). A dial is being read.",
    firstKeptEntryId: kept,
    tokensBefore: 6200,
    details: { readFiles: ["src/log.ts"], modifiedFiles: [] },
  });
  session.entry("thinking_level_change", { thinkingLevel: "off" });
  session
    .glued()
    .answer([text("It shows 1013: the dial and the station agree.")], [8, 1500, 60, 31]);
  session.message({
    role: "custom",
    customType: "note",
    content: [text("Well read.")],
    display: true,
  });
  session.entry("weather", { hPa: 1013 });
}
