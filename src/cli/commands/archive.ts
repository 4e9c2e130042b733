import { byteFigure } from "../../projections/figures.js";
import { declareEachThread } from "../each-thread.js";

/** `refold archive`: compresses threads that are not written to. */
export const declareArchive = declareEachThread({
  label: "archiving",
  work: async (store, ...thread) => {
    const { isChanged, logBytes, archiveBytes } = await store.archive(...thread);
    if (!isChanged) return "is archived already";
    return `${byteFigure(logBytes)} → ${byteFigure(archiveBytes)}`;
  },
  example: `
An archive reads like any thread; whoever writes to it unarchives it first. It is a gzip file of the
thread's lines: zcat prints them.

Example:
  $ refold archive 01K6ZQ 01K5ZA`,
});

/** `refold unarchive`: puts the plain files of threads back. */
export const declareUnarchive = declareEachThread({
  label: "unarchiving",
  work: async (store, ...thread) => {
    const { isChanged, logBytes } = await store.unarchive(...thread);
    return isChanged ? byteFigure(logBytes) : "is not archived";
  },
  example: `
The same bytes as before. There is no need to: reading needs none of it, and an append does it itself.

Example:
  $ refold unarchive 01K6ZQ`,
});
