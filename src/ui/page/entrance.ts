import type { EnterRequest } from "../api.js";
import { formatPlace, homePlace, parsePlace, type Place } from "./place.js";
import { askServer } from "./server.js";

const TOKEN = /^#token=([\w-]+)/;

/**
 * Exchanges the token of the printed address (`#token=…`) for a cookie, and takes it out of the address
 * bar and the history. @throws {Problem} the token is wrong, or the server is gone
 */
export async function enter(): Promise<void> {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token === undefined) return;
  history.replaceState(null, "", formatPlace(homePlace));
  const body: EnterRequest = { token };
  await askServer({ path: "api/enter", query: {}, body });
}

/**
 * A server that starts anew prints another address: calls back when that is opened in this tab, with the place
 * that the reader was at. @returns a function that ends it
 */
export function watchTokens(onToken: (left: Place) => void): () => void {
  const listen = ({ oldURL }: HashChangeEvent): void => {
    if (TOKEN.test(location.hash)) onToken(parsePlace(new URL(oldURL).hash));
  };
  addEventListener("hashchange", listen);
  return () => removeEventListener("hashchange", listen);
}
