import type { InputImage, Item, MessagePart, OutputPart } from "../events/item.js";
import { resumeState, stateAt } from "../reducers/resume.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { BlobReader, Session } from "../sessions/session.js";
import { refuseDamage } from "./session-notices.js";
import type { Shell } from "./shell.js";

interface StateOptions {
  /** Absent: the end. */
  readonly at: number | undefined;
  readonly shell: Shell;
}

/**
 * Folds a session to a state; says what was damaged on the way.
 * @throws {RefoldError} `offset-out-of-range`: the session ends before `at`
 */
export async function sessionState(
  session: Session,
  { at, shell }: StateOptions,
): Promise<ThreadState> {
  shell.progress.start("reading", session.sizeBytes);
  const { source } = session;
  const state = await (at === undefined ? resumeState(source) : stateAt(source, at));
  shell.progress.stop();
  refuseDamage(session, shell);
  return state;
}

/**
 * An item in the wire shape of the Responses API: images moved to blobs get the URL back that they
 * were recorded with, kinds without a meaning here come out of their wrapping.
 * @throws {RefoldError} `blob-missing`
 * @throws {RefoldError} `blob-corrupt`: an image's bytes cannot be had
 */
export async function toWireItem(item: Item, blobs: BlobReader): Promise<object> {
  switch (item.type) {
    case "other":
      return item.original;
    case "message":
      return { ...item, content: await wireParts(item.content, blobs) };
    case "function_call_output":
    case "custom_tool_call_output":
      if (typeof item.output === "string") return item;
      return { ...item, output: await wireParts(item.output, blobs) };
    default:
      return item;
  }
}

async function wireParts(
  parts: readonly (MessagePart | OutputPart)[],
  blobs: BlobReader,
): Promise<readonly object[]> {
  const wired: object[] = [];
  for (const part of parts) {
    wired.push(part.type === "input_image" ? await wireImage(part, blobs) : part);
  }
  return wired;
}

async function wireImage(image: InputImage, blobs: BlobReader): Promise<object> {
  if (image.blob === undefined) return image;
  const { blob, ...rest } = image;
  const bytes = Buffer.from(await blobs.get(blob.hash));
  const payload = bytes.toString(blob.decoded ? "base64" : "utf8");
  return { ...rest, image_url: `${blob.urlPrefix}${payload}` };
}
