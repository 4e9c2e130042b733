import { z } from "zod";
/** Who holds a lease, as the lease file says it. */
declare const HolderSchema: z.ZodObject<{
    host: z.ZodString;
    boot: z.ZodString;
    pidNamespace: z.ZodNullable<z.ZodString>;
    pid: z.ZodInt;
    startTime: z.ZodNullable<z.ZodString>;
    since: z.ZodString;
    token: z.ZodString;
}, z.core.$loose>;
export type Holder = z.infer<typeof HolderSchema>;
/** @returns a holder of whom only the heartbeat can tell, when the text says nothing */
export declare function decodeHolder(text: string): Holder;
export {};
