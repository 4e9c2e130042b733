/**
 * Calls back after a delay in milliseconds; never after one that no timer holds (above 24.8 days).
 * @returns what forgets the call
 */
export declare function afterDelay(delayMs: number, callBack: () => void, { keepsAlive }?: {
    readonly keepsAlive?: boolean;
}): () => void;
