import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { message } from "../../../src/testing/render-lines.js";
import { continuedFile } from "../shared/continued.js";
import { expectSameForCodex, expectSameState, exported } from "./exporting.js";

const FOLDER = "../shared/sessions";
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"))
  : [];

const SAID: HistoryCommand = { do: "user", message: message("user", "Go on."), byAgent: false };
const GOES_ON: readonly HistoryCommand[] = [
  { do: "start-turn", change: { model: "model-b" }, tells: true },
  SAID,
  { do: "roll-back", at: 0.7 },
  SAID,
];

describe.skipIf(files.length === 0)("recorded sessions of every dialect", () => {
  test.each(files)("%s gone on, opens as a Codex rollout", async (name) => {
    const found = await continuedFile(`${FOLDER}/${name}`, GOES_ON);
    if (found === null) return;
    const { events, blobs, bytes, dialect } = found;
    const written = await exported(events, { blobs });
    const isSame = written.subarray(0, bytes.length).equals(bytes);
    expect(isSame).toBe(dialect === "codex");
    await expectSameState(events, written);
    await expectSameForCodex(events, written);
  });

  test.each(files.filter((name) => !name.includes("rollout")))(
    "%s as it is, opens as a Codex rollout",
    async (name) => {
      const found = await continuedFile(`${FOLDER}/${name}`, []);
      if (found === null) return;
      await expectSameState(found.events, await exported(found.events, { blobs: found.blobs }));
    },
  );
});
