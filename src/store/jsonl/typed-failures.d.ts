import type { EventDriver } from "../event-store.js";
/**
 * A driver whose every failure is a `RefoldError`: what the operating system throws, wherever in the
 * driver, becomes `ReadFailed`, or `WriteFailed` and `DiskFull` where something is to be written.
 */
export declare function withTypedFailures(driver: EventDriver, home: string): EventDriver;
/** What writes, its failures as those of a driver's. */
export declare function withTypedWriting<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>, home: string): (...args: Args) => Promise<Result>;
