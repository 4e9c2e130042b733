import * as modules from "node:module";
import { neutraliseText } from "../projections/display-text.js";
import type { Times } from "../projections/figures.js";
import type { StaticPage } from "../projections/static-page.js";
import type { CutSpend } from "../projections/stats/spend-groups.js";
import { projectStatsPage } from "../projections/stats/stats-page.js";
import type { StatsReport } from "../projections/stats/stats-report.js";
import { readableBlob } from "../projections/transcript/image-url.js";
import { projectTranscriptPage } from "../projections/transcript/transcript-page.js";
import type { TranscriptLook } from "../projections/transcript/transcript-words.js";
import type { Transcript } from "../projections/transcript/transcript.js";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RefoldError } from "../errors.js";
import type { BlobReader, EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { encodeBase64 } from "../events/picture.js";
import { namedHashes } from "../events/named-hashes.js";
import type { SessionDamage } from "./session.js";

/** A transcript as one HTML page that needs nothing else: no script, no request. */
export function renderTranscriptHtml(transcript: Transcript, look: TranscriptLook = {}): string {
  return renderStaticPage(projectTranscriptPage(transcript, look));
}

/**
 * Statistics as one HTML page that needs nothing else: no script, no request.
 * @param times the zone in which days are meant: the report's own
 * @param cut what was spent by one cut, as the first table; null: there is none
 */
export function renderStatsHtml(
  report: StatsReport,
  times?: Times,
  cut: CutSpend | null = null,
): string {
  return renderStaticPage(projectStatsPage(report, times, cut));
}

/** One HTML page, drawn with the parts of `refold ui`: what a text brings stays a text. */
export function renderStaticPage(page: StaticPage): string {
  const head = documentHead({ title: page.title, style: partOfPage("static.css"), script: null });
  return `${head}${neutraliseText(drawing()(page))}\n</body>\n</html>\n`;
}

/** The parts are written for a browser, and so built apart from this: `src/ui/static/main.tsx`. */
function drawing(): Draw {
  const path = pathOfPart("static.cjs");
  // By the module's name: bundlers would look for what they cannot know.
  const built: unknown = modules.createRequire(path)(path);
  if (isBuilt(built)) return built.drawPage;
  throw partMissing(path);
}

type Draw = (page: StaticPage) => string;

function isBuilt(value: unknown): value is { readonly drawPage: Draw } {
  return typeof value === "object" && value !== null && "drawPage" in value;
}

interface DocumentHead {
  readonly title: string;
  readonly style: string;
  /** The one that it runs; null: none runs. */
  readonly script: string | null;
  /** Of the tool that writes. */
  readonly version?: string;
}

/**
 * The beginning of a page that needs no other file, up to its body. Its policy allows its own style and script
 * by their hashes, and nothing else.
 */
function documentHead({ title, style, script, version }: DocumentHead): string {
  const policy = [
    "default-src 'none'",
    ...(script === null ? [] : [`script-src '${hashOf(script)}'`]),
    `style-src '${hashOf(style)}'`,
    ...["img-src data:", "base-uri 'none'", "form-action 'none'"],
  ].join("; ");
  const versionOf = version === undefined ? "" : ` data-version="${escaped(version)}"`;
  return `<!doctype html>
<html lang="en"${versionOf}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function escaped(text: string): string {
  return neutraliseText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A style or script of the page, to stand inside an element. */
function partOfPage(name: string): string {
  // An element's end inside of it would end it.
  return readFileSync(pathOfPart(name), "utf8")
    .replaceAll(/<\/(script|style)/gi, "<\\/$1")
    .trim();
}

/**
 * What stands in the page's own folder, beside the built command; from the sources, in `dist/`.
 * @throws {RefoldError} `file-not-found`
 */
function pathOfPart(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const paths = [join(here, "ui", name), join(here, "../../dist/ui", name)];
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw partMissing(paths[0] ?? name);
}

/** It is not there, or of another version. */
function partMissing(path: string): RefoldError<"file-not-found"> {
  const message = `a part of the page is missing: ${path}`;
  const remedy = "Install refold again, or build it: npm run build";
  return new RefoldError("file-not-found", { path }, { message, remedy });
}

export interface StandalonePage {
  readonly source: EventSource;
  readonly blobs: BlobReader;
  /** Places that the reading of `source` came upon. */
  readonly damage: () => readonly SessionDamage[];
  readonly title: string;
  /** False: payloads that nobody can look through (pictures, sealed reasoning) are left out. */
  readonly hasPayloads: boolean;
  /** Of the tool that writes. */
  readonly version: string;
}

/**
 * The views of `refold ui` for one thread, as one file that needs no server and no network: it holds the
 * thread's events, each once, the originals that they name, and the places that are damaged. Nothing in them can act: they are
 * JSON in elements that no browser runs, and the policy of the page allows its own script alone.
 */
export async function* standalonePage(page: StandalonePage): AsyncGenerator<Uint8Array> {
  const { source, blobs, damage, title, hasPayloads, version } = page;
  const [script, style] = [partOfPage("standalone/app.js"), partOfPage("app.css")];
  yield Buffer.from(`${documentHead({ script, style, title, version })}${BODY}`);
  yield Buffer.from(`<script type="application/json" id="events">\n`);
  const hashes = new Set<string>();
  for await (const event of source.read()) {
    for (const hash of namedHashes(event, hasPayloads ? "all" : "texts")) hashes.add(hash);
    yield* lineOf(event, hasPayloads ? undefined : withoutPayload);
  }
  yield Buffer.from(`</script>\n<script type="application/json" id="blobs">\n`);
  for (const hash of hashes) {
    const bytes = await readableBlob(blobs, hash); // where it is asked for, the page says so
    if (bytes !== null) yield* lineOf([hash, encodeBase64(bytes)]);
  }
  yield Buffer.from(`</script>\n<script type="application/json" id="damage">\n`);
  for (const place of damage()) yield* lineOf(place);
  yield Buffer.from(`</script>\n<script>${script}</script>\n</body>\n</html>\n`);
}

const BODY = `<noscript>This page needs JavaScript. refold transcript --format html writes one that needs none.</noscript>
<div id="app"></div>
`;

/** A text of this many UTF-16 units is encoded at a time: of a large one no second copy is made. */
const PART_LENGTH = 1024 * 1024;

function* lineOf(...[value, replacer]: Parameters<typeof embeddedJson>): Generator<Uint8Array> {
  const text = embeddedJson(value, replacer);
  let at = 0;
  while (text.length - at > PART_LENGTH) {
    const next = at + PART_LENGTH;
    // The two units of one character stay together.
    const end = (text.codePointAt(next - 1) ?? 0) > 0xffff ? next + 1 : next;
    yield Buffer.from(text.slice(at, end));
    at = end;
  }
  yield Buffer.from(`${text.slice(at)}\n`);
}

/** JSON that parses to the same value, and in which nothing can end or open an element. */
function embeddedJson(
  value: LogEvent | readonly string[] | SessionDamage,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  return JSON.stringify(value, replacer).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function withoutPayload(name: string, value: unknown): unknown {
  if (name === "encrypted_content" && typeof value === "string") return null;
  const isPicture = typeof value === "string" && /^data:[\w/+.-]*;base64,./.test(value);
  return isPicture ? "data:," : value;
}
