import { isRefoldError } from "../../../src/errors.js";
import { readFileSync } from "node:fs";
import { type Dialect, openForeign } from "../../../src/dialects/dialects.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import type { SessionForm } from "../../../src/dialects/shared/session-form.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import type { BlobStore } from "../../../src/store/event-store.js";
import { memoryStore } from "../../../src/store/memory.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { renderCommand } from "../../../src/testing/render-history.js";
import { collect, memoryBytes } from "./memory-bytes.js";

export interface Continued {
  readonly events: readonly RefoldEvent[];
  readonly blobs: BlobStore;
}

/** A file that was imported, and what was done with its thread then. */
export async function continued(
  text: string,
  form: SessionForm,
  commands: readonly HistoryCommand[],
): Promise<Continued> {
  const { blobs } = memoryStore();
  const kept = await collect(decodeKept(memoryBytes(text), form, { blobs }));
  return { events: goneOn(kept, commands), blobs };
}

/** A recorded session as its thread, gone on. @returns null: it is of a tool that is not read yet */
export async function continuedFile(
  path: string,
  commands: readonly HistoryCommand[],
): Promise<(Continued & { readonly dialect: string; readonly bytes: Buffer }) | null> {
  const bytes = readFileSync(path);
  const dialect = await dialectOf(bytes);
  if (dialect === null) return null;
  const { blobs } = memoryStore();
  const kept = await collect(dialect.keep(memoryBytes(bytes), { blobs }));
  return { events: goneOn(kept, commands), blobs, dialect: dialect.name, bytes };
}

export function goneOn(
  kept: readonly RefoldEvent[],
  commands: readonly HistoryCommand[],
): readonly RefoldEvent[] {
  const builder = new HistoryBuilder(kept);
  for (const command of commands) renderCommand(builder, command);
  return builder.history().events;
}

async function dialectOf(bytes: Uint8Array): Promise<Dialect | null> {
  try {
    return (await openForeign(memoryBytes(bytes))).dialect;
  } catch (error) {
    if (isRefoldError(error, "not-a-rollout")) return null;
    throw error;
  }
}
