import { appending } from "./appending.js";
import { blobs } from "./blobs.js";
import { leases } from "./leases.js";
import { reading } from "./reading.js";
import { tables } from "./tables.js";
import { threads } from "./threads.js";

const rights = `
revoke all on schema {schema} from public;
revoke all on all tables in schema {schema} from public;
revoke all on all functions in schema {schema} from public;
`;

/**
 * Version 1: tables, and the functions that change them. Nothing else changes them: each function is one
 * statement to its caller, and so takes effect in one step. They run with the rights of their owner, so a role
 * that may call `append` needs no right to write to a table.
 */
export const version1 = [tables, reading, appending, leases, threads, blobs, rights].join("");
