import type { EnterRequest } from "../api.js";
import { askServer } from "./server.js";

/**
 * Exchanges the token of the printed address (`#token=…`) for a cookie, and takes it out of the address
 * bar and the history. @throws {Problem} the token is wrong, or the server is gone
 */
export async function enter(): Promise<void> {
  const token = /^#token=([\w-]+)/.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, "", "#/");
  const body: EnterRequest = { token };
  await askServer({ path: "api/enter", query: {}, body });
}
