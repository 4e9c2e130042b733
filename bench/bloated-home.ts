import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { codexStart } from "./codex-workload.js";
import { SeededRandom } from "./random.js";
import { Texts } from "./texts.js";

const MEGABYTE = 1_000_000;
const SESSIONS = 8;
const IMAGE_KINDS = 20;
const IMAGE_BYTES = 600_000;
/** On average a checkpoint repeats so much. */
const CHECKPOINT_BYTES = 3.5 * MEGABYTE;

/**
 * A home of Codex like those that people report: each of the checkpoints repeats all of the history before it,
 * and the images are the same few over and over.
 * @returns its size in bytes
 */
export function writeBloatedHome(
  home: string,
  { checkpoints, images }: { readonly checkpoints: number; readonly images: number },
): number {
  const folder = join(home, "sessions", "2026", "04", "01");
  mkdirSync(folder, { recursive: true });
  const texts = new Texts(24);
  const kinds = imagesOf(new SeededRandom(24));
  let bytes = 0;
  for (let session = 0; session < SESSIONS; session += 1) {
    const id = `019d3a00-0000-7000-8000-${String(session).padStart(12, "0")}`;
    bytes += writeSession(join(folder, `rollout-2026-04-01T08-00-00-${id}.jsonl`), {
      ...{ id, texts, kinds, session },
      ...{ checkpoints: checkpoints / SESSIONS, images: images / SESSIONS },
    });
  }
  return bytes;
}

interface Session {
  readonly id: string;
  readonly session: number;
  readonly texts: Texts;
  readonly kinds: readonly string[];
  readonly checkpoints: number;
  readonly images: number;
}

function writeSession(path: string, session: Session): number {
  const { id, texts, kinds, checkpoints, images } = session;
  const file = openSync(path, "w");
  let bytes = 0;
  let at = Date.UTC(2026, 3, 1, 8);
  const write = (type: string, payload: string): void => {
    const timestamp = new Date((at += 1_000)).toISOString();
    bytes += writeSync(
      file,
      `{"timestamp":"${timestamp}","type":"${type}","payload":${payload}}\n`,
    );
  };
  write("session_meta", JSON.stringify({ ...codexStart(new Date(at).toISOString()), id }));
  const history: string[] = [];
  /** Histories grow by the same amount from checkpoint to checkpoint. */
  const stepBytes = (CHECKPOINT_BYTES * 2) / checkpoints;
  for (let checkpoint = 0, shown = 0; checkpoint < checkpoints; checkpoint += 1) {
    for (let added = 0; added < stepBytes;) {
      const item = outputItem(texts.around(1_500, 40_000), `call_${history.length}`);
      history.push(item);
      write("response_item", item);
      added += item.length;
    }
    for (; shown < (images * (checkpoint + 1)) / checkpoints; shown += 1) {
      write("response_item", imageItem(kinds[(shown + session.session) % kinds.length] ?? ""));
    }
    write("compacted", `{"message":"","replacement_history":[${history.join(",")}]}`);
  }
  closeSync(file);
  return bytes;
}

function outputItem(output: string, call_id: string): string {
  return JSON.stringify({ type: "function_call_output", call_id, output });
}

function imageItem(base64: string): string {
  const image_url = `data:image/png;base64,${base64}`;
  const content = [{ type: "input_image", image_url }];
  return JSON.stringify({ type: "message", role: "user", content });
}

function imagesOf(random: SeededRandom): readonly string[] {
  return Array.from({ length: IMAGE_KINDS }, () => {
    const bytes = Buffer.alloc((IMAGE_BYTES * 3) / 4);
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      bytes.writeUInt32LE(random.below(2 ** 32), at);
    }
    return bytes.toString("base64");
  });
}
