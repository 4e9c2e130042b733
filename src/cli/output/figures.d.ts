/** `1,234`. */
export declare function figure(count: number): string;
/** `512 B`, `1.4 KB`, `2.0 MB`: three figures at most, powers of 1024. */
export declare function byteFigure(bytes: number): string;
/** `950`, `1.2k`, `34k`, `1.3M`: for tokens in narrow columns. */
export declare function shortFigure(count: number): string;
/** `1 turn`, `2 turns`. */
export declare function counted(count: number, one: string, many?: string): string;
/** `340 ms`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export declare function durationFigure(durationMs: number): string;
/** `2025-11-01 00:36:16`, as the event says it, in UTC. */
export declare function timeFigure(at: string): string;
