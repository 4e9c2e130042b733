import { z } from "zod";
import { factSchema } from "./fact-schema.js";

/** The thread got another title; null takes it away. */
export const ThreadRenamed = factSchema("thread.renamed", { title: z.string().nullable() });
export type ThreadRenamed = z.infer<typeof ThreadRenamed>;
