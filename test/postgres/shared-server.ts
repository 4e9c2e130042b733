/** One server for all files of the project `postgres` in vitest.config.ts. */
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./server.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the superuser of the server that the files share. */
    readonly postgresUrl: string;
  }
}

let server: PostgresServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres();
  project.provide("postgresUrl", server.url);
}

export async function teardown(): Promise<void> {
  await server?.remove();
}
