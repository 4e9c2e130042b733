import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "./failures.js";

/**
 * Who may ask. Sessions hold secrets, and any page that a browser shows can send requests to this
 * machine: so the address that was asked for, the page that asks, and who entered are checked.
 */
export class Guard {
  /** Follows `#token=` in the address that is printed: a fragment is sent to no server. */
  readonly token = secret();
  readonly #cookie = secret();
  readonly #cookieName: string;
  readonly #hosts: ReadonlySet<string>;

  /** @param hosts what `Host` may be, ports included */
  constructor(hosts: readonly string[], port: number) {
    this.#hosts = new Set(hosts);
    this.#cookieName = `refold-${port}`; // cookies of a host are those of all its ports
  }

  /**
   * A name that was made to lead here (DNS rebinding) is no name of ours.
   * @throws {Refusal} `refused`
   */
  checkHost({ headers: { host } }: IncomingMessage): string {
    if (host !== undefined && this.#hosts.has(host)) return host;
    throw new Refusal(421, "refused", "this server does not answer to that name");
  }

  /** @throws {Refusal} `refused`: another page asks */
  checkReader({ headers }: IncomingMessage): void {
    const site = headers["sec-fetch-site"];
    if (site === undefined || site === "same-origin" || site === "none") return;
    throw new Refusal(403, "refused", "another page may not ask this server");
  }

  /** @throws {Refusal} `refused`: another page, or no page of ours, wants to change something */
  checkWriter(request: IncomingMessage): void {
    const { origin, "sec-fetch-site": site, "content-type": type = "" } = request.headers;
    const isOurs = origin === `http://${this.checkHost(request)}`;
    if (!isOurs || (site !== undefined && site !== "same-origin")) {
      throw new Refusal(403, "refused", "another page may not change anything here");
    }
    if (!/^application\/json(;\s*charset=utf-8)?$/i.test(type)) {
      throw new Refusal(415, "refused", "only application/json is taken");
    }
  }

  /** @returns the header that lets whoever knows the token in */
  enter(token: unknown): string {
    if (typeof token !== "string" || !isSame(token, this.token)) {
      const remedy = "Open the whole address that refold ui printed.";
      throw new Refusal(401, "wrong-token", "the token is not that of this server", remedy);
    }
    return `${this.#cookieName}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** @throws {Refusal} `unauthorised`: who asks has not entered */
  checkEntered({ headers: { cookie = "" } }: IncomingMessage): void {
    const start = `${this.#cookieName}=`;
    const given = cookie.split(/;\s*/).find((part) => part.startsWith(start));
    if (given !== undefined && isSame(given.slice(start.length), this.#cookie)) return;
    const remedy = "Open the whole address that refold ui printed; a new start prints a new one.";
    throw new Refusal(401, "unauthorised", "this browser was not let in", remedy);
  }
}

const SECRET_BYTES = 32;

function secret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** In the same time, however much of it is right. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
