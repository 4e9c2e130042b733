import { statSync } from "node:fs";
import type { ModelPrice } from "../models/model-price.js";
import { entry } from "../projections/stats/tally.js";
import { projectCache } from "../projections/views/cache.js";
import { isRefoldError } from "../errors.js";
import { systemErrorCode } from "../store/errors.js";
import {
  type Alarm,
  type AlarmLimits,
  cacheAlarms,
  dailyGrowth,
  type Disk,
  diskAlarms,
  fileAlarms,
  ToldAlarms,
} from "./alarms.js";
import { freeBytesAt } from "./free-bytes.js";
import type { KeptFile } from "./catalog.js";
import { newestWithContent } from "./find-kept.js";
import type { KeepReport } from "./keep-files.js";
import { openKeptSession } from "./kept-session.js";
import type { Vault } from "./vault.js";

/** A session is read for its cache breaks so often at most: a long one takes seconds. */
const CACHE_EVERY_MS = 3_600_000;

/** Finds what passes over homes give cause for, each once a day. */
export class AlarmWatch {
  readonly #told = new ToldAlarms();
  /** When each session's cache was looked at, by its number. */
  readonly #cacheLooks = new Map<number, number>();

  constructor(
    private readonly vault: Vault,
    private readonly limits: AlarmLimits,
    private readonly priceOf: (model: string) => ModelPrice | null,
  ) {}

  /** What a pass gives cause for. */
  async after({ kept }: KeepReport, now: number): Promise<readonly Alarm[]> {
    if (kept.length === 0) return [];
    const all = this.vault.files();
    const changed = kept.flatMap(({ file }) => this.vault.find(file) ?? []);
    const alarms = [
      ...fileAlarms(changed, all, this.limits),
      ...diskAlarms(disksOf(all, now), this.limits),
    ];
    for (const file of changed) alarms.push(...(await this.#cacheAlarms(file, now)));
    return this.#told.fresh(alarms, now);
  }

  /** Of a session that was kept before; what it cost until then was its owner's to see. */
  async #cacheAlarms(file: KeptFile, now: number): Promise<readonly Alarm[]> {
    const before = file.generations.at(-2);
    const generation = newestWithContent(file);
    const lookedAt = this.#cacheLooks.get(file.number) ?? -Infinity;
    const isDue = now - lookedAt >= CACHE_EVERY_MS;
    if (file.role !== "session" || before === undefined || generation === undefined || !isDue) {
      return [];
    }
    this.#cacheLooks.set(file.number, now);
    const since = new Date(Math.max(before.at, lookedAt)).toISOString();
    try {
      const session = await openKeptSession(this.vault, { file, generation });
      const { requests } = await projectCache(session.source, { priceOf: this.priceOf });
      return cacheAlarms(file, requests, { since, limits: this.limits });
    } catch (error) {
      if (!isRefoldError(error)) throw error;
      return []; // it is no session of a known tool: whoever reads it is told why
    }
  }
}

/** The disks that have homes on them. */
export function disksOf(files: readonly KeptFile[], now: number): readonly Disk[] {
  const byHome = new Map<string, KeptFile[]>();
  for (const file of files) entry(byHome, file.home, (): KeptFile[] => []).push(file);
  const disks = new Map<number, Disk>();
  for (const [path, ofHome] of byHome) {
    try {
      const { dev } = statSync(path);
      const freeBytes = freeBytesAt(path);
      const dailyBytes = dailyGrowth(ofHome, now) + (disks.get(dev)?.dailyBytes ?? 0);
      disks.set(dev, { path, freeBytes, dailyBytes });
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error; // else it is gone, which the pass reports
    }
  }
  return [...disks.values()];
}
