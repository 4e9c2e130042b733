import { reading } from "./reading.js";
import { threads } from "./threads.js";
import { appending, blobs, leases } from "./writing.js";

/** The tables. `{schema}` stands for the name of the schema, here and in the functions. */
const tables = `
do $schema$ begin
  if to_regnamespace('{schema}') is null then create schema {schema}; end if;
end $schema$;

create table {schema}.migration (
  version integer primary key,
  applied_at timestamptz not null default now()
);

create table {schema}.thread (
  id text collate "C" primary key,
  first bigint not null,             -- offset of its first own event
  head bigint not null,              -- the offset that the next event gets
  size bigint not null,              -- of its lines, in bytes
  sum text,                          -- what the next line names as the sum before it
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  changed_at timestamptz not null,   -- by this server's clock
  parent text collate "C",           -- where a fork left its parent; null: no fork
  parent_offset bigint,
  parent_id text,
  parent_sum text,
  fence bigint not null,             -- how often the lease was taken
  token text,                        -- who holds it; null: nobody
  holder text,
  beat timestamptz,                  -- when the holder was last heard of, by this server's clock
  lease_ms integer
) with (fillfactor = 70);            -- an append changes its row in place
create index thread_by_creation on {schema}.thread (created_at desc, id desc);
create index thread_by_parent on {schema}.thread (parent) where parent is not null;

create table {schema}.batch (
  thread text collate "C" not null,
  first bigint not null,
  last bigint not null check (last >= first),
  lines bytea not null,
  is_cut boolean not null default false, -- the rest of it is not this thread's, which left it there
  primary key (thread, first)
);
alter table {schema}.batch alter column lines set storage external;

create table {schema}.blob (
  hash text collate "C" primary key,
  size bigint not null,
  stored_at timestamptz not null,
  bytes bytea not null
);
alter table {schema}.blob alter column bytes set storage external;
create index blob_by_age on {schema}.blob (stored_at);

create table {schema}.blob_ref (
  hash text collate "C" not null,
  thread text collate "C" not null,
  primary key (hash, thread)
);
create index blob_ref_by_thread on {schema}.blob_ref (thread);

-- Until when somebody listens. Empty after a crash: followers look for themselves, and announce themselves again.
create unlogged table {schema}.followed (
  id boolean primary key default true check (id),
  until timestamptz not null
);

create function {schema}.refuse_change() returns trigger language plpgsql as $body$
begin
  if tg_op = 'DELETE' and current_setting('refold.removing', true) = 'on' then
    return null;
  end if;
  raise exception 'batches are appended and never changed' using errcode = 'restrict_violation',
    hint = 'delete a whole thread with refold delete, or with the function remove';
end $body$;
create trigger batch_is_kept before update or delete or truncate on {schema}.batch
  for each statement execute function {schema}.refuse_change();
`;

const made = [tables, reading, appending, leases, threads, blobs].join("");

/** Takes from everybody what was made here, and nothing else: others may have theirs in the same schema. */
function withoutPublicRights(): string {
  const named = made.matchAll(/create (?:unlogged )?(table|function) (\{schema\}\.\w+)/g);
  return [...named]
    .map(([, kind, name]) => `revoke all on ${kind} ${name} from public;\n`)
    .join("");
}

/**
 * Version 1: tables, and the functions that change them. Nothing else changes them: each function is one
 * statement to its caller, and so takes effect in one step. They run with the rights of their owner, so a role
 * that may call `append` needs no right to write to a table.
 */
export const version1 = made + withoutPublicRights();
