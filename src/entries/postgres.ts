// `refold/postgres`: threads in a PostgreSQL database.
export {
  fromPg,
  fromPglite,
  fromPostgresJs,
  type PgClient,
  type PgliteDatabase,
  type PgPool,
  type PostgresAccess,
  type PostgresJsClient,
  type Row,
  type SqlValue,
} from "../store/postgres/access.js";
export {
  type BlobGarbageOptions,
  postgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
  type RemovedBlob,
  type RiskySetting,
} from "../store/postgres/postgres-store.js";
export {
  migrate,
  type Migration,
  roleSql,
  type RoleRights,
  type SchemaOptions,
  schemaSql,
} from "../store/postgres/schema.js";
