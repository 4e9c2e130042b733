import type { z } from "zod";
import { factSchema } from "./fact-schema.js";
import { RecordedItem } from "./recorded-item.js";

/** An item entered the ledger, bounded under the policy of its turn. Version 2. */
export const ItemRecorded = factSchema("item.recorded", RecordedItem.shape);
export type ItemRecorded = z.infer<typeof ItemRecorded>;
