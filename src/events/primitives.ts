import { z } from "zod";

/** The forms of short texts. They stand apart so that checking them loads no schema. */
export const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
export const BLOB_HASH_PATTERN = /^sha256-[0-9a-f]{64}$/;
export const TIMESTAMP_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** CRC-32 of a line, 8 lower-case hex digits. */
export const LineSum = z.string().regex(/^[0-9a-f]{8}$/);

/** An event's position in its thread: 0-based, contiguous. */
export const Offset = z.int().nonnegative();

/** A count of tokens, as reported or estimated. */
export const TokenCount = z.int().nonnegative();

/** A count of UTF-8 bytes. */
export const ByteCount = z.int().nonnegative();

/** 26 characters of Crockford base 32, upper case, at most 128 bits. */
export const Ulid = z.string().regex(ULID_PATTERN);

/** SHA-256 in lower-case hex, with its algorithm, as blobs are named everywhere: `sha256-<hex>`. */
export const BlobHash = z.string().regex(BLOB_HASH_PATTERN);
export type BlobHash = z.infer<typeof BlobHash>;

/** RFC 3339, UTC, milliseconds: `2026-04-01T12:00:00.000Z`. Shown to people; never an order. */
export const Timestamp = z.string().regex(TIMESTAMP_PATTERN);

/**
 * Where an item was recorded: the offset of its event, or `[offset, index]` where an event holds
 * several items. `index` counts the items of one event in the order in which they are folded: those
 * of its `data` first, then those of `derived`.
 */
export const ItemRef = z.union([Offset, z.tuple([Offset, z.int().nonnegative()])]);
export type ItemRef = z.infer<typeof ItemRef>;

/** A JSON object of somebody else's making, kept as it came. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;

/** How tool outputs are bounded when they are recorded (docs/semantics.md §2.2, §5). */
export const TruncationPolicy = z.looseObject({
  mode: z.enum(["bytes", "tokens"]),
  limit: z.int().nonnegative(),
});
export type TruncationPolicy = z.infer<typeof TruncationPolicy>;

/** What a model can take besides text. */
export const Modality = z.enum(["text", "image"]);
export type Modality = z.infer<typeof Modality>;

/** A string too large for the log, kept whole in the blob store. */
export const BlobText = z.looseObject({ blob: BlobHash, bytes: ByteCount });
export type BlobText = z.infer<typeof BlobText>;

/**
 * The schema of one fact: its type's name and its data. An event is a fact with an offset, an id and
 * a time (`event.ts`); a foreign line that means more carries further facts in `derived`.
 */
export function factSchema<const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
) {
  return z.looseObject({ type: z.literal(type), data: z.looseObject(shape) });
}
