import { isItem } from "./checks/item-check.js";
import type { FactType, LogEvent } from "./event.js";
import { isJsonObject } from "./is-json-object.js";
import { countItemBytes } from "./item-bytes.js";
import { isFactType } from "./known-event.js";
import { CURRENT_VERSIONS, versionOf } from "./versions.js";

/** Brings data of one version to the next. Data of a wrong form is left for the schema to refuse. */
type Upcaster = (data: unknown) => unknown;

/** For each type the upcasters from version 1 on: the first makes version 2. */
const UPCASTERS: Partial<Readonly<Record<FactType, readonly Upcaster[]>>> = {
  "item.recorded": [countRecordedItem],
};

/**
 * Brings an event of an older version to the version that this library writes.
 * @returns the same event when there is nothing to do: it is current, newer, or of another type
 */
export function upcastEvent(event: LogEvent): LogEvent {
  if (!isFactType(event.type)) return event;
  const current = CURRENT_VERSIONS[event.type];
  const version = versionOf(event);
  if (version >= current) return event;
  const upcasters = UPCASTERS[event.type]?.slice(version - 1) ?? [];
  const data = upcasters.reduce((older, upcast) => upcast(older), event.data);
  return { ...event, v: current, data };
}

/** `item.recorded` 1 to 2: an item's size is recorded with it. */
function countRecordedItem(data: unknown): unknown {
  if (!isJsonObject(data) || !isItem(data.item)) return data;
  return { ...data, countedBytes: countItemBytes(data.item) };
}
