import type { LogEvent } from "../../events/event.js";
import { decodeBase64 } from "../../events/picture.js";
import { blobMissing } from "../../store/errors.js";
import { heldSource } from "../server/held-source.js";
import type { Readable } from "../server/readable.js";

/** Ids of the elements that hold the thread: lines of JSON, as `src/sessions/standalone-page.ts` writes them. */
const EVENTS_ID = "events";
const BLOBS_ID = "blobs";
const DAMAGE_ID = "damage";

type Damage = ReturnType<Readable["damage"]>[number];

/** The thread that this page holds. */
export function embeddedReadable(): Readable {
  const events = linesOf(EVENTS_ID).map(parsedLine).filter(isEvent);
  const damage = linesOf(DAMAGE_ID).map(parsedLine).filter(isDamage);
  const blobs = new Map<string, string>();
  for (const line of linesOf(BLOBS_ID)) {
    const value = parsedLine(line);
    if (Array.isArray(value)) blobs.set(String(value[0]), String(value[1]));
  }
  return {
    ...{ name: document.title, isForeign: false, isHeld: true, source: heldSource(events) },
    blobs: {
      get: (hash) => {
        const bytes = decodeBase64(blobs.get(hash) ?? "\0");
        return bytes === null ? Promise.reject(blobMissing(hash)) : Promise.resolve(bytes);
      },
    },
    damage: () => damage,
    head: () => Promise.resolve(events.length),
    async *newest(from) {
      yield* events.slice(from);
      await Promise.resolve();
    },
    stamp: () => Promise.resolve("embedded"),
    close: () => Promise.resolve(),
  };
}

function parsedLine(line: string): unknown {
  return JSON.parse(line);
}

/** They were read from a store when the page was written, and are not checked again. */
function isEvent(value: unknown): value is LogEvent {
  return typeof value === "object" && value !== null && "offset" in value;
}

function isDamage(value: unknown): value is Damage {
  return typeof value === "object" && value !== null && "reason" in value;
}

/** The element goes: its text is held once. */
function linesOf(id: string): readonly string[] {
  const element = document.getElementById(id);
  const text = element?.textContent ?? "";
  element?.remove();
  return text.split("\n").filter((line) => line !== "");
}
