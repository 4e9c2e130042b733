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
    -- One that is about to be removed is waited for.
    perform from {schema}.thread where id = p_parent for key share;
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
