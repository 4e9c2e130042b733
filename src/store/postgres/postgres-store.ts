import { checkLimit } from "../../errors.js";
import type { EventStore } from "../event-store.js";
import { withLineage } from "../lineage.js";
import type { PostgresAccess } from "./access.js";
import { Database } from "./database.js";
import { HeadWatch } from "./head-watch.js";
import { PostgresDriver } from "./postgres-driver.js";
import { countIn, textIn } from "./rows.js";
import { channelOf, checkSchemaName, defaultSchema, type SchemaOptions } from "./schema.js";

export interface PostgresStoreOptions extends PostgresAccess, SchemaOptions {
  /**
   * How long a lease lasts after its holder was last heard of, in milliseconds, by the server's clock. It is
   * renewed three times in that time. Default 15,000.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Takes leases from whoever holds them. For people who know that the holder is gone, or should be; what it
   * has in flight is fenced. Default false.
   */
  readonly steal?: boolean | undefined;
  /** How many threads are kept open for writing at a time. Default 256; at least 1. */
  readonly openThreads?: number | undefined;
  /** How often followers look for what other stores appended, in milliseconds. Default 50. */
  readonly pollMs?: number | undefined;
}

export interface BlobGarbageOptions {
  /** Blobs that were stored, or stored again, since then are spared. Default one hour. */
  readonly olderThanMs?: number | undefined;
  /** Only says what would go. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** A blob that no thread names. */
export interface RemovedBlob {
  readonly hash: string;
  readonly sizeBytes: number;
}

/** A setting of the server, and what may happen under it. */
export interface RiskySetting {
  readonly name: string;
  readonly value: string;
  readonly risk: string;
}

/** Threads in a PostgreSQL database. */
export interface PostgresStore extends EventStore {
  /**
   * Removes the blobs that no thread names, and that are old enough.
   * @throws {RefoldError} `missing-right`: the role may only append
   */
  collectGarbage(options?: BlobGarbageOptions): Promise<readonly RemovedBlob[]>;
  /**
   * Settings of the server, as they are for these connections, under which a crash may lose what was
   * acknowledged. Empty: there are none.
   */
  riskySettings(): Promise<readonly RiskySetting[]>;
}

/** What a setting must not be, and why (PostgreSQL's chapter on the write-ahead log). */
const riskySettings = [
  { name: "fsync", value: "off", risk: "a crash of the machine may damage any thread" },
  { name: "full_page_writes", value: "off", risk: "a crash of the machine may damage any thread" },
  {
    name: "synchronous_commit",
    value: "off",
    risk: "a crash may lose what was acknowledged in the last moments before it",
  },
] as const;

const oneHourMs = 60 * 60 * 1000;

/**
 * Opens a store in a PostgreSQL database whose tables `migrate` has made. Nothing is read or written until it
 * is used. `close` gives up leases; the connections remain their owner's.
 *
 * @throws {RefoldError} `invalid-argument`: the schema's name is no plain identifier, or a limit no number
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const { schema = defaultSchema, leaseMs = 15_000, pollMs = 50, openThreads = 256 } = options;
  const { steal = false, name } = options;
  checkSchemaName(schema);
  checkLimit("leaseMs", leaseMs, 1);
  checkLimit("pollMs", pollMs, 1);
  checkLimit("openThreads", openThreads);
  const database = new Database(options, { schema, name });
  const channel = channelOf(schema);
  const watch = new HeadWatch({ database, access: options, channel, pollMs });
  const limits = { leaseMs, steal, openThreads: Math.max(1, openThreads) };
  const store = withLineage(new PostgresDriver(database, watch, limits));
  return {
    ...store,
    riskySettings: () => readRiskySettings(database),
    async collectGarbage({ olderThanMs = oneHourMs, dryRun = false } = {}) {
      database.checkOpen();
      const rows = await database.call("collect_blobs", [olderThanMs, dryRun], "collecting blobs");
      return rows.map((row) => ({
        hash: textIn(row, "gone") ?? "",
        sizeBytes: countIn(row, "gone_size"),
      }));
    },
  };
}

async function readRiskySettings(database: Database): Promise<readonly RiskySetting[]> {
  database.checkOpen();
  const columns = riskySettings.map(({ name }) => `current_setting('${name}') as ${name}`);
  const [row = {}] = await database.read(`select ${columns.join(", ")}`, []);
  return riskySettings.filter(({ name, value }) => textIn(row, name) === value);
}
