import type { EventStore } from "../../store/event-store.js";
import { appending, lines } from "./appending.js";
import { assertWholeWhereWritesFail, batches } from "./batches.js";
import type { ContractCase } from "./contract-case.js";
import { forking } from "./forking.js";
import { blobs, following, reading } from "./reading.js";
import { sizes } from "./sizes.js";

export interface ContractOptions {
  /**
   * Opens a new, empty store whose storage fails once: at write number `write`, counted from 1.
   * Adds the case that such an append leaves nothing of its batch and can be repeated.
   */
  readonly openFailing?: (write: number) => EventStore | Promise<EventStore>;
}

/**
 * What every driver of the store's port promises, as cases for any test runner:
 * `for (const { name, run } of storeContract(open)) test(name, run)`.
 *
 * @param open gives a new, empty store; each case has its own and closes it
 */
export function storeContract(
  open: () => EventStore | Promise<EventStore>,
  { openFailing }: ContractOptions = {},
): readonly ContractCase[] {
  const chapters = {
    ...{ ...appending, ...batches, ...lines },
    ...{ ...reading, ...following, ...forking, ...blobs, ...sizes },
  };
  const cases = Object.entries(chapters).map(([name, holds]) => ({
    name,
    run: async () => {
      const store = await open();
      try {
        await holds(store);
      } finally {
        await store.close();
      }
    },
  }));
  if (openFailing === undefined) return cases;
  const name = "an append that fails at a write in the middle stores nothing of its batch";
  return [...cases, { name, run: () => assertWholeWhereWritesFail(openFailing) }];
}
