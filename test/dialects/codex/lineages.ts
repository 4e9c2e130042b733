import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { ByteSource } from "../../../src/dialects/shared/byte-source.js";
import type { CodexLine } from "../../../src/testing/arbitraries/codex-rollout.js";
import { memoryBytes } from "../shared/memory-bytes.js";
import { answer, compacted, completed, context, event, line, started, user } from "./lines.js";

/** What Codex does to a thread of a home; numbers pick a thread and a line. */
export type Act =
  | { readonly kind: "turn" | "compact"; readonly thread: number }
  | { readonly kind: "fork" | "revert"; readonly thread: number; readonly cut: number };

const thread = fc.nat(5);
export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("turn" as const), thread }) },
    fc.record({ kind: fc.constant("compact" as const), thread }),
    fc.record({ kind: fc.constantFrom("fork" as const, "revert" as const), thread, cut: fc.nat() }),
  ),
  { maxLength: 14 },
);

interface PlacedLine {
  readonly file: number;
  readonly line: CodexLine;
}

/** A thread as one knows it who was there: all lines that count, whichever file they are in. */
interface Thread {
  readonly id: string;
  readonly parent: string | null;
  /** Files of its generations, the newest last. */
  readonly files: number[];
  history: PlacedLine[];
}

interface RolloutFile {
  readonly id: string;
  readonly name: string;
  readonly thread: Thread;
  readonly lines: CodexLine[];
}

const START_MS = Date.parse("2026-03-01T10:00:00.000Z");

/** A Codex home of today, in memory. */
export class PaginatedHome {
  readonly threads: Thread[] = [];
  readonly files: RolloutFile[] = [];
  #ids = 0;
  #turns = 0;
  #lines = 0;

  constructor(acts: readonly Act[]) {
    this.#open(null, []);
    for (const act of acts) this.#do(act);
  }

  #do(act: Act): void {
    const thread = this.threads[act.thread % this.threads.length];
    if (thread === undefined) return;
    const cut = "cut" in act ? act.cut % (thread.history.length + 1) : 0;
    const kept = thread.history.slice(0, cut);
    if (act.kind === "turn") this.#turn(thread);
    else if (act.kind === "compact") this.#compact(thread);
    else if (act.kind === "fork") this.#open(thread.id, kept);
    else this.#begin(thread, this.#nextId(), kept);
  }

  #turn(thread: Thread): void {
    const name = `${++this.#turns}`;
    const said = [user(`ask ${name}`), answer(`say ${name}`)];
    for (const one of [
      started(name),
      context(name, "m"),
      ...said,
      spent(thread),
      completed(name),
    ]) {
      this.#write(thread, one);
    }
  }

  #compact(thread: Thread): void {
    const name = `${++this.#turns}`;
    this.#write(thread, started(name));
    this.#write(thread, compacted("In short.", user(`ask ${name}`)));
    this.#write(thread, completed(name));
  }

  #open(parent: string | null, kept: PlacedLine[]): void {
    const thread: Thread = { id: this.#nextId(), parent, files: [], history: [] };
    this.threads.push(thread);
    this.#begin(thread, thread.id, kept);
  }

  #begin(thread: Thread, id: string, kept: PlacedLine[]): void {
    const generation = id === thread.id ? "" : `_${id}`;
    const name = `rollout-2026-03-01T10-00-00-${thread.id}${generation}.jsonl`;
    this.files.push({ id, name, thread, lines: [] });
    thread.files.push(this.files.length - 1);
    thread.history = kept;
    this.#write(thread, line("session_meta", { id: thread.id, ...this.#references(thread, kept) }));
  }

  #references({ parent }: Thread, kept: readonly PlacedLine[]) {
    const last = kept.at(-1);
    const end_ordinal_exclusive = kept.length;
    const fork = { forked_from_id: parent, forked_from_ordinal_exclusive: end_ordinal_exclusive };
    const base = last && this.files[last.file];
    const end = last && base ? base.lines.indexOf(last.line) + 1 : 0;
    const end_byte_offset = encode(base?.lines.slice(0, end) ?? []).length;
    return {
      ...(parent !== null && fork),
      history_mode: "paginated",
      ...(base && {
        history_base: { thread_id: base.id, end_ordinal_exclusive, end_byte_offset },
      }),
    };
  }

  #write(thread: Thread, one: CodexLine): void {
    const file = thread.files.at(-1) ?? 0;
    const timestamp = new Date(START_MS + 10 * ++this.#lines).toISOString();
    const numbered = { ...one, timestamp, ordinal: thread.history.length };
    this.files[file]?.lines.push(numbered);
    thread.history.push({ file, line: numbered });
  }

  #nextId(): string {
    return `019c0000-0000-7000-8000-${String(++this.#ids).padStart(12, "0")}`;
  }

  contents(): Map<string, Buffer> {
    return new Map(this.files.map(({ name, lines }) => [name, encode(lines)]));
  }

  /** The same with one file cut within it. @param pick and at: which, and after which byte */
  cutContents(
    pick: number,
    at: number,
  ): { readonly contents: Map<string, Buffer>; readonly cutFile: string } {
    const contents = this.contents();
    const cutFile = this.files[pick % this.files.length]?.name ?? "";
    const whole = contents.get(cutFile) ?? Buffer.alloc(0);
    contents.set(cutFile, whole.subarray(0, at % whole.length));
    return { contents, cutFile };
  }

  /** The file that a thread's newest lines are in. */
  currentFile({ files }: Thread): string {
    return this.files[files.at(-1) ?? 0]?.name ?? "";
  }
}

function encode(lines: readonly CodexLine[]): Buffer {
  return Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** A report of ten more tokens than the history has. */
function spent({ history }: Thread): CodexLine {
  const reports = history.filter(({ line: { payload } }) => payload.type === "token_count").length;
  const tokens = (total: number) => ({
    input_tokens: total,
    output_tokens: 0,
    total_tokens: total,
  });
  const info = { total_token_usage: tokens(10 * reports + 10), last_token_usage: tokens(10) };
  return event("token_count", { info });
}

/** What the messages of a history say; a compaction leaves its own. */
export function textsIn(history: readonly PlacedLine[]): string[] {
  let texts: string[] = [];
  for (const { line: one } of history) {
    if (one.type === "compacted") texts = [];
    if (one.type !== "compacted" && one.type !== "response_item") continue;
    texts.push(/(?:ask|say) \d+/.exec(JSON.stringify(one.payload))?.[0] ?? "");
  }
  return texts;
}

/** A file among others in memory. @param packed files that are compressed, by name */
export function memoryFile(
  contents: ReadonlyMap<string, Uint8Array>,
  name: string,
  packed: (name: string) => boolean = () => false,
): ByteSource {
  const bytes = contents.get(name) ?? Buffer.alloc(0);
  return {
    ...memoryBytes(packed(name) ? gzipSync(bytes) : bytes, 97),
    name,
    find: async (id) => {
      const found = [...contents.keys()].find((one) => one.endsWith(`${id}.jsonl`));
      return found === undefined ? null : memoryFile(contents, found, packed);
    },
    findAll: async (id) => {
      const found = [...contents.keys()].filter((one) => one.includes(`-${id}`));
      return found.map((one) => memoryFile(contents, one, packed));
    },
  };
}
