/** One server for all files of a run: it starts when the first of them asks, and ends with the run. */
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { listenLocally } from "../local-server.js";
import type { PostgresServer } from "./server.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the address of the server; shared-server.ts asks. */
    readonly postgresOffer: string;
  }
}

let server: Promise<PostgresServer> | undefined;
let close: (() => Promise<void>) | undefined;

export async function setup(project: TestProject): Promise<void> {
  const offer = createServer((_request, response) => {
    server ??= start();
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const listening = await listenLocally(offer);
  close = listening.close;
  project.provide("postgresOffer", listening.url);
}

/** What starts it is loaded then: most runs of one file need no server. */
async function start(): Promise<PostgresServer> {
  const { startPostgres } = await import("./server.js");
  return startPostgres();
}

export async function teardown(): Promise<void> {
  await close?.();
  // Of one that did not start, whoever asked was told.
  const started = await Promise.allSettled([server]);
  for (const one of started) if (one.status === "fulfilled") await one.value?.remove();
}
