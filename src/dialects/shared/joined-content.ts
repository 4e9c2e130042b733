import { contentChanged } from "../errors.js";
import type { ByteSource, ContentPart } from "./byte-source.js";
import type { Place } from "./object-reader.js";

/** The first bytes of a content, up to a line's end; null: all of it, however it grows. */
export interface PartOfContent extends Pick<ContentPart, "isOwn" | "historyEnd"> {
  readonly content: ByteSource;
  readonly endByte: number | null;
}

interface PlacedPart extends ContentPart {
  readonly content: ByteSource;
  /** In the joined content. */
  readonly end: number;
}

/** One content of the beginnings of several; it bears the name of the last, which alone may grow. */
export function joinContents(given: readonly PartOfContent[]): ByteSource {
  const parts: PlacedPart[] = [];
  for (const { content, endByte, ...part } of given) {
    const start = parts.at(-1)?.end ?? 0;
    const end = endByte === null ? Infinity : start + endByte;
    parts.push({ ...part, name: content.name, content, start, end });
  }
  const last = parts.at(-1)?.content;
  return {
    ...last,
    name: last?.name ?? "",
    parts,
    stream: (start = 0) => streamOf(parts, start),
    slice: async (start, end) => {
      const slices: Uint8Array[] = [];
      for (const part of parts.filter((one) => one.start < end && one.end > start)) {
        const from = Math.max(start, part.start) - part.start;
        slices.push(await part.content.slice(from, Math.min(end, part.end) - part.start));
      }
      return Buffer.concat(slices);
    },
  };
}

/** The bytes before a part that its history consists of, oldest first. */
export function historyBefore(parts: readonly ContentPart[], index: number): readonly Place[] {
  const part = parts[index];
  const end = part?.historyEnd ?? part?.start ?? 0;
  const newest = parts.findLastIndex(({ start }) => start < end);
  if (newest < 0) return [];
  return [...historyBefore(parts, newest), { start: parts[newest]?.start ?? 0, end }];
}

async function* streamOf(parts: readonly PlacedPart[], from: number): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part.end <= from) continue;
    let at = Math.max(from, part.start);
    for await (const chunk of part.content.stream(at - part.start)) {
      const bytes = chunk.subarray(0, part.end - at);
      at += bytes.length;
      yield bytes;
      if (at === part.end) break;
    }
    if (part.end !== Infinity && at < part.end) throw contentChanged(part.name, at - part.start);
  }
}
