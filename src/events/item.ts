import { z } from "zod";
import {
  BlobHash,
  ByteCount,
  factSchema,
  ItemRef,
  TokenCount,
  TruncationPolicy,
} from "./primitives.js";
import { checkOf } from "./schema-check.js";

/**
 * Items: the model-visible units, in the wire shape of the OpenAI Responses API as Codex rollouts
 * record it (docs/semantics.md §3). Objects are loose: a field that is not named here is kept as it
 * is.
 */

/**
 * What accompanies an image whose bytes were moved to the blob store, so that estimates need no
 * bytes and the original text can be rebuilt. Never sent to a provider.
 */
export const ImageBlob = z.looseObject({
  /** The blob's name; `image_url` is `blob:` followed by it. */
  hash: BlobHash,
  /** What stood before the payload in the original URL, comma included. */
  urlPrefix: z.string(),
  /** UTF-8 bytes of the original payload (its encoded form). */
  payloadBytes: ByteCount,
  /** True when the blob holds the decoded bytes; false when it holds the payload's text. */
  decoded: z.boolean(),
  mediaType: z.string().nullable(),
  /** In pixels; null when the picture could not be read. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});
export type ImageBlob = z.infer<typeof ImageBlob>;

export const InputText = z.looseObject({ type: z.literal("input_text"), text: z.string() });
export const OutputText = z.looseObject({ type: z.literal("output_text"), text: z.string() });
/** An image: a `data:` or `https:` URL, or a reference to a blob with its size in bytes and pixels. */
export const InputImage = z.looseObject({
  type: z.literal("input_image"),
  image_url: z.string(),
  detail: z.string().nullish(),
  blob: ImageBlob.optional(),
});
/** A part of a message. Narrow by `type`. */
export const MessagePart = z.discriminatedUnion("type", [InputText, InputImage, OutputText]);
/** A part of a tool output that is a list. Narrow by `type`. */
export const OutputPart = z.discriminatedUnion("type", [InputText, InputImage]);
export const ToolOutput = z.union([z.string(), z.array(OutputPart)]);
export type InputText = z.infer<typeof InputText>;
export type OutputText = z.infer<typeof OutputText>;
export type InputImage = z.infer<typeof InputImage>;
export type MessagePart = z.infer<typeof MessagePart>;
export type OutputPart = z.infer<typeof OutputPart>;
export type ToolOutput = z.infer<typeof ToolOutput>;

const optionalText = z.string().nullish();

export const MessageItem = z.looseObject({
  type: z.literal("message"),
  role: z.string(),
  content: z.array(MessagePart),
  id: optionalText,
  end_turn: z.boolean().nullish(),
  phase: optionalText,
});
export const ReasoningItem = z.looseObject({
  type: z.literal("reasoning"),
  id: optionalText,
  summary: z.array(z.looseObject({ type: z.literal("summary_text"), text: z.string() })),
  content: z
    .array(z.looseObject({ type: z.enum(["reasoning_text", "text"]), text: z.string() }))
    .nullish(),
  encrypted_content: optionalText,
});
export const LocalShellCallItem = z.looseObject({
  type: z.literal("local_shell_call"),
  id: optionalText,
  call_id: optionalText,
  status: z.string(),
  action: z.looseObject({
    type: z.literal("exec"),
    command: z.array(z.string()),
    timeout_ms: z.number().nullish(),
    working_directory: optionalText,
    env: z.record(z.string(), z.string()).nullish(),
    user: optionalText,
  }),
});
const FunctionCallItem = z.looseObject({
  type: z.literal("function_call"),
  id: optionalText,
  name: z.string(),
  namespace: optionalText,
  arguments: z.string(),
  call_id: z.string(),
});
const FunctionCallOutputItem = z.looseObject({
  type: z.literal("function_call_output"),
  call_id: z.string(),
  output: ToolOutput,
});
const CustomToolCallItem = z.looseObject({
  type: z.literal("custom_tool_call"),
  id: optionalText,
  status: optionalText,
  call_id: z.string(),
  name: z.string(),
  namespace: optionalText,
  input: z.string(),
});
const CustomToolCallOutputItem = z.looseObject({
  type: z.literal("custom_tool_call_output"),
  call_id: z.string(),
  name: optionalText,
  output: ToolOutput,
});
export const ToolSearchCallItem = z.looseObject({
  type: z.literal("tool_search_call"),
  id: optionalText,
  call_id: optionalText,
  status: optionalText,
  execution: z.string(),
  arguments: z.unknown(),
});
export const ToolSearchOutputItem = z.looseObject({
  type: z.literal("tool_search_output"),
  call_id: optionalText,
  status: z.string(),
  execution: z.string(),
  tools: z.array(z.unknown()),
});
export const WebSearchCallItem = z.looseObject({
  type: z.literal("web_search_call"),
  id: optionalText,
  status: optionalText,
  action: z.looseObject({ type: z.string() }).nullish(),
});
export const ImageGenerationCallItem = z.looseObject({
  type: z.literal("image_generation_call"),
  id: optionalText,
  status: z.string(),
  revised_prompt: optionalText,
  result: z.string(),
});
const GhostSnapshotItem = z.looseObject({
  type: z.literal("ghost_snapshot"),
  ghost_commit: z.looseObject({}),
});
export const CompactionItem = z.looseObject({
  type: z.enum(["compaction", "compaction_summary"]),
  encrypted_content: z.string(),
});

/** Every kind of item that has a meaning here. */
export const KnownItem = z.discriminatedUnion("type", [
  MessageItem,
  ReasoningItem,
  LocalShellCallItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  ToolSearchCallItem,
  ToolSearchOutputItem,
  WebSearchCallItem,
  ImageGenerationCallItem,
  GhostSnapshotItem,
  CompactionItem,
]);
export type MessageItem = z.infer<typeof MessageItem>;
export type ReasoningItem = z.infer<typeof ReasoningItem>;
export type LocalShellCallItem = z.infer<typeof LocalShellCallItem>;
export type ToolSearchCallItem = z.infer<typeof ToolSearchCallItem>;
export type ToolSearchOutputItem = z.infer<typeof ToolSearchOutputItem>;
export type WebSearchCallItem = z.infer<typeof WebSearchCallItem>;
export type ImageGenerationCallItem = z.infer<typeof ImageGenerationCallItem>;
export type CompactionItem = z.infer<typeof CompactionItem>;
export type KnownItem = z.infer<typeof KnownItem>;

/**
 * An item of a kind that has no form here, wrapped so that the union stays closed. It can be in a
 * foreign checkpoint's replacement list, which is taken over verbatim (docs/semantics.md §12.6). On
 * its own it enters the ledger if requests hold it as it was recorded (§15.8); any other such line is
 * kept as `foreign.kept`.
 */
export const OtherItem = z.looseObject({
  type: z.literal("other"),
  original: z.looseObject({ type: z.string() }),
});
export type OtherItem = z.infer<typeof OtherItem>;

/** One model-visible unit. Narrow by `type`. */
export const Item = z.discriminatedUnion("type", [...KnownItem.options, OtherItem]);
export type Item = z.infer<typeof Item>;

/** Whether a value is an item: cheaper than the schema, which can say what is wrong. */
export const isItem = checkOf(Item);

/**
 * Who an item comes from. `user`, and `agent` (another agent instructs this one), are the boundaries
 * of turns; content is never sniffed for it (docs/semantics.md §4.1). `runtime`: context,
 * summaries, hooks; `tool`: outputs; `model`: what the model made.
 */
export const Origin = z.enum(["user", "model", "tool", "agent", "runtime"]);
export type Origin = z.infer<typeof Origin>;

/** What bounding cut from an output, and where the original is (law 4). */
export const Bounded = z.looseObject({
  policy: TruncationPolicy,
  /** UTF-8 bytes of the original output: of the text, or of its JSON where it is a list. */
  originalBytes: ByteCount,
  /** Estimated tokens that went. */
  removedTokens: TokenCount,
  /** The blob that holds the original output: its text, or the JSON of its list. */
  original: BlobHash,
});
export type Bounded = z.infer<typeof Bounded>;

/** An item with what is known of it at recording. */
export const RecordedItem = z.looseObject({
  item: Item,
  origin: Origin,
  /** A tool call that failed (docs/semantics.md §6.5). */
  failed: z.boolean().optional(),
  /**
   * The item's size by docs/semantics.md §7.1, in bytes; recorded so that no reader counts again.
   */
  countedBytes: ByteCount,
  bounded: Bounded.optional(),
});
export type RecordedItem = z.infer<typeof RecordedItem>;

/** An entry of a checkpoint's replacement list. */
export const ReplacementItem = RecordedItem.extend({
  /** Where the item was recorded first; absent: it was made for this checkpoint. */
  source: ItemRef.optional(),
  /** True for the compaction's own summary (docs/semantics.md §11.9). */
  summary: z.boolean().optional(),
});
export type ReplacementItem = z.infer<typeof ReplacementItem>;

/** An item entered the ledger, bounded under the policy of its turn. Version 2. */
export const ItemRecorded = factSchema("item.recorded", RecordedItem.shape);
export type ItemRecorded = z.infer<typeof ItemRecorded>;
