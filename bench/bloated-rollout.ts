import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { codexStart } from "./codex-workload.js";
import { SeededRandom } from "./random.js";
import { Texts } from "./texts.js";

const IMAGE_KINDS = 20;
const CHECKPOINTS_A_TURN = 4;
const OUTPUTS_A_CHECKPOINT = 20;
/** A checkpoint repeats so many of the newest images, and so many outputs. */
const REPEATED_IMAGES = 3;
const REPEATED_OUTPUTS = 60;

export interface BloatedRollout {
  readonly checkpoints: number;
  readonly images: number;
  /** Of each, in base 64. */
  readonly imageBytes: number;
}

/**
 * A rollout of Codex like those that people report: most of it is lists of checkpoints, each of which repeats
 * outputs and images of the history, and the images are the same few over and over.
 * @returns its size in bytes
 */
export function writeBloatedRollout(
  path: string,
  { checkpoints, images, imageBytes }: BloatedRollout,
): number {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  const history = new History(imageBytes);
  let bytes = 0;
  let at = Date.UTC(2026, 3, 1, 8);
  const write = (type: string, payload: string): void => {
    const timestamp = new Date((at += 1_000)).toISOString();
    const line = `{"timestamp":"${timestamp}","type":"${type}","payload":${payload}}\n`;
    bytes += writeSync(file, line);
  };
  write("session_meta", JSON.stringify(codexStart(new Date(at).toISOString())));
  for (let checkpoint = 0, shown = 0; checkpoint < checkpoints; checkpoint += 1) {
    if (checkpoint % CHECKPOINTS_A_TURN === 0) {
      const turn_id = `turn-${checkpoint}`;
      write("event_msg", JSON.stringify({ type: "task_started", turn_id }));
      write("response_item", userItem(`Go on with part ${checkpoint}.`));
    }
    for (let added = 0; added < OUTPUTS_A_CHECKPOINT; added += 1) {
      for (const item of history.nextCall()) write("response_item", item);
    }
    for (; shown < (images * (checkpoint + 1)) / checkpoints; shown += 1) {
      for (const item of history.nextImage()) write("response_item", item);
    }
    const list = history.newest().join(",");
    write("compacted", `{"message":"A summary.","replacement_history":[${list}]}`);
  }
  closeSync(file);
  return bytes;
}

/** Items as they are recorded, and the newest of them, which checkpoints repeat. */
class History {
  readonly #texts = new Texts(24);
  readonly #kinds: readonly string[];
  #outputs: readonly string[] = [];
  #images: readonly string[] = [];
  #calls = 0;

  constructor(imageBytes: number) {
    this.#kinds = imagesOf(new SeededRandom(24), imageBytes);
  }

  nextCall(): readonly string[] {
    return this.#next(this.#texts.around(2_500, 40_000), "outputs");
  }

  nextImage(): readonly string[] {
    const base64 = this.#kinds[this.#calls % IMAGE_KINDS] ?? "";
    const image_url = `data:image/png;base64,${base64}`;
    return this.#next([{ type: "input_image", image_url }], "images");
  }

  newest(): readonly string[] {
    return [...this.#outputs, ...this.#images];
  }

  #next(output: unknown, kind: "outputs" | "images"): readonly string[] {
    const call_id = `call_${(this.#calls += 1)}`;
    const pair = [
      JSON.stringify({ type: "function_call", name: "shell", arguments: "{}", call_id }),
      JSON.stringify({ type: "function_call_output", call_id, output }),
    ];
    if (kind === "images") this.#images = [...this.#images, ...pair].slice(-2 * REPEATED_IMAGES);
    else this.#outputs = [...this.#outputs, ...pair].slice(-2 * REPEATED_OUTPUTS);
    return pair;
  }
}

function userItem(text: string): string {
  return JSON.stringify({ type: "message", role: "user", content: [{ type: "input_text", text }] });
}

function imagesOf(random: SeededRandom, imageBytes: number): readonly string[] {
  return Array.from({ length: IMAGE_KINDS }, () => {
    const bytes = Buffer.alloc((imageBytes * 3) / 4);
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      bytes.writeUInt32LE(random.below(2 ** 32), at);
    }
    return bytes.toString("base64");
  });
}
