/** The reason of the ledger surgery that a foreign rollback stands for (semantics.md A §3). */
export const FOREIGN_ROLLBACK = "foreign-rollback";
