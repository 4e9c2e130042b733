import type { EventStore } from "../../store/event-store.js";
import type { ContractCase } from "./contract-case.js";
/**
 * What every driver of the store's port promises, as cases for any test runner:
 * `for (const { name, run } of storeContract(open)) test(name, run)`.
 *
 * @param open gives a new, empty store; each case has its own and closes it
 */
export declare function storeContract(open: () => EventStore | Promise<EventStore>): readonly ContractCase[];
