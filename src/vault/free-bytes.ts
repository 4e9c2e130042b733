import { statfsSync } from "node:fs";

/** Room on the disk of a path, in bytes, for who is not the superuser. @throws what the system throws */
export function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
