import { z } from "zod";

/** A transcript's objects as they are there: read by nothing but JSON, for tests to count. */
const Block = z.looseObject({ type: z.string(), text: z.string().optional() });
const Count = z.number().default(0);
const Message = z.looseObject({
  id: z.string().optional(),
  content: z.union([z.string(), z.array(Block)]),
  usage: z
    .looseObject({
      input_tokens: Count,
      output_tokens: Count,
      cache_read_input_tokens: Count,
      cache_creation_input_tokens: Count,
    })
    .optional(),
});
const flag = z.boolean().optional();
const RawLine = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  uuid: z.string().optional(),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  isVisibleInTranscriptOnly: flag,
  isApiErrorMessage: flag,
  message: Message.optional(),
  attachment: z
    .looseObject({
      type: z.string(),
      commandMode: z.string().optional(),
      origin: z.looseObject({ kind: z.string() }).nullish(),
    })
    .optional(),
});
export type RawLine = z.infer<typeof RawLine>;

export function rawLines(bytes: Buffer): readonly RawLine[] {
  return bytes.toString("utf8").split("\n").flatMap(objectsOf);
}

/** The objects of a line, glued ones too. */
function objectsOf(line: string): RawLine[] {
  if (line.trim() === "") return [];
  const whole = parse(line);
  if (whole !== null) return [whole];
  for (const { index } of line.matchAll(/\}(?=\{"(?:type|parentUuid)")/g)) {
    const first = parse(line.slice(0, index + 1));
    if (first !== null) return [first, ...objectsOf(line.slice(index + 1))];
  }
  throw new TypeError("a line holds no objects");
}

function parse(text: string): RawLine | null {
  try {
    return RawLine.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
