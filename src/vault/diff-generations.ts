import { createHash } from "node:crypto";
import { isJsonObject, parseJson } from "../events/json.js";
import { lineTypeOf } from "../dialects/shared/json.js";
import { LineSplitter } from "../dialects/shared/line-splitter.js";
import { openUnpacked } from "../dialects/shared/compression.js";
import { alignLists } from "../projections/align-lists.js";
import type { FoundKept } from "./find-kept.js";
import { keptBytes } from "./kept-session.js";
import type { Vault } from "./vault.js";

/** A line that only one of two generations has at its place. */
export interface ChangedLine {
  readonly kind: "removed" | "added";
  /** 1-based, and where it begins, in bytes of the unpacked content. */
  readonly line: number;
  readonly byte: number;
  /** With its line feed. */
  readonly bytes: number;
  /** What the tool calls such a line; null: it is no JSON object. */
  readonly type: string | null;
  /** How it begins. */
  readonly text: string;
}

export interface GenerationDiff {
  /** Lines that both begin with, and that both end with beside these. */
  readonly sameFirst: number;
  readonly sameLast: number;
  readonly removed: number;
  readonly added: number;
  readonly changes: readonly ChangedLine[];
}

/** What is held of a line until it is known whether it is shown. */
interface HeldLine {
  readonly hash: string;
  readonly byte: number;
  readonly bytes: number;
  readonly start: Buffer;
}

/** So far ahead it is searched for where two contents meet again. */
const REACH = 200;
const HELD_BYTES = 2_000;

/**
 * Which lines differ between two generations of a session, or of any file of lines.
 * @param limit so many changed lines at most are given; all are counted
 */
export async function diffGenerations(
  vault: Vault,
  one: FoundKept,
  other: FoundKept,
  limit: number,
): Promise<GenerationDiff> {
  const [before, after] = [await linesOf(vault, one), await linesOf(vault, other)];
  const sameFirst = commonCount(before, after, (lines, index) => lines[index]);
  const rest = [before.slice(sameFirst), after.slice(sameFirst)] as const;
  const sameLast = commonCount(...rest, (lines, index) => lines.at(-1 - index));
  const [old, now] = rest.map((lines) => lines.slice(0, lines.length - sameLast));
  const changes: ChangedLine[] = [];
  let [removed, added] = [0, 0];
  const take = (kind: ChangedLine["kind"], line: HeldLine | undefined, index: number): void => {
    if (line === undefined) return;
    if (changes.length < limit) changes.push(changedLine(kind, line, sameFirst + index + 1));
  };
  const isSame = (a: HeldLine, b: HeldLine): boolean => a.hash === b.hash;
  for (const place of alignLists(old ?? [], now ?? [], { isSame, reach: REACH })) {
    if (place.isSame) continue;
    if (place.one !== null) {
      removed += 1;
      take("removed", old?.[place.one], place.one);
    }
    if (place.other !== null) {
      added += 1;
      take("added", now?.[place.other], place.other);
    }
  }
  return { sameFirst, sameLast, removed, added, changes };
}

async function linesOf(vault: Vault, found: FoundKept): Promise<readonly HeldLine[]> {
  const { content } = await openUnpacked(keptBytes(vault, found));
  const splitter = new LineSplitter();
  const lines: HeldLine[] = [];
  let sum = createHash("sha256");
  const take = (parts: ReturnType<LineSplitter["push"]>): void => {
    for (const { bytes, start, lineStart, extent } of parts) {
      sum.update(bytes);
      if (extent === "part") continue;
      const hash = sum.digest("base64");
      sum = createHash("sha256");
      const length = start + bytes.length - lineStart;
      lines.push({
        hash,
        byte: lineStart,
        bytes: length,
        start: Buffer.from(bytes.subarray(0, HELD_BYTES)),
      });
    }
  };
  for await (const chunk of content.stream()) take(splitter.push(chunk));
  take(splitter.end());
  return lines;
}

function commonCount(
  one: readonly HeldLine[],
  other: readonly HeldLine[],
  at: (lines: readonly HeldLine[], index: number) => HeldLine | undefined,
): number {
  const most = Math.min(one.length, other.length);
  for (let index = 0; index < most; index += 1) {
    if (at(one, index)?.hash !== at(other, index)?.hash) return index;
  }
  return most;
}

function changedLine(kind: ChangedLine["kind"], held: HeldLine, line: number): ChangedLine {
  const { byte, bytes, start } = held;
  const text = start.toString("utf8").trimEnd();
  return { kind, line, byte, bytes, type: typeOf(text, bytes > start.length), text };
}

const TYPE = /^\{(?:"timestamp":"[^"]*",)?"type":"([\w.-]+)"(?:,"payload":\{"type":"([\w.-]+)")?/;

/** Of a line that was cut, as far as it begins in the usual way. */
function typeOf(text: string, isCut: boolean): string | null {
  if (isCut) {
    const [, type, kind] = TYPE.exec(text) ?? [];
    return [type, kind].filter((name) => name !== undefined).join(".") || null;
  }
  const parsed = parseJson(text);
  return isJsonObject(parsed) ? lineTypeOf(parsed) : null;
}
