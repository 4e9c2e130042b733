import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { notFound, Refusal } from "./failures.js";

interface PageFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Beside the built command: dist/ui/. */
export const PAGE_FOLDER = fileURLToPath(new URL("./ui/", import.meta.url));

/** The files of the built page. Their names are listed once: a path that is none of them finds nothing. */
export class PageFiles {
  readonly #names: ReadonlySet<string>;
  readonly #files = new Map<string, PageFile>();

  constructor(private readonly folder: string) {
    this.#names = new Set(namesIn(folder));
  }

  /** @param path of the request; any that is no file's is one of the page's own places */
  file(path: string): PageFile {
    const name = path === "/" ? "index.html" : path.slice(1);
    if (!this.#names.has(name)) throw notFound("such file");
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const file = { bytes: readFileSync(join(this.folder, name)), type };
    this.#files.set(name, file);
    return file;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true });
    return files.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    const remedy = "Install refold again, or build it: npm run build";
    const message = `the page is not in ${folder}: ${error instanceof Error ? error.message : ""}`;
    throw new Refusal(500, "page-missing", message, remedy);
  }
}
