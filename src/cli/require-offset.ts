import { NoSuchOffset } from "../reducers/no-such-offset.js";
import type { Session } from "../runtime/discovery/session.js";

/**
 * Makes sure that a session has the offset which a view is asked to look to.
 * @throws {NoSuchOffset} it ends before; says where
 */
export async function requireOffset({ source }: Session, at: number | undefined): Promise<void> {
  if (at === undefined) return;
  let head = 0;
  for await (const event of source.read({ from: 0, to: at })) head = event.offset + 1;
  if (head !== at + 1) throw new NoSuchOffset(at, head);
}
