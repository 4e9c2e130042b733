import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";

const files = ["fixtures", "../shared/sessions"].flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".jsonl") && !/claude|^entire|^pi-/.test(name))
        .map((name) => `${folder}/${name}`)
    : [],
);

describe.each(files)("%s", (file) => {
  const bytes = readFileSync(file);

  test("written again from its events it is byte for byte the same", async () => {
    const blobs = new MemoryBlobs();
    const events = await collect(decodeKept(memoryBytes(bytes), codexForm, { blobs }));
    // As a store would give them back.
    const stored = events.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, codexForm, blobs)));
    expect(written.equals(bytes)).toBe(true);
  });

  test("every event is of the form that its schema describes, offsets contiguous", async () => {
    const events = await collect(decodeSession(memoryBytes(bytes), codexForm));
    events.forEach((event, offset) => {
      expect(event.offset).toBe(offset);
      expect(checkEvent(event)).toBe(event);
    });
    expect(events[0]?.type).toBe("thread.started");
  });
});
