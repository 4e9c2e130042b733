import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** The absolute path of a home: what was asked for, else `REFOLD_HOME`, else `~/.refold`. */
export function storeHome(asked?: string): string {
  const { REFOLD_HOME } = process.env;
  const unasked = REFOLD_HOME === undefined || REFOLD_HOME === "" ? undefined : REFOLD_HOME;
  return resolve(asked ?? unasked ?? join(homedir(), ".refold"));
}
