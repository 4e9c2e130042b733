import { invalidArgument } from "../../errors.js";
import { readFile } from "node:fs/promises";
import { Option } from "commander";
import { DIALECTS } from "../../dialects/dialects.js";
import { fileBytes } from "../../sessions/file-bytes.js";
import { SECRET_KINDS } from "../../projections/redaction/secret-rules.js";
import { homeText } from "../../store/jsonl/home.js";
import {
  type Exportable,
  type ExportedParts,
  type ExportedTranscript,
  isTranscriptFormat,
  pageParts,
  threadParts,
  TRANSCRIPT_FORMATS,
  transcriptParts,
  withRedacted,
} from "../../sessions/exported-thread.js";
import { readTranscript } from "./transcript.js";
import type { Session } from "../../sessions/session.js";
import { writeFile, writeOut } from "../export/write-file.js";
import { refuseDamage } from "../session-reading.js";
import { pathOption } from "../options.js";
import { byteFigure, counted, figure } from "../../projections/figures.js";
import { UTC_TIMES } from "../output/times.js";
import { declarePrices, loadPrices, type PricesOption } from "../prices.js";
import { declareSession, type ReadingOptions, withSession, type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { packageVersion } from "../package-version.js";
import { rolloutPlace } from "../../sessions/open-session.js";
import { namesFile } from "../../sessions/path-refused.js";
import { withTemporaryStore } from "../../sessions/temporary-store.js";
import { importOne } from "./import.js";
import { withThread } from "../store.js";

interface ExportOptions extends ReadingOptions, PricesOption {
  readonly format: string;
  readonly generation?: string;
  readonly modelProvider?: string;
  readonly output?: string;
  readonly force?: true;
  readonly redact?: true;
  readonly redactPattern?: readonly string[];
  /** A file with a pattern a line; blank lines, and those that begin with #, are none. */
  readonly redactPatterns?: string;
}

/** `refold export`: a thread as a file to read, to pass on, or for another tool. */
export const declareExport: DeclareCommand = (command, shell) => {
  const formats = [...TRANSCRIPT_FORMATS, ...DIALECTS.keys(), "bundle"];
  const format = new Option("--format <name>", "what it is written as").choices(formats);
  declarePrices(declareSession(command))
    .addOption(format.makeOptionMandatory())
    .option("-o, --output <file>", "write to this file (mode 0600), not to stdout", pathOption)
    .option(
      "--generation <id>",
      "of a thread imported from several files, the one whose name ends so",
    )
    .option(
      "--model-provider <name>",
      "for codex: the provider that its first line names; default: Codex's own, openai, or none",
    )
    .option("--force", "overwrite the file if it exists")
    .option("--redact", "replace secrets: tokens, passwords, e-mail addresses, home paths")
    .option(
      "--redact-pattern <regex>",
      "redact what this matches too (RE2's syntax; may be said again)",
      (pattern: string, before: readonly string[] | undefined) => [...(before ?? []), pattern],
    )
    .option("--redact-patterns <file>", "also redact what its patterns match", pathOption)
    .option(...UTC_TIMES)
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ExportOptions) => exportSession(text, options, shell));
};

async function exportSession(text: string, options: ExportOptions, shell: Shell): Promise<void> {
  const { format } = options;
  const patterns = await redactionPatterns(options);
  refuseMisfit(options, shell);
  if (isTranscriptFormat(format) && patterns === null) {
    await withSession(text, { shell, ...options }, async (session) => {
      const parts = await sessionParts(session, { ...options, format }, shell);
      await write(parts, { ...options, text }, shell);
      refuseDamage(session, shell);
    });
    return;
  }
  await withExportable(text, { shell, ...options }, (thread) =>
    withRedacted(thread, patterns, async (redacted) => {
      const look = { times: shell.output.times };
      const prices = await loadPrices(options);
      const parts = await threadParts(format, redacted, {
        ...options,
        look,
        prices,
        version: packageVersion(),
      });
      await write(parts, { ...options, text }, shell);
      shell.messages.text(redactionLines(redacted, format));
    }),
  );
}

/** A session as people read it, around damage. */
async function sessionParts(
  session: Session,
  options: ExportOptions & { readonly format: ExportedTranscript },
  shell: Shell,
): Promise<ExportedParts> {
  const { format } = options;
  if (format === "html") {
    await loadPrices(options); // a file that cannot be read is refused for every format
    return pageParts({ ...session, hasPayloads: true }, { version: packageVersion() });
  }
  return transcriptParts(await readTranscript(session, { ...options, format }, shell), format);
}

/** @throws {RefoldError} `invalid-argument`: options that do not go together, or with a terminal */
function refuseMisfit({ format, output, modelProvider }: ExportOptions, { stdout }: Shell): void {
  if (modelProvider !== undefined && format !== "codex") {
    throw invalidArgument("--model-provider is for --format codex", "Leave the option out.");
  }
  if (format === "bundle" && output === undefined && stdout.isTTY === true) {
    throw invalidArgument("a bundle is no text for a terminal", "Name a file: -o FILE");
  }
}

async function write(
  { parts, notes }: ExportedParts,
  { output, force, home, text }: ExportOptions & { readonly text: string },
  shell: Shell,
): Promise<void> {
  if (output === undefined) {
    await writeOut(parts, shell);
  } else {
    const sizeBytes = await writeFile(parts, { path: output, force, home, source: text });
    shell.messages.text(`${byteFigure(sizeBytes)} written to ${output}`);
  }
  shell.messages.text(notes());
}

const EXAMPLE = `
md, html and json are transcripts (refold transcript). A bundle holds the thread, its ancestors
and their blobs, byte for byte: refold import takes it in anywhere, and commands that read open it
as it is. As a session of another tool, what was imported from one is written byte for byte as its
file was, and what such a file has no place for is listed on stderr.

With --redact secrets are replaced by placeholders, and what was replaced is listed on stderr;
patterns mean --redact too.

Example:
  $ refold export 01K6ZQ --format html --redact -o thread.html
  $ refold export 01K6ZQ --format bundle -o thread.refold
  $ refold export 01K6ZQ --format codex -o rollout.jsonl`;

const SHOWN_OFFSETS = 8;

/** What was replaced: by what, how often, where; never the secret. None: nothing was asked for. */
function redactionLines({ redaction }: Exportable, format: string): readonly string[] {
  if (redaction === undefined) return [];
  const { findings, payloads, threadId } = redaction;
  const isFound = findings.length > 0;
  const fate = isTranscriptFormat(format) ? "left out" : "left as they are";
  const left = `${fate}: ${counted(payloads, "payload")} (images, sealed reasoning)`;
  return [
    isFound ? "redacted, each place by the same name:" : "redacted: nothing was found",
    ...findings.map(({ placeholder, count, offsets }) => {
      const shown = offsets.slice(0, SHOWN_OFFSETS).map((offset) => `#${offset}`);
      const rest = offsets.length - shown.length;
      if (rest > 0) shown.push(`${figure(rest)} more`);
      return `  ${placeholder}  ${counted(count, "time")}: ${shown.join(", ")}`;
    }),
    ...(payloads === 0 ? [] : [left]),
    LIMITS,
    `the copy is thread ${threadId}`,
  ];
}

const LIMITS = [
  `looked for: ${SECRET_KINDS.join(", ")} (docs/redaction.md);`,
  "no rules know every secret: read the file before you share it",
].join(" ");

/** @returns the caller's own patterns; null: nothing is to be redacted */
async function redactionPatterns(options: ExportOptions): Promise<readonly string[] | null> {
  const { redact, redactPattern = [], redactPatterns: file } = options;
  if (redact === undefined && redactPattern.length === 0 && file === undefined) return null;
  return [...redactPattern, ...(file === undefined ? [] : await patternsIn(file))];
}

async function patternsIn(file: string): Promise<readonly string[]> {
  await fileBytes(file); // what cannot be read is refused in our words
  const text = await readFile(file, "utf8");
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/**
 * What FILE|THREAD names, as a thread of a store. A file that is in no store is taken into one that
 * goes when the work is done: the user's own is only read.
 */
export async function withExportable<Result>(
  text: string,
  { shell, home: asked }: HomeOption & { readonly shell: Shell },
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const place = namesFile(text) ? rolloutPlace(text) : { home: homeText(asked), threadId: text };
  if (place !== null) {
    const { home } = place;
    return withThread(place.threadId, { home }, (store, threadId) =>
      work({ store, home, threadId }),
    );
  }
  return withTemporaryStore(async (store) => {
    const { home } = store;
    const results = await importOne(text, { store, home, shell, reach: "file" });
    return await work({ store, home, threadId: results.at(-1)?.threadId ?? "" });
  });
}
