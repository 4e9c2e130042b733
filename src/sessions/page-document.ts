import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RefoldError } from "../errors.js";
import { neutraliseText } from "../projections/display-text.js";

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
export function documentHead({ title, style, script, version }: DocumentHead): string {
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
export function partOfPage(name: string): string {
  // An element's end inside of it would end it.
  return readFileSync(pathOfPart(name), "utf8")
    .replaceAll(/<\/(script|style)/gi, "<\\/$1")
    .trim();
}

/**
 * What stands in the page's own folder, beside the built command; from the sources, in `dist/`.
 * @throws {RefoldError} `file-not-found`
 */
export function pathOfPart(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const paths = [join(here, "ui", name), join(here, "../../dist/ui", name)];
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw partMissing(paths[0] ?? name);
}

/** It is not there, or of another version. */
export function partMissing(path: string): RefoldError<"file-not-found"> {
  const message = `a part of the page is missing: ${path}`;
  const remedy = "Install refold again, or build it: npm run build";
  return new RefoldError("file-not-found", { path }, { message, remedy });
}
