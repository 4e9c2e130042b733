import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { Writable } from "node:stream";
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { type FrozenClock, freezeClock } from "./frozen-clock.js";

/** What a command did. Texts are normalised. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  /** The command with its output, as it goes into a case. */
  readonly text: string;
}

/** A folder of its own with copies of the inputs, where commands run as if the time stood still. */
export interface Sandbox {
  /** Runs a case's commands one by one, if the case is wanted. */
  readonly look: (name: string, ...commands: readonly (readonly string[])[]) => Promise<void>;
  /** Runs commands that may change something, in any case; gives back what the last one did. */
  readonly step: (
    name: string,
    words: readonly string[],
    ...more: readonly (readonly string[])[]
  ) => Promise<Ran>;
  /** Runs a command whose output is no case. */
  readonly run: (words: readonly string[]) => Promise<Ran>;
  /** Takes files as a case: names and contents. */
  readonly files: (name: string, folder: string) => void;
  /** Copies a file or folder of the repository, or of the recorded sessions, to the same place here. */
  readonly copy: (path: string, target?: string) => void;
  readonly wait: (hours: number) => void;
  readonly close: () => void;
}

const ROOT = process.cwd();
const COPIED_AT_SECONDS = Date.UTC(2026, 5, 1) / 1000;
const COMMAND_MS = 60_000;

let clock: FrozenClock | undefined;

export async function openSandbox(receiver: {
  readonly take: (name: string, text: string) => void;
  readonly isWanted: (name: string) => boolean;
}): Promise<Sandbox> {
  const { take, isWanted } = receiver;
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "refold-goldens-")));
  // Tables show the ends of paths: what was drawn for the outer name is not among it.
  const folder = join(outer, "a-folder-whose-name-fills-a-column-of-a-table");
  mkdirSync(folder);
  clock ??= freezeClock();
  clock.restart();
  const time = clock;
  // Loaded with the clock frozen: a module may keep what it finds.
  const { runProgram } = await import("../../src/cli/program.js");
  const openedMs = time.realNow();
  // Each case counts the ids that were drawn anew, so that cases do not depend on each other.
  const normaliserOfCase = (): Normalise =>
    normaliser({ folder, outer, isDrawnAt: time.isFrozenTime });
  process.env["HOME"] = folder;
  process.env["REFOLD_HOME"] = join(folder, "home");
  process.chdir(folder);

  const run = async (words: readonly string[], normalise = normaliserOfCase()): Promise<Ran> => {
    time.advance(COMMAND_MS);
    const [stdout, stderr] = [gathered(), gathered()];
    const code = await runProgram(words, { stdout: stdout.stream, stderr: stderr.stream });
    ageFiles(folder, { sinceMs: openedMs, nowMs: time.now() });
    const derivesIds = words[0] === "export";
    const err = readable(stderr.bytes());
    const text = [
      `$ refold ${words.map(quoted).join(" ")}\nexit ${code}\n`,
      err === "" ? "" : `--- stderr\n${err}`,
      `--- stdout\n${readable(stdout.bytes())}\n`,
    ].join("");
    const out = stdout.bytes().toString("utf8");
    return { code, stdout: out, text: normalise(text, { derivesIds }) };
  };
  const runAll = async (commands: readonly (readonly string[])[]): Promise<readonly Ran[]> => {
    const normalise = normaliserOfCase();
    const all: Ran[] = [];
    for (const words of commands) all.push(await run(words, normalise));
    return all;
  };

  return {
    run: (words) => run(words),
    look: async (name, ...commands) => {
      if (isWanted(name)) take(name, textOf(await runAll(commands)));
      else time.advance(COMMAND_MS * commands.length);
    },
    step: async (name, words, ...more) => {
      const all = await runAll([words, ...more]);
      take(name, textOf(all));
      return all.at(-1) ?? { code: 0, stdout: "", text: "" };
    },
    files: (name, path) => {
      const normalise = normaliserOfCase();
      const texts = filesBelow(path).map((file) => {
        const status = statSync(file);
        const mode = (status.mode & 0o777).toString(8);
        return normalise(`=== ${file} ${mode}\n${readable(readFileSync(file))}\n`);
      });
      take(name, texts.join(""));
    },
    copy: (path, target = path) => {
      const source = resolve(ROOT, path);
      for (const file of statSync(source).isDirectory() ? filesBelow(source) : [source]) {
        const copy = join(folder, target.replace(/^(\.\.\/)+/, ""), relative(source, file));
        mkdirSync(dirname(copy), { recursive: true });
        copyFileSync(file, copy);
        chmodSync(copy, 0o644);
        utimesSync(copy, COPIED_AT_SECONDS, COPIED_AT_SECONDS);
      }
    },
    wait: (hours) => time.advance(hours * 3_600_000),
    close: () => {
      process.chdir(ROOT);
      rmSync(outer, { recursive: true, force: true });
    },
  };
}

function textOf(all: readonly Ran[]): string {
  return all.map(({ text }) => text).join("");
}

function gathered() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks) };
}

function quoted(word: string): string {
  return /^[\w./@:=,+-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Packed bytes are unpacked; other bytes that are no text stand as their hash. */
function readable(bytes: Buffer): string {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const isText = isUtf8(plain) && !plain.subarray(0, 1000).includes(0);
  if (isText) return withoutCode(plain.toString("utf8"));
  // The members of a bundle's archive are text.
  if (plain.subarray(257, 262).toString("latin1") === "ustar") return archiveText(plain);
  return `(${plain.length} bytes, ${createHash("sha256").update(plain).digest("hex")})`;
}

/**
 * A page without its own script and style, and their hashes: they are of the build, and in every page. Tests run
 * them in a browser.
 */
function withoutCode(text: string): string {
  if (!text.startsWith("<!doctype html>")) return text;
  return text
    .replaceAll(/'sha256-[^']+'/g, "'<HASH>'")
    .replaceAll(/(?<=<(style|script)>).*?(?=<\/\1>)/gs, "<CODE>");
}

/** Checksums and hashes are left out: they cover ids that were drawn. */
function archiveText(plain: Buffer): string {
  const blocks = Array.from({ length: Math.ceil(plain.length / 512) }, (_, i) => {
    const block = plain.subarray(i * 512, (i + 1) * 512).toString("latin1");
    return block.slice(257, 262) === "ustar"
      ? `${block.slice(0, 148)}${block.slice(156)}\n`
      : block;
  });
  return blocks
    .join("")
    .replaceAll("\0", "")
    .replaceAll(/[0-9a-f]{64}/g, "<HASH>");
}

/** The times of files are shown and compared: those that were written now get the frozen time. */
function ageFiles(
  folder: string,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): void {
  for (const file of filesBelow(join(folder, "home"))) {
    const { mtimeMs } = statSync(file);
    if (mtimeMs >= sinceMs - 5000 && mtimeMs < nowMs) utimesSync(file, nowMs / 1000, nowMs / 1000);
  }
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

type Normalise = (text: string, options?: { readonly derivesIds?: boolean }) => string;

const ULID = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/gi;
/** One that a table cut to its end: nothing in it says when it was drawn. */
const CUT_ULID = /…[0-9A-HJKMNP-TV-Z]{16,25}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** The ids of a pi session's entries. */
const SHORT_ID = /(?<="(?:\w+Id|id)":")[0-9a-f]{8}(?=")/g;

/** Replaces what differs between runs: the folder, and ids that were drawn, by order of appearance. */
function normaliser({
  folder,
  outer,
  isDrawnAt,
}: {
  readonly folder: string;
  readonly outer: string;
  readonly isDrawnAt: (ms: number) => boolean;
}): Normalise {
  const drawn = new Map<string, string>();
  const named = (id: string): string => {
    const name = drawn.get(id.toUpperCase()) ?? `<ID ${drawn.size + 1}>`;
    drawn.set(id.toUpperCase(), name);
    return name;
  };
  const withoutDrawn = (line: string): string => {
    const plain = line
      .replaceAll(ULID, (id) => (isDrawnAt(ulidTime(id)) ? named(id) : id))
      .replaceAll(UUID, (id) => (isDrawnAt(uuidTime(id)) ? named(id) : id));
    // A line's checksum covers the ids in it.
    return plain === line ? line : plain.replaceAll(/"(sum|prev)":"[0-9a-f]{8}"/g, '"$1":"<SUM>"');
  };
  return (text, { derivesIds = false } = {}) => {
    const before = text.replaceAll(folder, "<FOLDER>").replaceAll(outer, "<OUTER>");
    const plain = before.replaceAll(CUT_ULID, "…<ID>").split("\n").map(withoutDrawn).join("\n");
    if (!derivesIds || plain === before) return plain;
    // Other ids in an export of what was drawn may be derived from it.
    return plain.replaceAll(UUID, named).replaceAll(SHORT_ID, named);
  };
}

function uuidTime(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}

const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function ulidTime(id: string): number {
  const digits = Array.from(id.slice(0, 10).toUpperCase());
  return digits.reduce((time, digit) => time * 32 + ULID_DIGITS.indexOf(digit), 0);
}
