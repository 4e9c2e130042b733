import { isRefoldError } from "../../errors.js";
import { counted } from "../../projections/figures.js";
import { homeFolder } from "../../store/jsonl/home.js";
import { disksOf } from "../../vault/alarm-watch.js";
import {
  type Alarm,
  alarmWords,
  DEFAULT_LIMITS,
  diskAlarms,
  fileAlarms,
} from "../../vault/alarms.js";
import { Vault, vaultFolder } from "../../vault/vault.js";

const DAY_MS = 86_400_000;
/** What happened longer ago is not told any more. */
const SHOWN_MS = 7 * DAY_MS;
const SHOWN = 20;

/** What the vault of a home gives cause for, in words: it is read on when the list is made. */
export class VaultAlarms {
  readonly #vault: Vault | null;

  constructor(home: string) {
    const folder = homeFolder(home);
    this.#vault = folder === null ? null : new Vault(vaultFolder(folder));
  }

  /** The newest first; none where nothing is kept. */
  notices(now = Date.now()): readonly string[] {
    const vault = this.#vault;
    if (vault === null || vault.isMissing) return [];
    try {
      vault.refresh();
    } catch (error) {
      if (!isRefoldError(error)) throw error;
      return [error.message];
    }
    const all = vault.files();
    const recent = all.filter(({ newest }) => (newest?.at ?? 0) > now - SHOWN_MS);
    const alarms: readonly Alarm[] = [
      ...diskAlarms(disksOf(all, now), DEFAULT_LIMITS),
      ...fileAlarms(recent, all, DEFAULT_LIMITS).toSorted((one, other) => atOf(other) - atOf(one)),
    ];
    const more = alarms.length - SHOWN;
    return [
      ...alarms.slice(0, SHOWN).map(alarmWords),
      ...(more > 0 ? [`and ${counted(more, "more alarm")} of the last week`] : []),
    ];
  }
}

function atOf(alarm: Alarm): number {
  return "at" in alarm ? alarm.at : 0;
}
