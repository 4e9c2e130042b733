import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DIALECTS, type Dialect } from "../../../../src/dialects/dialects.js";
import { NotARollout } from "../../../../src/dialects/reading/not-a-rollout.js";
import { memoryStore } from "../../../../src/store/memory.js";
import { HistoryBuilder } from "../../../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../../../src/testing/history-command.js";
import { message } from "../../../../src/testing/render-context.js";
import { renderCommand } from "../../../../src/testing/render-history.js";
import { collect, memoryBytes } from "../../memory-bytes.js";
import { exported, expectSameState } from "./exporting.js";

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
    const bytes = readFileSync(`${FOLDER}/${name}`);
    const dialect = await dialectOf(bytes);
    if (dialect === null) return;
    const { blobs } = memoryStore();
    const builder = new HistoryBuilder(await collect(dialect.keep(memoryBytes(bytes), { blobs })));
    for (const command of GOES_ON) renderCommand(builder, command);
    const { events } = builder.history();
    const written = await exported(events, { blobs });
    const isSame = written.subarray(0, bytes.length).equals(bytes);
    expect(isSame).toBe(dialect.name === "codex");
    await expectSameState(events, written);
  });
});

/** Null: of a tool that is not read yet. */
async function dialectOf(bytes: Uint8Array): Promise<Dialect | null> {
  for (const dialect of DIALECTS.values()) {
    try {
      await dialect.open(memoryBytes(bytes));
      return dialect;
    } catch (error) {
      if (!(error instanceof NotARollout)) throw error;
    }
  }
  return null;
}
