import type { LineagePlace } from "../../errors.js";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { baseMissing, damagedLineage } from "../errors.js";
import type { ByteSource } from "../shared/byte-source.js";
import { openUnpacked } from "../shared/compression.js";
import type { LineForm } from "../shared/damage.js";
import { joinContents, type PartOfContent } from "../shared/joined-content.js";
import { isCount, textAt } from "../shared/json.js";
import { CONTENT_START, findObject } from "../shared/read-content.js";
import { isLaterGeneration, olderFirst, rolloutName } from "./rollout-name.js";
import { isModeKnown } from "./session-meta.js";

/** Where a file's history begins: in the first bytes of another file, whose own base is before. */
export interface HistoryBase {
  /** Of its first file the thread's id, of a later one what is last in the file's name. */
  readonly id: string;
  readonly endOrdinal: number;
  readonly endByte: number;
}

/**
 * How a rollout's first line says that its history is kept.
 * @param content not compressed
 * @throws {RefoldError} `damaged-lineage`: in a way that is not known
 */
export async function readHistoryMode(
  content: ByteSource,
  lines: LineForm,
): Promise<{ readonly isPaginated: boolean; readonly base: HistoryBase | null }> {
  const { first, base } = await linkOf(content, lines);
  return { isPaginated: metaOf(first).history_mode === "paginated", base };
}

/** A file of a lineage. */
interface Link {
  readonly content: ByteSource;
  readonly first: JsonObject;
  readonly base: HistoryBase | null;
}

/**
 * A rollout's content with all that its history begins with: of each base the bytes that it is referred
 * to by, the oldest first, then its own lines.
 * @throws {RefoldError} `damaged-lineage`: a file is missing or does not fit, or is referred to in a way that
 *   is not known
 */
export async function joinLineage(content: ByteSource, lines: LineForm): Promise<ByteSource> {
  const parts = await lineageOf(content, lines);
  return parts.length === 1 ? content : joinContents(parts);
}

/** A file's share of a history. */
interface LineagePart extends PartOfContent {
  /** What is last in its name; null: nobody referred to it. */
  readonly id: string | null;
}

async function lineageOf(content: ByteSource, lines: LineForm): Promise<LineagePart[]> {
  let link = await linkOf(content, lines);
  const parts: LineagePart[] = [{ id: null, content, endByte: null, isOwn: true }];
  const seen = new Set<string>();
  for (let base = link.base; base !== null; base = link.base) {
    if (seen.has(base.id)) throw damagedAt(link, "cycle", "its history begins in itself");
    seen.add(base.id);
    link = await openBase(link, base, lines);
    const { id, endByte } = base;
    parts.unshift({ id, content: link.content, endByte, isOwn: false });
  }
  return parts;
}

/**
 * All files of the thread that a file belongs to: the oldest with its lineage, then each later generation,
 * which goes on from a place before it. So the content only grows while the thread does.
 * @throws {RefoldError} `damaged-lineage`
 */
export async function joinThread(content: ByteSource, lines: LineForm): Promise<ByteSource> {
  const meta = metaOf((await linkOf(content, lines)).first);
  const threadId = textAt(meta, "id") ?? "";
  const generation = generationOf(content.name, threadId);
  if (generation === null || meta.history_mode !== "paginated") return joinLineage(content, lines);
  const files = new Map([[generation, content]]);
  for (const bytes of (await content.findAll?.(threadId)) ?? []) {
    const id = generationOf(bytes.name, threadId);
    if (id !== null && !files.has(id)) files.set(id, (await openUnpacked(bytes)).content);
  }
  for (const file of files.values()) await checkThread(file, threadId, lines);
  const sorted = [...files].toSorted(([one], [other]) =>
    olderFirst({ threadId, fileId: one }, { threadId, fileId: other }),
  );
  let parts: LineagePart[] = [];
  for (const [id, file] of sorted) parts = await withGeneration(parts, { id, file }, lines);
  return parts.length === 1 ? content : { ...joinContents(parts), name: content.name };
}

/** The id of a thread's generation, by the name of its file; null: it is none of the thread's. */
function generationOf(path: string, threadId: string): string | null {
  const name = rolloutName(path);
  return name?.threadId === threadId ? name.fileId : null;
}

async function withGeneration(
  parts: readonly LineagePart[],
  { id, file }: { readonly id: string; readonly file: ByteSource },
  lines: LineForm,
): Promise<LineagePart[]> {
  if (parts.length === 0) {
    const lineage = await lineageOf(file, lines);
    return lineage.map((part) => (part.isOwn ? { ...part, id } : part));
  }
  const whole: LineagePart[] = [];
  for (const part of parts) whole.push({ ...part, endByte: part.endByte ?? (await sizeOf(part)) });
  const link = await linkOf(file, lines);
  const historyEnd = await placeOf(link, whole, lines);
  return [...whole, { id, content: file, endByte: null, isOwn: true, historyEnd }];
}

/** A file that bears a thread's id has to be the thread's. */
async function checkThread(file: ByteSource, threadId: string, lines: LineForm): Promise<void> {
  if (metaOf((await linkOf(file, lines)).first).id === threadId) return;
  const what = "its first line does not say that it is of the thread in its name";
  throw damagedAt({ content: file, base: null }, "thread", what);
}

/** The byte of the parts at which a later file's history leaves them. */
async function placeOf(
  link: Link,
  parts: readonly LineagePart[],
  lines: LineForm,
): Promise<number> {
  const { base } = link;
  if (base === null) return 0;
  await openBase(link, base, lines);
  let start = 0;
  for (const { id, endByte } of parts) {
    if (id === base.id && base.endByte <= (endByte ?? 0)) return start + base.endByte;
    start += endByte ?? 0;
  }
  throw damagedAt(link, "unknown", "its thread never was where its history leaves it");
}

async function sizeOf({ content }: LineagePart): Promise<number> {
  let bytes = 0;
  for await (const chunk of content.stream()) bytes += chunk.length;
  return bytes;
}

async function linkOf(content: ByteSource, lines: LineForm): Promise<Link> {
  const found = await findObject(content, CONTENT_START, { ordinal: 0, lines });
  const first = found?.value ?? {};
  return { content, first, base: baseIn(content.name, metaOf(first)) };
}

/** The metadata of a first line; nothing of one that is something else. */
function metaOf({ type, payload }: JsonObject): JsonObject {
  return type === "session_meta" && isJsonObject(payload) ? payload : {};
}

function baseIn(file: string, meta: JsonObject): HistoryBase | null {
  const place = { file, byte: 0, base: null, reason: "unknown" } as const;
  if (!isModeKnown(meta)) {
    throw damagedLineage(place, "its history is recorded in a mode that is not known");
  }
  const { history_base: base } = meta;
  if (base === undefined || base === null) return null;
  const id = isJsonObject(base) ? textAt(base, "thread_id") : null;
  if (!isJsonObject(base) || id === null) throw damagedLineage(place, UNREAD);
  const { end_ordinal_exclusive: endOrdinal, end_byte_offset: endByte } = base;
  if (!isCount(endOrdinal) || !isCount(endByte)) {
    throw damagedLineage({ ...place, base: id }, UNREAD);
  }
  return { id, endOrdinal, endByte };
}

const UNREAD = "its history begins in another file, in a way that is not known";

async function openBase(link: Link, base: HistoryBase, lines: LineForm): Promise<Link> {
  const bytes = (await link.content.find?.(base.id)) ?? null;
  if (bytes === null) throw baseMissing(link.content.name, base.id);
  const { content } = await openUnpacked(bytes);
  if (link.first.ordinal !== base.endOrdinal) {
    throw damagedAt(link, "ordinal", `its first line is not number ${base.endOrdinal}`);
  }
  const next = await linkOf(content, lines);
  await checkEnd(next, base);
  if (!isOfThread(next, link, base)) {
    const what = `it is not of the thread that ${link.content.name} refers to`;
    throw damagedAt({ content, base }, "thread", what);
  }
  return next;
}

/** A thread goes on from itself, or from the one that it was forked from, or from where that came. */
function isOfThread(base: Link, link: Link, { id }: HistoryBase): boolean {
  const [found, own] = [metaOf(base.first), metaOf(link.first)];
  const isFirst = !isLaterGeneration(rolloutName(base.content.name));
  if (isFirst && found.id !== id) return false;
  return found.id === own.id || typeof own.forked_from_id === "string";
}

/** What a base gives ends with a whole line, which has the last ordinal. */
async function checkEnd(
  { content }: Link,
  { id, endByte, endOrdinal }: HistoryBase,
): Promise<void> {
  const damage = (reason: LineagePlace["reason"], what: string) =>
    damagedLineage({ file: content.name, byte: endByte, base: id, reason }, what);
  const last = await lastLine(content, endByte);
  if (last === null) throw damage("bytes", "it ends before the history that is referred to does");
  if (last.at(-1) !== LINE_FEED) throw damage("cut", "the history would end within a line");
  const object = parseJson(last.toString("utf8"));
  const ordinal = isJsonObject(object) ? object.ordinal : undefined;
  if (ordinal === endOrdinal - 1) return;
  throw damage("ordinal", `the line before it is not number ${endOrdinal - 1}`);
}

const LINE_FEED = 0x0a;
/** Most lines are shorter. */
const TAIL_BYTES = 1 << 14;

/** The bytes from the start of the last line up to `end`; null: the content is shorter. */
async function lastLine(content: ByteSource, end: number): Promise<Buffer | null> {
  for (let count = TAIL_BYTES; ; count *= 8) {
    const start = Math.max(0, end - count);
    const bytes = Buffer.from(await content.slice(start, end));
    if (bytes.length < end - start) return null;
    const feed = bytes.lastIndexOf(LINE_FEED, -2);
    if (feed !== -1 || start === 0) return bytes.subarray(feed + 1);
  }
}

function damagedAt(
  { content, base }: Pick<Link, "content" | "base">,
  reason: LineagePlace["reason"],
  what: string,
) {
  return damagedLineage({ file: content.name, byte: 0, base: base?.id ?? null, reason }, what);
}
