import { crc32 } from "node:zlib";
import type { PriceTable } from "../../models/prices.js";
import type { ExperimentPart } from "../experiment-mark.js";
import type { IndexRow } from "./derived-index.js";
import type { ListedFile } from "./derive.js";
import type { ThreadSummary } from "./thread-summary.js";

/** What a list remembers of a thread, and how. */
export interface ThreadRows {
  /** Null: it could not be read, but may be another time. */
  readonly encode: (thread: ThreadSummary) => readonly unknown[] | null;
  /** @returns undefined when it is no row of a thread, or one whose costs are by other prices */
  readonly decode: (
    row: IndexRow,
    file: ListedFile,
    collection: ThreadSummary["collection"],
  ) => ThreadSummary | undefined;
}

/** Rows with costs are of use only while the prices are the same. */
export function threadRows(prices: PriceTable): ThreadRows {
  let known: string | null = null;
  const key = (): string => (known ??= crc32(JSON.stringify([...prices])).toString(16));
  return {
    encode: (thread) => {
      const columns = encodeThread(thread);
      if (columns === null || !isCounted(thread)) return columns;
      return [...columns, [key(), thread.cost, ...thread.unpricedModels]];
    },
    decode: (row, file, collection) => {
      const last: unknown = row.at(-1);
      if (!Array.isArray(last)) return decodeThread(row, file, collection);
      const told: readonly unknown[] = last;
      const [by, cost, ...unpricedModels] = told;
      if (by !== key() || !(cost === null || typeof cost === "number")) return undefined;
      if (!unpricedModels.every(isTextOrNull)) return undefined;
      const [path, sizeBytes, modifiedMs, ...columns] = row;
      const thread = decodeThread(
        [path, sizeBytes, modifiedMs, ...columns.slice(0, -1)],
        file,
        collection,
      );
      return thread && { ...thread, cost, unpricedModels };
    },
  };
}

function isCounted({ cost, unpricedModels }: ThreadSummary): boolean {
  return cost !== null || unpricedModels.length > 0;
}

function encodeThread(thread: ThreadSummary): readonly unknown[] | null {
  const { threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, forkedFrom } = thread;
  if (thread.problem !== null) return null;
  const { tool, parent, experiment } = thread;
  const told = [threadId, title, cwd, model, createdAt, updatedAt, turns, tokens, tool];
  if (forkedFrom === null && parent === null && experiment === null) return told;
  const from = [forkedFrom?.threadId ?? null, forkedFrom?.offset ?? null];
  const { name, variant, base } = experiment ?? {};
  return [...told, ...from, parent, ...(experiment === null ? [] : [name, variant, base])];
}

/** @returns undefined when it is no row of a thread; after the index's sum only other code made one */
function decodeThread(
  row: IndexRow,
  { path, sizeBytes, isArchived }: ListedFile,
  collection: ThreadSummary["collection"],
): ThreadSummary | undefined {
  // Not taken apart by a pattern, nor assembled from parts: that shows in a list of thousands.
  const [threadId, title, cwd, model] = [row[3], row[4], row[5], row[6]];
  const [createdAt, updatedAt, turns, tokens, tool] = [row[7], row[8], row[9], row[10], row[11]];
  if (typeof threadId !== "string" || !isTextOrNull(title)) return undefined;
  if (!isTextOrNull(cwd) || !isTextOrNull(model)) return undefined;
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof turns !== "number" || typeof tokens !== "number") return undefined;
  if (typeof tool !== "string") return undefined;
  const origin = row.length === PLAIN_LENGTH ? NO_ORIGIN : decodeOrigin(row);
  if (origin === undefined) return undefined;
  return {
    threadId,
    collection,
    path,
    tool,
    title,
    cwd,
    model,
    createdAt,
    updatedAt,
    turns,
    tokens,
    cost: null,
    unpricedModels: NO_MODELS,
    sizeBytes,
    isArchived,
    forkedFrom: origin.forkedFrom,
    forks: 0,
    parent: origin.parent,
    experiment: origin.experiment,
    problem: null,
  };
}

const NO_MODELS: readonly string[] = [];

/** Of the row of a thread that came from no other. */
const PLAIN_LENGTH = 12;

type Origin = Pick<ThreadSummary, "forkedFrom" | "parent" | "experiment">;

const NO_ORIGIN: Origin = { forkedFrom: null, parent: null, experiment: null };

function decodeOrigin(row: IndexRow): Origin | undefined {
  const [threadId, offset, parent, ...rest] = row.slice(PLAIN_LENGTH);
  const experiment = rest.length === 0 ? null : decodeExperiment(rest);
  if (!isTextOrNull(threadId) || !isTextOrNull(parent)) return undefined;
  if (experiment === undefined) return undefined;
  if (threadId === null) return { forkedFrom: null, parent, experiment };
  if (typeof offset !== "number" && offset !== null) return undefined;
  return { forkedFrom: { threadId, offset }, parent, experiment };
}

function decodeExperiment([name, variant, base]: readonly unknown[]): ExperimentPart | undefined {
  if (typeof name !== "string" || typeof variant !== "string") return undefined;
  return typeof base === "string" ? { name, variant, base } : undefined;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
