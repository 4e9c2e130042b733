/** The functions that append. */
export const appending = `
create function {schema}.append(
  p_thread text, p_token text, p_fence bigint, p_expected bigint, p_head bigint, p_lines bytea,
  p_sum text, p_at text, p_blobs text, p_again boolean
) returns table (outcome text, now_head bigint, is_followed boolean)
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
    -- No NOTIFY here: commits that notify wait for one another, each for its own flush to the disk.
    return query select 'appended', p_head,
      exists (select from {schema}.followed where until > clock_timestamp());
    return;
  end if;
  select head, token, fence into found_thread from {schema}.thread where id = p_thread;
  if not found then
    return query select 'missing', null::bigint, false;
  elsif p_again and exists (
    select from {schema}.batch
      where thread = p_thread and first = p_expected and last = p_head - 1 and lines = p_lines
  ) then
    return query select 'again', p_head, true;
  elsif found_thread.token is distinct from p_token or found_thread.fence <> p_fence then
    return query select 'fenced', found_thread.head, false;
  else
    return query select 'conflict', found_thread.head, false;
  end if;
end $body$;

create function {schema}.begin_thread(
  p_thread text, p_token text, p_holder text, p_lease_ms integer, p_first bigint, p_head bigint,
  p_lines bytea, p_sum text, p_created text, p_updated text, p_parent text, p_parent_offset bigint,
  p_parent_id text, p_parent_sum text, p_blobs text, p_again boolean
) returns table (outcome text, now_fence bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  if p_parent is not null then
    -- One that is about to be removed is waited for. It is changed, not only locked: who removes it meanwhile by
    -- an older snapshot ("repeatable read") would not see the fork, and is taken back.
    update {schema}.thread set beat = beat where id = p_parent;
    if not found then
      return query select 'orphan', null::bigint;
      return;
    end if;
  end if;
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
`;

/** The functions for the right to write to a thread. */
export const leases = `
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
  if t.beat > clock_timestamp() then
    -- The clock went back. Counted from now on the lease ends, if its holder is not heard of.
    update {schema}.thread set beat = clock_timestamp() where id = p_thread returning beat into t.beat;
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
`;

/** The functions for blobs. */
export const blobs = `
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
`;
