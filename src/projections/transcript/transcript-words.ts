import { utf8Bytes } from "../../events/bytes.js";
import { type CallArguments, readCallArguments, readOutput } from "../item-words.js";
import { neutraliseLine } from "../display-text.js";
import {
  byteFigure,
  counted,
  figure,
  moneyFigure,
  spanFigure,
  type Times,
  utcTimes,
} from "../figures.js";
import { FirstWords } from "../title.js";
import type { Transcript, TranscriptEntry, TranscriptTurn } from "./transcript.js";

/** How a transcript is shown. */
export interface TranscriptLook {
  /** Default: in UTC. */
  readonly times?: Times;
  /** Places at which the session was damaged; absent: unknown. */
  readonly damagedPlaces?: number;
}

/** The words above a thread, a turn and an entry, not yet escaped for any format. */

/** Its title, else how its user began. */
export function threadHeading({ turns, ...names }: Transcript): string {
  return headingOf(names, openingOf(turns.flatMap(({ entries }) => entries)));
}

/** @param opening what its user said first; null: nothing */
export function headingOf(
  { title, threadId }: Pick<Transcript, "title" | "threadId">,
  opening: string | null,
): string {
  const named = title ?? (opening === null ? null : firstWords(opening));
  return named ?? `Thread ${threadId ?? "without an id"}`;
}

function openingOf(entries: readonly TranscriptEntry[]): string | null {
  const words = new FirstWords();
  for (const entry of entries) {
    if (isInstructing(entry)) words.take(entry.text);
    if (words.isFound) break;
  }
  return words.title;
}

/** Said by who begins a turn: its words may name the thread. */
export function isInstructing({ speaker }: Pick<TranscriptEntry, "speaker">): boolean {
  return speaker === "user" || speaker === "agent";
}

/** Where, when, with what and at what price, in the order in which they are shown. */
export function headFields(
  transcript: Transcript,
  { times = utcTimes, damagedPlaces }: TranscriptLook,
): readonly (readonly [name: string, words: string])[] {
  const { threadId, models, cwd, turns, compactions, rollbacks } = transcript;
  const numbered = turns.filter(({ number }) => number !== null).length;
  const damage = damagedPlaces === undefined ? [] : [counted(damagedPlaces, "damaged place")];
  const fields: readonly (readonly [string, string | null])[] = [
    ["thread", threadId],
    ["model", models.length === 0 ? null : models.join(", ")],
    ["folder", cwd],
    ["time", spanFigure(transcript, times)],
    ["turns", figure(numbered)],
    ["tokens", tokenWords(transcript)],
    ["cost", costWords(transcript)],
    [
      "history",
      [counted(compactions, "compaction"), counted(rollbacks, "rollback"), ...damage].join(", "),
    ],
  ];
  return fields.flatMap(([name, words]) => (words === null || words === "" ? [] : [[name, words]]));
}

/** A price that is unknown is never nothing. */
function costWords({ spent }: Transcript): string {
  const { requests, usage, cost, unpriced, partialOutputs } = spent;
  if (usage === null || (unpriced > 0 && unpriced >= requests)) return "unknown";
  const rest = unpriced === 0 ? "" : ` and the unknown of ${counted(unpriced, "request")}`;
  const partial = counted(partialOutputs, "request");
  const more = partialOutputs === 0 ? "" : `, ${partial} with more output than was recorded`;
  return `${moneyFigure(cost)}${rest}${more}`;
}

function tokenWords({ spent: { requests, usage } }: Transcript): string {
  if (usage === null) return "none reported";
  const { input, cachedInput, output, reasoning } = usage;
  return [
    `${figure(input)} in (${figure(cachedInput)} cached)`,
    `${figure(output)} out (${figure(reasoning)} reasoning)`,
    `in ${counted(requests, "request")}`,
  ].join(", ");
}

export function turnName({ number }: TranscriptTurn, index: number): string {
  if (number !== null) return `Turn ${number}`;
  return index === 0 ? "Before a user spoke" : "Without a user";
}

export function turnFacts(
  turn: TranscriptTurn,
  { times = utcTimes }: TranscriptLook,
): readonly string[] {
  const { model, startedAt, tokens, end } = turn;
  const facts = [model, times.time(startedAt), `about ${counted(tokens, "token")}`, end];
  return facts.filter((fact) => fact !== null);
}

/** An anchor for a turn: its number, where it has one. */
export function turnAnchor({ number }: TranscriptTurn, index: number): string {
  return number === null ? `part-${index}` : `turn-${number}`;
}

/** What a list of contents says of a turn: how its user began. */
export function turnOpening({ entries }: TranscriptTurn): string {
  return firstWords(openingOf(entries) ?? "");
}

export function entryHeading(entry: TranscriptEntry): string {
  const { offset, speaker, name, failed, cutTokens } = entry;
  const words = [
    speaker === "note" || name === null ? speaker : `${speaker} ${name}`,
    ...(failed ? ["failed"] : []),
    ...(cutTokens > 0 ? [cutWords(cutTokens)] : []),
  ];
  return `[${offset}] ${words.join(", ")}`;
}

function cutWords(cutTokens: number): string {
  return `${counted(cutTokens, "token")} cut`;
}

/** An entry, and what a tool returned for it. */
export interface TranscriptBlock {
  readonly entry: TranscriptEntry;
  readonly outputs: readonly TranscriptEntry[];
}

/** The entries of a turn, each output with its call; outputs of other turns' calls are on their own. */
export function blocksOf({ entries }: TranscriptTurn): readonly TranscriptBlock[] {
  const blocks: { readonly entry: TranscriptEntry; readonly outputs: TranscriptEntry[] }[] = [];
  const calls = new Map<string, TranscriptEntry[]>();
  for (const entry of entries) {
    const { speaker, callId } = entry;
    const open = speaker === "output" && callId !== null ? calls.get(callId) : undefined;
    if (open !== undefined) {
      open.push(entry);
      continue;
    }
    const outputs: TranscriptEntry[] = [];
    blocks.push({ entry, outputs });
    if (speaker === "call" && callId !== null) calls.set(callId, outputs);
  }
  return blocks;
}

/** A tool's call and what came back, as people read them. */
export interface CallLook {
  /** What it was called with, on one line. */
  readonly words: string;
  readonly args: CallArguments;
  /** Sizes, how it ended, what was cut. */
  readonly facts: readonly string[];
  readonly failed: boolean;
}

export function callLook({ entry, outputs }: TranscriptBlock): CallLook {
  const args = readCallArguments(entry.text);
  const path = args.others.find(([name]) => /path$/i.test(name));
  const listed = args.others.map(([name, value]) => `${name}: ${value.slice(0, WORDS)}`).join(", ");
  return {
    words: firstWords(args.command ?? path?.[1] ?? listed),
    args,
    facts: [
      `${byteFigure(utf8Bytes(entry.text))} in`,
      ...outputs.flatMap((output) => outputFacts(output, " out")),
    ],
    failed: [entry, ...outputs].some(({ failed }) => failed),
  };
}

/** @param suffix after the size */
function outputFacts({ text, images, cutTokens }: TranscriptEntry, suffix = ""): string[] {
  const { exitCode } = readOutput(text);
  return [
    `${byteFigure(utf8Bytes(text))}${suffix}`,
    ...(images.length > 0 ? [counted(images.length, "image")] : []),
    ...(cutTokens > 0 ? [cutWords(cutTokens)] : []),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
  ];
}

const WORDS = 140;

/** How a text begins, on one line. */
export function firstWords(text: string): string {
  const line = neutraliseLine(text.slice(0, WORDS * 4));
  return line.length > WORDS ? `${line.slice(0, WORDS - 1).trimEnd()}…` : line;
}
