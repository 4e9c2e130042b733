import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { message } from "../../../src/testing/render-lines.js";
import { continuedFile } from "../shared/continued.js";
import { expectSameState, exported } from "./exporting.js";

const files = ["fixtures", "../shared/sessions"].flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^(?:claude|clean|agentcmd|entire|openprintkit|pi).*\.jsonl$/.test(name))
        .map((name) => `${folder}/${name}`)
    : [],
);

const SAID: HistoryCommand = { do: "user", message: message("user", "Go on."), byAgent: false };
const GOES_ON: readonly HistoryCommand[] = [
  { do: "start-turn", change: { model: "model-b" }, tells: true },
  SAID,
  { do: "roll-back", at: 0.7 },
  SAID,
];

describe("recorded sessions of every dialect", () => {
  test.each(files)("%s gone on, opens as a Claude Code transcript", async (file) => {
    const found = await continuedFile(file, GOES_ON);
    if (found === null) return;
    const { events, blobs, bytes, dialect } = found;
    const written = await exported(events, { blobs });
    const isSame = written.subarray(0, bytes.length).equals(bytes);
    expect(isSame).toBe(dialect === "claude-code");
    await expectSameState(events, written);
  });
});
