import type { EventStore } from "../../store/event-store.js";
import { appending } from "./appending.js";
import type { ContractCase } from "./contract-case.js";
import { forking } from "./forking.js";
import { blobs, following, reading } from "./reading.js";

/**
 * What every driver of the store's port promises, as cases for any test runner:
 * `for (const { name, run } of storeContract(open)) test(name, run)`.
 *
 * @param open gives a new, empty store; each case has its own and closes it
 */
export function storeContract(
  open: () => EventStore | Promise<EventStore>,
): readonly ContractCase[] {
  const chapters = { ...appending, ...reading, ...following, ...forking, ...blobs };
  return Object.entries(chapters).map(([name, holds]) => ({
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
}
