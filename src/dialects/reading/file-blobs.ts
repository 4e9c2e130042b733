import { RefoldError } from "../../errors.js";
import type { ByteSource } from "../byte-source.js";
import { LineSplitter } from "../line-splitter.js";
import type { Evidence } from "../keeping/evidence.js";
import { readLine, type ForeignObject } from "./object-reader.js";
import type { SessionForm } from "./session-form.js";

/** The file does not hold what a hash names: it names something else, or the file has changed. */
class BlobNotInFile extends RefoldError {
  readonly code = "blob-missing";
  override readonly name = "BlobNotInFile";
  constructor(
    readonly hash: string,
    readonly file: string,
  ) {
    super(`${hash}: ${file} holds no content with this hash`);
  }
}

type Place = Pick<ForeignObject, "start" | "end">;

/**
 * What the events of a file name by hash: images, and originals of bounded outputs. Kept as places
 * of the file; the bytes are read when they are asked for.
 */
export class FileBlobs {
  readonly #places = new Map<string, Place>();

  /** @param readAll reads the whole content once, telling `note` what it comes upon */
  constructor(
    private readonly content: ByteSource,
    private readonly form: SessionForm,
    private readonly readAll: () => Promise<void>,
  ) {}

  note(hash: string, { start, end }: Place): void {
    if (!this.#places.has(hash)) this.#places.set(hash, { start, end });
  }

  /** @throws {BlobNotInFile} the file does not hold it */
  async get(hash: string): Promise<Uint8Array> {
    if (!this.#places.has(hash)) await this.readAll();
    const place = this.#places.get(hash);
    const bytes = place === undefined ? null : await this.#find(hash, place);
    if (bytes === null) throw new BlobNotInFile(hash, this.content.name);
    return bytes;
  }

  async #find(hash: string, { start, end }: Place): Promise<Uint8Array | null> {
    const evidence = this.#evidenceIn(await this.content.slice(start, end));
    return evidence.find((one) => one.hash === hash)?.bytes() ?? null;
  }

  #evidenceIn(line: Uint8Array): readonly Evidence[] {
    const splitter = new LineSplitter();
    return [...splitter.push(line), ...splitter.end()]
      .flatMap((whole) => readLine(whole, this.form.lines).objects)
      .flatMap(({ value }) => this.form.evidenceIn(value));
  }
}
