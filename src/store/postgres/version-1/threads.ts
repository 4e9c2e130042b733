/** The functions that change a thread as a whole, and those for who follows one. `{channel}` is where they notify. */
export const threads = `
create function {schema}.adopt(
  p_thread text, p_token text, p_fence bigint, p_parts text, p_created text
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  part record;
  own record;
  added bigint := 0;
  copied record;
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
        returning octet_length(lines) as bytes, last - first + 1 as events
    ) select coalesce(sum(bytes), 0) as bytes, coalesce(sum(events), 0) as events
      into copied from rows;
    -- The thread of a part may have been deleted since it was read, as one that left it was detached.
    if copied.events <> part."to" - part."from" + 1 then
      raise no_data_found;
    end if;
    added := added + copied.bytes;
    insert into {schema}.blob_ref
      select hash, p_thread from {schema}.blob_ref where thread = part.thread
      on conflict do nothing;
  end loop;
  update {schema}.thread
    set first = 0, size = size + added, created_at = p_created, parent = null,
      parent_offset = null, parent_id = null, parent_sum = null
    where id = p_thread;
  return 'adopted';
exception when no_data_found then
  return 'gone'; -- and nothing was copied
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
  return query select 'removed', null::text;
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

create function {schema}.follow(p_ms integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into {schema}.followed as f (until)
    values (clock_timestamp() + p_ms * interval '1 millisecond')
    on conflict (id) do update set until = greatest(f.until, excluded.until);
end $body$;

create function {schema}.wake(p_threads text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  perform set_config('synchronous_commit', 'off', true); -- nothing is lost with it
  perform pg_notify('{channel}', id) from unnest(string_to_array(p_threads, ' ')) as id;
end $body$;
`;
