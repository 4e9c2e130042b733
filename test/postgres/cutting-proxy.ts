import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Which bytes are counted: what a client sends, or what the server answers. */
type Way = "to-server" | "to-client";

export interface CuttingProxy {
  readonly port: number;
  /**
   * Cuts every connection once so many more bytes have gone this way: the last of them are delivered,
   * those behind them are not.
   */
  cutAfter(bytes: number, way: Way): void;
  /** How often it was cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** A way to a server of this machine that breaks in the middle of what it carries. */
export async function startCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  const proxy = new Proxy(serverPort);
  await proxy.listen();
  return proxy;
}

class Proxy implements CuttingProxy {
  readonly #serverPort: number;
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();
  #due: { readonly way: Way; bytes: number } | null = null;
  cuts = 0;

  constructor(serverPort: number) {
    this.#serverPort = serverPort;
    this.#listener = createServer((client) => {
      this.#relay(client);
    });
  }

  get port(): number {
    const address = this.#listener.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  async listen(): Promise<void> {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
  }

  cutAfter(bytes: number, way: Way): void {
    this.#due = { bytes, way };
  }

  async close(): Promise<void> {
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#listener, "close");
  }

  #relay(client: Socket): void {
    const server = connect(this.#serverPort, "127.0.0.1");
    this.#pipe(client, server, "to-server");
    this.#pipe(server, client, "to-client");
  }

  #pipe(from: Socket, to: Socket, way: Way): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (chunk) => {
      const due = this.#due?.way === way ? this.#due : null;
      if (due === null || chunk.length <= due.bytes) {
        if (due !== null) due.bytes -= chunk.length;
        to.write(chunk);
      } else {
        // What goes on is delivered before the connection ends: only the rest of it is lost.
        to.end(chunk.subarray(0, due.bytes));
        this.#cut();
      }
    });
    from.on("error", () => to.destroy()); // whoever is at the other end sees it
    from.on("close", () => {
      this.#sockets.delete(from);
      to.end();
    });
  }

  #cut(): void {
    this.#due = null;
    this.cuts += 1;
    for (const socket of this.#sockets) if (!socket.writableEnded) socket.destroy();
  }
}
