import { z } from "zod";
/** The forms of short texts. They stand apart so that checking them loads no schema. */
export declare const ULID_PATTERN: RegExp;
export declare const BLOB_HASH_PATTERN: RegExp;
export declare const TIMESTAMP_PATTERN: RegExp;
export declare const LINE_SUM_PATTERN: RegExp;
/** An event's position in its thread: 0-based, contiguous. */
export declare const Offset: z.ZodInt;
/** A count of tokens, as reported or estimated. */
export declare const TokenCount: z.ZodInt;
/** A count of UTF-8 bytes. */
export declare const ByteCount: z.ZodInt;
/** 26 characters of Crockford base 32, upper case, at most 128 bits. */
export declare const Ulid: z.ZodString;
/** SHA-256 in lower-case hex, with its algorithm, as blobs are named everywhere: `sha256-<hex>`. */
export declare const BlobHash: z.ZodString;
export type BlobHash = z.infer<typeof BlobHash>;
/** RFC 3339, UTC, milliseconds: `2026-04-01T12:00:00.000Z`. Shown to people; never an order. */
export declare const Timestamp: z.ZodString;
/**
 * Where an item was recorded: the offset of its event, or `[offset, index]` where an event holds
 * several items. `index` counts the items of one event in the order in which they are folded: those
 * of its `data` first, then those of `derived`.
 */
export declare const ItemRef: z.ZodUnion<readonly [z.ZodInt, z.ZodTuple<[z.ZodInt, z.ZodInt], null>]>;
export type ItemRef = z.infer<typeof ItemRef>;
/** A JSON object of somebody else's making, kept as it came. */
export declare const JsonObject: z.ZodRecord<z.ZodString, z.ZodUnknown>;
export type JsonObject = z.infer<typeof JsonObject>;
/** How tool outputs are bounded when they are recorded (docs/semantics.md §2.2, §5). */
export declare const TruncationPolicy: z.ZodObject<{
    mode: z.ZodEnum<{
        bytes: "bytes";
        tokens: "tokens";
    }>;
    limit: z.ZodInt;
}, z.core.$loose>;
export type TruncationPolicy = z.infer<typeof TruncationPolicy>;
/** What a model can take besides text. */
export declare const Modality: z.ZodEnum<{
    image: "image";
    text: "text";
}>;
export type Modality = z.infer<typeof Modality>;
/** A string too large for the log, kept whole in the blob store. */
export declare const BlobText: z.ZodObject<{
    blob: z.ZodString;
    bytes: z.ZodInt;
}, z.core.$loose>;
export type BlobText = z.infer<typeof BlobText>;
/**
 * The schema of one fact: its type's name and its data. An event is a fact with an offset, an id and
 * a time (`event.ts`); a foreign line that means more carries further facts in `derived`.
 */
export declare function factSchema<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape): z.ZodObject<{
    type: z.ZodLiteral<Type>;
    data: z.ZodObject<{ -readonly [P in keyof Shape]: Shape[P]; }, z.core.$loose>;
}, z.core.$loose>;
