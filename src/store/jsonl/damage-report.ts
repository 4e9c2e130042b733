import { DamagedLog } from "../damaged-log.js";
import type { LogDamage } from "../event-store.js";

/** Which bytes are set aside, and why. */
export interface SetAside {
  readonly reason: LogDamage["reason"];
  readonly byte: number;
  readonly bytes: number;
  /** Lines since the reading began: 0 for the first. */
  readonly lineIndex: number;
  readonly offset: number | null;
}

export interface DamageReportOptions {
  readonly file: string;
  /** 1-based number of the line at which reading began; asked for when there is damage only. */
  readonly firstLine: () => number;
  readonly onDamage: ((damage: LogDamage) => void) | undefined;
  /** As `LogFile.findLost`: bytes that an archive lost are damaged for no other reason. */
  readonly findLost: (from: number, to: number) => unknown;
}

/** Tells of damage, or keeps the first of it until it is known that whole batches follow. */
export class DamageReport {
  readonly #options: DamageReportOptions;
  #firstLine: number | undefined;
  /** Whole lines that are set aside for one reason, one after the other, are one damage. */
  #run: SetAside | undefined;
  #first: SetAside | undefined;

  constructor(options: DamageReportOptions) {
    this.#options = options;
  }

  add(damage: SetAside): void {
    this.flush();
    this.#tell(damage);
  }

  /** Adds whole lines, which join those before them if the reason is the same. */
  addLines(lines: SetAside): void {
    const run = this.#run;
    if (run?.reason === lines.reason && run.byte + run.bytes === lines.byte) {
      this.#run = { ...run, bytes: run.bytes + lines.bytes };
      return;
    }
    this.flush();
    this.#run = lines;
  }

  /** No more lines join what was added last. */
  flush(): void {
    const run = this.#run;
    this.#run = undefined;
    if (run !== undefined) this.#tell(run);
  }

  /**
   * A batch ends here: damage before it is no torn tail.
   * @throws {DamagedLog} there is damage, and nobody asked to read around it
   */
  settle(): void {
    this.flush();
    if (this.#first !== undefined) throw new DamagedLog(this.#toDamage(this.#first));
  }

  #tell(damage: SetAside): void {
    const { onDamage } = this.#options;
    if (onDamage === undefined) this.#first ??= damage;
    else onDamage(this.#toDamage(damage));
  }

  #toDamage({ lineIndex, ...damage }: SetAside): LogDamage {
    this.#firstLine ??= this.#options.firstLine();
    const { file, findLost } = this.#options;
    const isLost = findLost(damage.byte, damage.byte + damage.bytes) !== null;
    const reason = isLost ? "archive" : damage.reason;
    return { file, line: this.#firstLine + lineIndex, ...damage, reason };
  }
}
