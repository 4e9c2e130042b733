import { declareEachThread } from "../each-thread.js";

/** `refold upgrade`: chains the checksums of threads that an older version wrote. */
export const declareUpgrade = declareEachThread({
  label: "upgrading",
  work: async (store, ...thread) =>
    (await store.upgrade(...thread)) ? "chained" : "was chained already",
  example: `
Each line then names the checksum of the line before it, so that a line that belongs elsewhere is
found. The events stay as they are. The new file is compared with the old one before it replaces it.
A thread with forks is refused, since forks name a line of it by its checksum: detach them first.

Example:
  $ refold upgrade 01K6ZQ`,
});
