import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import { emmett } from "./emmett.js";

export const emmettPostgres = emmett((url) => getPostgreSQLEventStore(url));
