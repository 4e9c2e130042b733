/** What tells one process from every other, also from a later one with the same pid. */
export interface ProcessIdentity {
    readonly host: string;
    /** Differs after every boot. */
    readonly boot: string;
    /** The space in which the pid means this process; null where the system has none. */
    readonly pidNamespace: string | null;
    readonly pid: number;
    /** When the process began, in a form that only equality is asked of; null: unknown. */
    readonly startTime: string | null;
}
/** This process, asked for once. */
export declare function ownIdentity(): ProcessIdentity;
/**
 * Whether a process lives: `unknown` unless it ran in this boot and in this pid namespace, where its
 * pid and start time decide.
 */
export declare function processLiveness(of: ProcessIdentity): "alive" | "dead" | "unknown";
