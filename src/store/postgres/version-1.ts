/**
 * The tables, and the functions that change them. Nothing else changes them: each function is one
 * statement to its caller, and so takes effect in one step. They run with the rights of their owner, so a role
 * that may call `append` needs no right to write to a table. `{schema}` and `{channel}` stand for names.
 */
export const version1 = `
create schema if not exists {schema};

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

create function {schema}.refuse_change() returns trigger language plpgsql as $body$
begin
  if tg_op = 'DELETE' and current_setting('refold.removing', true) = 'on' then
    return null;
  end if;
  raise exception 'batches are appended and never changed' using errcode = 'restrict_violation',
    hint = 'delete a whole thread with refold rm, or with the function remove';
end $body$;
create trigger batch_is_kept before update or delete or truncate on {schema}.batch
  for each statement execute function {schema}.refuse_change();

create function {schema}.append(
  p_thread text, p_token text, p_fence bigint, p_expected bigint, p_head bigint, p_lines bytea,
  p_sum text, p_at text, p_blobs text, p_again boolean
) returns table (outcome text, now_head bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  found_thread record;
begin
  update {schema}.thread
    set head = p_head, size = size + octet_length(p_lines), sum = p_sum, updated_at = p_at,
      changed_at = clock_timestamp(), beat = clock_timestamp()
    where id = p_thread and head = p_expected and token = p_token and fence = p_fence;
  if found then
    insert into {schema}.batch values (p_thread, p_expected, p_head - 1, p_lines);
    if p_blobs is not null then
      insert into {schema}.blob_ref
        select distinct hash, p_thread from unnest(string_to_array(p_blobs, ' ')) as hash
        on conflict do nothing;
    end if;
    perform pg_notify('{channel}', p_thread);
    return query select 'appended', p_head;
    return;
  end if;
  select head, token, fence into found_thread from {schema}.thread where id = p_thread;
  if not found then
    return query select 'missing', null::bigint;
  elsif p_again and exists (
    select from {schema}.batch
      where thread = p_thread and first = p_expected and last = p_head - 1 and lines = p_lines
  ) then
    return query select 'again', p_head;
  elsif found_thread.token is distinct from p_token or found_thread.fence <> p_fence then
    return query select 'fenced', found_thread.head;
  else
    return query select 'conflict', found_thread.head;
  end if;
end $body$;

create function {schema}.begin_thread(
  p_thread text, p_token text, p_holder text, p_lease_ms integer, p_first bigint, p_head bigint,
  p_lines bytea, p_sum text, p_created text, p_updated text, p_parent text, p_parent_offset bigint,
  p_parent_id text, p_parent_sum text, p_blobs text, p_again boolean
) returns table (outcome text, now_fence bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  -- A parent that is about to be removed is waited for.
  perform from {schema}.thread where id = p_parent for key share;
  insert into {schema}.thread values (
    p_thread, p_first, p_head, octet_length(p_lines), p_sum, p_created, p_updated,
    clock_timestamp(), p_parent, p_parent_offset, p_parent_id, p_parent_sum,
    1, p_token, p_holder, clock_timestamp(), p_lease_ms
  ) on conflict do nothing;
  if found then
    insert into {schema}.batch values (p_thread, p_first, p_head - 1, p_lines);
    if p_blobs is not null then
      insert into {schema}.blob_ref
        select distinct hash, p_thread from unnest(string_to_array(p_blobs, ' ')) as hash
        on conflict do nothing;
    end if;
    perform pg_notify('{channel}', p_thread);
    return query select 'appended', 1::bigint;
  elsif p_again and exists (
    select from {schema}.batch
      where thread = p_thread and first = p_first and last = p_head - 1 and lines = p_lines
  ) then
    return query select 'again', fence from {schema}.thread where id = p_thread and token = p_token;
  else
    return query select 'exists', null::bigint;
  end if;
end $body$;

create function {schema}.hold(
  p_thread text, p_token text, p_holder text, p_lease_ms integer, p_from text
) returns table (
  outcome text, now_fence bigint, now_head bigint, now_sum text, other text, other_beat text,
  left_ms double precision
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  t record;
  remaining double precision;
begin
  select * into t from {schema}.thread where id = p_thread for update;
  if not found then
    return query select 'missing', null::bigint, null::bigint, null::text, null::text, null::text,
      null::double precision;
    return;
  end if;
  remaining := t.lease_ms - extract(epoch from clock_timestamp() - t.beat) * 1000;
  if t.token = p_token then
    update {schema}.thread set beat = clock_timestamp() where id = p_thread;
    return query select 'held', t.fence, t.head, t.sum, null::text, null::text,
      null::double precision;
  elsif t.token is null or remaining <= 0 or p_from = t.token or p_from = 'anybody' then
    update {schema}.thread
      set token = p_token, holder = p_holder, fence = t.fence + 1, beat = clock_timestamp(),
        lease_ms = p_lease_ms
      where id = p_thread;
    return query select 'held', t.fence + 1, t.head, t.sum, null::text, null::text,
      null::double precision;
  else
    return query select 'busy', t.fence, t.head, t.sum, t.holder, t.beat::text, remaining;
  end if;
end $body$;

create function {schema}.renew(p_token text, p_threads text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  -- A renewal that a crash of the server loses only shortens the lease.
  perform set_config('synchronous_commit', 'off', true);
  update {schema}.thread set beat = clock_timestamp()
    where id = any(string_to_array(p_threads, ' ')) and token = p_token;
end $body$;

create function {schema}.release(p_token text, p_threads text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  update {schema}.thread set token = null, holder = null, beat = null, lease_ms = null
    where id = any(string_to_array(p_threads, ' ')) and token = p_token;
end $body$;

create function {schema}.make_durable(p_thread text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  -- A commit that is waited for makes durable what was committed before it.
  perform set_config('synchronous_commit', 'on', true)
    where current_setting('synchronous_commit') in ('off', 'local');
  update {schema}.thread set beat = beat where id = p_thread;
  return found;
end $body$;

create function {schema}.adopt(
  p_thread text, p_token text, p_fence bigint, p_parts text, p_created text
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  part record;
  own record;
  added bigint := 0;
  copied bigint;
begin
  select * into own from {schema}.thread where id = p_thread for update;
  if not found then return 'missing'; end if;
  if own.token is distinct from p_token or own.fence <> p_fence then return 'fenced'; end if;
  if own.parent is null then return 'adopted'; end if;
  for part in select * from jsonb_to_recordset(p_parts::jsonb)
    as x(thread text, "from" bigint, "to" bigint, cut_first bigint, cut_bytes bigint)
  loop
    with rows as (
      insert into {schema}.batch
        select p_thread, first, least(last, part."to"),
          case when first = part.cut_first then substring(lines from 1 for part.cut_bytes::integer)
            else lines end,
          is_cut or first is not distinct from part.cut_first
        from {schema}.batch
        where thread = part.thread and first >= part."from" and first <= part."to"
        returning octet_length(lines) as bytes
    ) select coalesce(sum(bytes), 0) into copied from rows;
    added := added + copied;
    insert into {schema}.blob_ref
      select hash, p_thread from {schema}.blob_ref where thread = part.thread
      on conflict do nothing;
  end loop;
  update {schema}.thread
    set first = 0, size = size + added, created_at = p_created, parent = null,
      parent_offset = null, parent_id = null, parent_sum = null
    where id = p_thread;
  perform pg_notify('{channel}', p_thread);
  return 'adopted';
end $body$;

create function {schema}.remove(p_thread text, p_token text, p_fence bigint)
returns table (outcome text, forks text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  own record;
  named text[];
  fork_ids text;
begin
  select * into own from {schema}.thread where id = p_thread for update;
  if not found then
    return query select 'missing', null::text;
    return;
  end if;
  select string_agg(id, ' ' order by id) into fork_ids from {schema}.thread where parent = p_thread;
  if fork_ids is not null then
    return query select 'forked', fork_ids;
    return;
  end if;
  if own.token is distinct from p_token or own.fence <> p_fence then
    return query select 'fenced', null::text;
    return;
  end if;
  perform set_config('refold.removing', 'on', true);
  delete from {schema}.batch where thread = p_thread;
  perform set_config('refold.removing', 'off', true);
  with gone as (delete from {schema}.blob_ref where thread = p_thread returning hash)
    select array_agg(hash) into named from gone;
  delete from {schema}.thread where id = p_thread;
  -- A blob that was stored again since the thread last changed may be about to be named by another.
  delete from {schema}.blob b
    where b.hash = any(named) and b.stored_at <= own.changed_at
      and not exists (select from {schema}.blob_ref r where r.hash = b.hash);
  perform pg_notify('{channel}', p_thread);
  return query select 'removed', null::text;
end $body$;

create function {schema}.keep_blob(p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  update {schema}.blob set stored_at = clock_timestamp()
    where hash = p_hash and 'sha256-' || encode(sha256(bytes), 'hex') = p_hash;
  return found;
end $body$;

create function {schema}.put_blob(p_hash text, p_bytes bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  if 'sha256-' || encode(sha256(p_bytes), 'hex') <> p_hash then
    raise exception 'the blob has another hash' using errcode = 'check_violation';
  end if;
  insert into {schema}.blob values (p_hash, octet_length(p_bytes), clock_timestamp(), p_bytes)
    on conflict (hash) do update
      set size = excluded.size, stored_at = excluded.stored_at, bytes = excluded.bytes;
end $body$;

create function {schema}.collect_blobs(p_older_ms double precision, p_dry boolean)
returns table (gone text, gone_size bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  if p_dry then
    return query select b.hash, b.size from {schema}.blob b
      where b.stored_at < clock_timestamp() - p_older_ms * interval '1 millisecond'
        and not exists (select from {schema}.blob_ref r where r.hash = b.hash);
  else
    return query delete from {schema}.blob b
      where b.stored_at < clock_timestamp() - p_older_ms * interval '1 millisecond'
        and not exists (select from {schema}.blob_ref r where r.hash = b.hash)
      returning b.hash, b.size;
  end if;
end $body$;

revoke all on schema {schema} from public;
revoke all on all tables in schema {schema} from public;
revoke all on all functions in schema {schema} from public;
`;
