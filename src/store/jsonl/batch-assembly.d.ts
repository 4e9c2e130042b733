import type { CheckOptions } from "../../events/check-event.js";
import type { LogEvent } from "../../events/event.js";
import type { LogDamage } from "../event-store.js";
import { type RawLine } from "./lines.js";
interface AssemblyStart {
    /** Where a batch is known to begin. */
    readonly byte: number;
    /** The offset with which it begins; undefined: the line there tells. */
    readonly offset: number | undefined;
    readonly newer: CheckOptions["newer"];
    /** Told of each event as its line is read, with the bytes of the line. */
    readonly onLine?: ((event: LogEvent, bytes: number) => void) | undefined;
}
/**
 * Puts lines together into batches, each whole or not at all, and says what is damaged. A line is
 * taken for the start of a batch only where that is certain: behind the end of another, or where a
 * damaged line's own beginning tells how far its batch goes. Behind other damage, the lines up to
 * the next with none left may be the rest of a batch: they are set aside too.
 */
export declare class BatchAssembly {
    #private;
    /** Events of whole batches, oldest first. Whoever takes them puts an empty list here. */
    run: LogEvent[];
    /** The byte behind the last line with none left; what follows may be a batch being written. */
    endByte: number;
    /** The offset behind that line; null: no such line was seen. */
    head: number | null;
    constructor(report: DamageReport, start: AssemblyStart);
    /** Takes the next line of the file. @throws {DamagedLog} see `DamageReport.settle` */
    push(line: RawLine): void;
    /**
     * There are no more lines. A batch that is not complete is being written, or torn, unless the log is
     * sealed: then it is damage, whatever follows.
     * @param sealedAt where a sealed log ends; null: it is not sealed
     */
    finish(sealedAt: number | null): void;
}
/** Which bytes are set aside, and why. */
interface SetAside {
    readonly reason: LogDamage["reason"];
    readonly byte: number;
    readonly bytes: number;
    /** Lines since the reading began: 0 for the first. */
    readonly lineIndex: number;
    readonly offset: number | null;
}
interface DamageReportOptions {
    readonly file: string;
    /** 1-based number of the line at which reading began; asked for when there is damage only. */
    readonly firstLine: () => number;
    readonly onDamage: ((damage: LogDamage) => void) | undefined;
    /** As `LogFile.findLost`: bytes that an archive lost are damaged for no other reason. */
    readonly findLost: (from: number, to: number) => unknown;
}
/** Tells of damage, or keeps the first of it until it is known that whole batches follow. */
export declare class DamageReport {
    #private;
    constructor(options: DamageReportOptions);
    add(damage: SetAside): void;
    /** Adds whole lines, which join those before them if the reason is the same. */
    addLines(lines: SetAside): void;
    /** No more lines join what was added last. */
    flush(): void;
    /**
     * A batch ends here: damage before it is no torn tail.
     * @throws {DamagedLog} there is damage, and nobody asked to read around it
     */
    settle(): void;
}
export {};
