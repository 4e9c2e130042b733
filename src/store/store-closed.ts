import { RefoldError } from "../errors.js";

/** The store was closed before this call. */
export class StoreClosed extends RefoldError {
  readonly code = "store-closed";
  override readonly name = "StoreClosed";
  override readonly remedy = "open another store";
  constructor() {
    super("the store is closed");
  }
}
