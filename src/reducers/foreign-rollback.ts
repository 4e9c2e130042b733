/**
 * The reason of the ledger surgery that a foreign rollback stands for (docs/semantics.md §10.4).
 */
export const FOREIGN_ROLLBACK = "foreign-rollback";
